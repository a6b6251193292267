"""When a game of T.A.R.G.E.T. is over, and who has won."""

from dataclasses import replace

from games.rules.engine.values import Outcome, Seat
from games.rules.hideouts.material import PLAYERS, ROLES
from games.rules.hideouts.state import Hideout, State, opponent_of

POINT_EACH = 1
"""What a destroyed hideout is worth to its owner's opponent, and each decoy beside it."""
POINTS, HAND_SUM, DRAW = "points", "hand_sum", "draw"
"""What decides."""


def is_over(state: State) -> bool:
    """Tell whether the third hideout of a player is destroyed."""
    return any(all(hideout.destroyed for hideout in own) for own in state.hideouts)


def count_worth(hideout: Hideout) -> int:
    """Return what a hideout is worth to its owner's opponent once it is destroyed: a point, and one for each decoy."""
    return POINT_EACH * (1 + hideout.tokens)


def count_points(state: State, seat: Seat) -> int:
    """Return the points of `seat`: what the destroyed hideouts of the opponent's are worth."""
    return sum(count_worth(hideout) for hideout in state.hideouts[opponent_of(seat)] if hideout.destroyed)


def end(state: State) -> State:
    """Return the state with its outcome: more points win; level, the higher sum in the hand; else it is a draw."""
    points = tuple(count_points(state, seat) for seat in range(PLAYERS))
    sums = tuple(sum(hand) for hand in state.hands)
    reason, deciding = (POINTS, points) if len(set(points)) > 1 else (HAND_SUM, sums)
    level = len(set(deciding)) == 1
    outcome = Outcome(
        reason=DRAW if level else reason,
        winners=() if level else (deciding.index(max(deciding)),),
        roles=ROLES,
        figures={"points": list(points), "hand_sums": list(sums)},
    )
    return replace(state, gap=None, outcome=outcome)
