"""What chance decides, in the parts that are committed to before the first move: who goes first, and that is all."""

from collections.abc import Collection

from games.rules.engine.deal_parts import Parts
from games.rules.engine.texts import text
from games.rules.engine.values import Json
from games.rules.hideouts.deal import Deal
from games.rules.hideouts.state import State


def split(deal: Deal) -> dict[str, Json]:
    """Return the one part there is. Which spies hide where is chosen, not dealt."""
    return {"first": deal.first}


def list_opened(state: State) -> Collection[str]:
    """Return all parts: everybody has seen who goes first."""
    return {"game", "first"}


PARTS = Parts(
    split,
    list_opened,
    text("Chance only decides who goes first: that is sealed. The spies you hide are your own choice, not dealt."),
)
