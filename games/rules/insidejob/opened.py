"""What is laid open of a game that its players agreed to end, once all of them agreed to that, too."""

from dataclasses import dataclass

from games.rules.insidejob.cards import Card, sort_hand
from games.rules.insidejob.deal import list_undealt
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.state import State


@dataclass(frozen=True, slots=True)
class Opened:
    """Roles and hands by place, pairs of trick number and mission set aside, and the cards in the box.

    As at any end, missions never drawn and what is left of Larry's pile stay unseen.
    """

    roles: tuple[str, ...]
    hands: tuple[tuple[Card, ...], ...]
    set_aside: tuple[tuple[int, Mission], ...]
    undealt: tuple[Card, ...]


def open_cards(state: State) -> Opened:
    """Return what all may see of an unfinished game that is opened to them."""
    past = [trick.set_aside for trick in state.tricks]
    set_aside = enumerate([*past, state.set_aside], start=1)
    return Opened(
        roles=state.deal.roles,
        hands=tuple(tuple(sort_hand(hand)) for hand in state.hands),
        set_aside=tuple((number, mission) for number, mission in set_aside if mission is not None),
        undealt=list_undealt(state.deal),
    )
