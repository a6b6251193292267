"""What is laid open of a game that its players agreed to end, once all of them agreed to that, too."""

from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.rules.rendezvous.deal import list_spies
from games.rules.rendezvous.state import State, find_password


@dataclass(frozen=True, slots=True)
class Opened:
    """The cards of the round under way: who the spies are, and the password of each seat.

    A password is None for a question mark, and for every seat as long as no number was picked. Finished rounds are
    open anyway; those to come were never begun.
    """

    spies: tuple[Seat, ...]
    passwords: tuple[str | None, ...]


def open_cards(state: State) -> Opened:
    """Return what all may see of an unfinished game that is opened to them."""
    return Opened(
        spies=list_spies(state.cards),
        passwords=tuple(find_password(state, seat) for seat in range(state.seats)),
    )
