from collections.abc import Collection

from games.rules.engine.deal_parts import Parts
from games.rules.engine.texts import text
from games.rules.engine.values import Json
from games.titles.insidejob.rules.deal import Deal, list_undealt
from games.titles.insidejob.rules.record import write_cards
from games.titles.insidejob.rules.state import State


def _split(deal: Deal) -> dict[str, Json]:
    """Split a deal into the parts of the commitment: each hand, role and mission is a part."""
    return {
        "leader": deal.leader,
        **{f"hand-{seat}": write_cards(hand) for seat, hand in enumerate(deal.hands)},
        **{f"role-{place}": role for place, role in enumerate(deal.roles)},
        **{f"mission-{place}": mission.id for place, mission in enumerate(deal.missions)},
        "box": write_cards(list_undealt(deal)),
        **({"larry": write_cards(deal.larry)} if deal.larry else {}),
    }


def _list_opened(state: State) -> Collection[str]:
    """Return the names of the parts that may be opened.

    Missions that were never drawn and Larry's pile stay closed.
    """
    drawn = 2 * (len(state.tricks) + (state.mission is not None))
    hands = (f"hand-{seat}" for seat in range(len(state.deal.hands)))
    roles = (f"role-{place}" for place in range(len(state.deal.roles)))
    return {"game", "leader", "box", *hands, *roles, *(f"mission-{place}" for place in range(drawn))}


PARTS = Parts(
    _split, _list_opened, text("Every hand, every role, the mission deck and the cards in the box are sealed.")
)
