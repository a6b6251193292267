"""What is planted in Mole: a leak through each channel, and what is none."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.engine.values import Event, Seat
from mole.rules import DIGGER, Name, State
from mole.rules import TITLE as mole
from tests.rules.leaks import Planter
from tests.rules.swap import Channels

PLANT = Planter(mole)


def find_digger(state: State) -> Seat:
    """Return the seat of the digger."""
    return state.deal.index(DIGGER)


def tell(events: tuple[Event, ...], before: State, move: Name, after: State) -> tuple[Event, ...]:
    """Leak by one event more that the digger was named."""
    return (*events, *events) if move.at == find_digger(after) else events


def bot(state: State, seat: Seat, name: str, dice: Random) -> Any:
    """Leak by a bot that knows the digger."""
    return mole.legal_moves(state, seat)[find_digger(state) % 2]


LEAKS: dict[str, Channels] = {
    "all roles": PLANT.while_running(lambda state, viewer: state.deal),
    "the digger, by an event more": PLANT.narration(tell),
    "all roles, by the telling": PLANT.narration_of(lambda state, viewer: state.deal),
    "the digger, by a decision's name": PLANT.replacing(
        decide=lambda state, seat: (
            replace(asked, kind=f"{asked.kind}-{find_digger(state)}") if (asked := mole.decision(state, seat)) else None
        )
    ),
    "the digger, by the order offered": PLANT.replacing(
        offer=lambda state, seat: sorted(mole.legal_moves(state, seat), key=lambda move: move.at != find_digger(state))
    ),
    "the digger, by a refusal": PLANT.replacing(
        refuse=lambda state, move: "it" if move.at == find_digger(state) else None
    ),
    "the digger, by the clock": PLANT.replacing(clock=lambda state, seat: [find_digger(state)]),
    "the digger, by a bot": PLANT.replacing(bot=bot),
}
TABLES: dict[str, Callable[[Random], Any]] = {}
HARMLESS = {"who was named": PLANT.beside(lambda state, viewer: state.named)}
