"""How a game ends. The player with the most points wins, and if tied, the one who was a spy most often."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.engine.texts import text
from games.rules.engine.values import Outcome, Seat
from games.titles.rendezvous.rules.roles import OPERATIVE
from games.titles.rendezvous.rules.state import State, count_spy_rounds

BY_POINTS, BY_SPY_ROUNDS, SHARED, UNSCORED = "points", "spy_rounds", "shared", "unscored"
# The reasons for which a game ends.
END_REASONS: Mapping[str, str] = {
    BY_POINTS: text("The last round is over: the player with the most points wins."),
    BY_SPY_ROUNDS: text("The last round is over. Tied on points: the player who was a spy more often wins."),
    SHARED: text("The last round is over. Tied on points: those who were spies most often share the win."),
    UNSCORED: text("The last round is over. You played without keeping score."),
}


def end(state: State) -> State:
    spy_rounds = count_spy_rounds(state)
    reason, winners = _decide(state.points, spy_rounds) if state.options.points else (UNSCORED, ())
    outcome = Outcome(
        reason=reason,
        winners=winners,
        roles=(OPERATIVE,) * state.seats,
        figures={"points": list(state.points), "spy_rounds": list(spy_rounds)},
    )
    return replace(state, outcome=outcome)


def _decide(points: Sequence[int], spy_rounds: Sequence[int]) -> tuple[str, tuple[Seat, ...]]:
    leading = [seat for seat, held in enumerate(points) if held == max(points)]
    if len(leading) == 1:
        return BY_POINTS, tuple(leading)
    most = max(spy_rounds[seat] for seat in leading)
    winners = tuple(seat for seat in leading if spy_rounds[seat] == most)
    return (BY_SPY_ROUNDS if len(winners) == 1 else SHARED), winners
