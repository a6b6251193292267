"""Tips for newcomers, shown in their first game of a title."""

from collections.abc import Collection
from dataclasses import dataclass

from games.rules.engine.texts import Tip
from games.state.view import View


@dataclass(frozen=True, slots=True)
class NextTip:
    """A tip for this moment, and which of how many it is. Some of them fit no moment of a game, and never come."""

    tip: Tip
    number: int
    total: int


def find_tip(view: View, done: Collection[str]) -> NextTip | None:
    if view.is_replay or not view.game.is_running or view.me is None or view.me.has_stand_in:
        return None
    tips = view.title.TEXTS.tips
    left = [tip for tip in tips if tip.code not in done]
    found = next((tip for tip in left if tip.when(view.seen)), None)
    return NextTip(found, len(tips) - len(left) + 1, len(tips)) if found else None
