"""How a game ends. The player with the most points wins, and if tied, the one who was a spy most often."""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.engine.values import Outcome, Seat
from games.titles.rendezvous.rules.roles import OPERATIVE
from games.titles.rendezvous.rules.state import State, count_spy_rounds

BY_POINTS, BY_SPY_ROUNDS, SHARED, UNSCORED = "points", "spy_rounds", "shared", "unscored"
# The reasons for which a game ends.
ENDINGS = (BY_POINTS, BY_SPY_ROUNDS, SHARED, UNSCORED)


def end(state: State) -> State:
    spy_rounds = count_spy_rounds(state)
    reason, winners = decide(state.points, spy_rounds) if state.options.points else (UNSCORED, ())
    outcome = Outcome(
        reason=reason,
        winners=winners,
        roles=(OPERATIVE,) * state.seats,
        figures={"points": list(state.points), "spy_rounds": list(spy_rounds)},
    )
    return replace(state, outcome=outcome)


def decide(points: Sequence[int], spy_rounds: Sequence[int]) -> tuple[str, tuple[Seat, ...]]:
    leading = [seat for seat, held in enumerate(points) if held == max(points)]
    if len(leading) == 1:
        return BY_POINTS, tuple(leading)
    most = max(spy_rounds[seat] for seat in leading)
    winners = tuple(seat for seat in leading if spy_rounds[seat] == most)
    return (BY_SPY_ROUNDS if len(winners) == 1 else SHARED), winners
