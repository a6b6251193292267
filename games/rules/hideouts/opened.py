"""What an agreed end opens of an unfinished game, if all players agree to that, too."""

from dataclasses import dataclass

from games.rules.hideouts.state import State


@dataclass(frozen=True, slots=True)
class Opened:
    """By seat, the spies in the hideouts (None where empty) and in the hand."""

    hideouts: tuple[tuple[int | None, ...], ...]
    hands: tuple[tuple[int, ...], ...]


def open_cards(state: State) -> Opened:
    return Opened(
        hideouts=tuple(tuple(hideout.spy for hideout in row) for row in state.hideouts),
        hands=state.hands,
    )
