from dataclasses import dataclass

from games.titles.insidejob.rules.cards import Card, sort_hand
from games.titles.insidejob.rules.deal import list_undealt
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.state import State


@dataclass(frozen=True, slots=True)
class Opened:
    """The cards that players agreed to open.

    Missions that were never drawn and the rest of Larry's pile stay hidden.
    """

    roles: tuple[str, ...]
    hands: tuple[tuple[Card, ...], ...]
    set_aside: tuple[tuple[int, Mission], ...]
    undealt: tuple[Card, ...]


def open_cards(state: State) -> Opened:
    past = [trick.set_aside for trick in state.tricks]
    set_aside = enumerate([*past, state.set_aside], start=1)
    return Opened(
        roles=state.deal.roles,
        hands=tuple(tuple(sort_hand(hand)) for hand in state.hands),
        set_aside=tuple((number, mission) for number, mission in set_aside if mission is not None),
        undealt=list_undealt(state.deal),
    )
