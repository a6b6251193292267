from collections.abc import Mapping

from games.rules.engine.statistics import FoundOut, Share, Stay, TitleStatistics
from games.rules.engine.texts import text
from games.rules.engine.values import Seat
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.moves import ChooseMission, Vote
from games.titles.insidejob.rules.roles import AGENTS, PRINTED, SIDES, is_insider
from games.titles.insidejob.rules.state import State

MISSIONS, LED, VOTES = "missions", "led", "votes"
LABELS = {
    MISSIONS: text("Completed missions"),
    LED: text("Missions completed as leader"),
    VOTES: text("Votes against the Insider’s side, as an Agent"),
}


def _count(stay: Stay) -> Mapping[str, Share]:
    """Return a player's own figures in a game. Votes count only for players on the Agents' side."""
    last: State = stay.last
    met = [trick.met for trick in last.tricks[len(stay.first.tricks) :]]
    led = [last.tricks[len(step.before.tricks)].met for step in stay.own if isinstance(step.move, ChooseMission)]
    votes = [step.move for step in stay.own if isinstance(step.move, Vote)]
    right = [_names_insider(last, vote) for vote in votes] if _is_agent(last, stay.seat) else []
    return {name: Share(sum(each), len(each)) for name, each in ((MISSIONS, met), (LED, led), (VOTES, right))}


def _is_agent(state: State, seat: Seat) -> bool:
    """Whether a seat is on the Agents' side. A Sleeper who has changed sides has no vote."""
    return SIDES[state.deal.roles[seat]] == AGENTS


def _names_insider(state: State, vote: Vote) -> bool:
    return any(is_insider(state.deal.roles[seat]) for seat in vote.against)


FOUND_OUT = FoundOut(
    text("Found out as the Insider"),
    frozenset(filter(is_insider, PRINTED)),
    frozenset(code for code, reason in END_REASONS.items() if reason.finds_out),
)
STATISTICS: TitleStatistics | None = TitleStatistics(LABELS, _count, FOUND_OUT)
