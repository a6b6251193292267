from dataclasses import replace

from games.rules.engine.values import Outcome, Seat
from games.titles.hideouts.rules.material import PLAYERS, ROLES
from games.titles.hideouts.rules.state import Hideout, State, opponent_of

# The points for a destroyed hideout, and for each decoy next to it.
POINT_EACH = 1
# The reasons for which a game ends.
POINTS, HAND_SUM, DRAW = "points", "hand_sum", "draw"


def is_over(state: State) -> bool:
    return any(all(hideout.destroyed for hideout in own) for own in state.hideouts)


def count_worth(hideout: Hideout) -> int:
    """Return how many points the opponent gets for destroying a hideout."""
    return POINT_EACH * (1 + hideout.tokens)


def count_points(state: State, seat: Seat) -> int:
    return sum(count_worth(hideout) for hideout in state.hideouts[opponent_of(seat)] if hideout.destroyed)


def end(state: State) -> State:
    """End the game.

    The player with more points wins, and if these are equal, the one with the higher sum of the hand.
    """
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
