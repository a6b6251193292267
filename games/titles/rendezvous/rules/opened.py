from dataclasses import dataclass

from games.rules.engine.values import Seat
from games.titles.rendezvous.rules.deal import list_spies
from games.titles.rendezvous.rules.state import State, find_password


@dataclass(frozen=True, slots=True)
class Opened:
    """The cards that players agreed to open. A password is None for a question mark, and until a number is chosen."""

    spies: tuple[Seat, ...]
    passwords: tuple[str | None, ...]


def open_cards(state: State) -> Opened:
    return Opened(
        spies=list_spies(state.cards),
        passwords=tuple(find_password(state, seat) for seat in range(state.seats)),
    )
