from dataclasses import dataclass

from games.titles.hideouts.rules.state import State


@dataclass(frozen=True, slots=True)
class Opened:
    """The cards that players agreed to open, by seat. A spy is None where a hideout is empty."""

    hideouts: tuple[tuple[int | None, ...], ...]
    hands: tuple[tuple[int, ...], ...]


def open_cards(state: State) -> Opened:
    return Opened(
        hideouts=tuple(tuple(hideout.spy for hideout in row) for row in state.hideouts),
        hands=state.hands,
    )
