"""What is laid open of a game that its players agreed to end, once all of them agreed to that, too."""

from dataclasses import dataclass

from games.rules.hideouts.state import State


@dataclass(frozen=True, slots=True)
class Opened:
    """By seat, the spies in the hideouts from left to right (None where there is none), and those in the hand."""

    hideouts: tuple[tuple[int | None, ...], ...]
    hands: tuple[tuple[int, ...], ...]


def open_cards(state: State) -> Opened:
    """Return what all may see of an unfinished game that is opened to them."""
    return Opened(
        hideouts=tuple(tuple(hideout.spy for hideout in row) for row in state.hideouts),
        hands=state.hands,
    )
