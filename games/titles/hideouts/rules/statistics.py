from collections.abc import Mapping

from games.rules.engine.statistics import Share, Stay, Step, TitleStatistics
from games.rules.engine.texts import text
from games.titles.hideouts.rules.acts import SUCCESS, Attacked
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout

HITS, STANDING = "hits", "standing"
LABELS = {HITS: text("Attacks that hit"), STANDING: text("Hideouts intact at the end")}


def _count(stay: Stay) -> Mapping[str, Share]:
    hits = [_hit(step) for step in stay.own if isinstance(step.move, AttackFromHand | AttackFromHideout)]
    stood, found = (len(state.standing(stay.seat)) for state in (stay.last, stay.first))
    return {HITS: Share(sum(hits), len(hits)), STANDING: Share(stood, found)}


def _hit(step: Step) -> bool:
    """Whether an attack hit its target. The attack is the first new act of its step."""
    act = step.after.past[len(step.before.past)]
    return isinstance(act, Attacked) and act.answer == SUCCESS


STATISTICS: TitleStatistics | None = TitleStatistics(LABELS, _count)
