from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.rules.engine.texts import text
from games.rules.engine.values import Outcome, Seat
from games.titles.hideouts.rules.material import PLAYERS, ROLES
from games.titles.hideouts.rules.state import Hideout, State, opponent_of

# The points for a destroyed hideout, and for each decoy next to it.
POINT_EACH = 1
POINTS, HAND_SUM, DRAW = "points", "hand_sum", "draw"


# No field has a default, so that a new reason decides each.
@dataclass(frozen=True, slots=True)
class EndReason:
    sentence: str
    # Whether the result shows the sums of the hands.
    shows_hands: bool


# The reasons for which a game ends, as rows of all that depends on the reason.
END_REASONS: Mapping[str, EndReason] = {
    POINTS: EndReason(
        sentence=text("One side has lost all its hideouts: time to count points."),
        shows_hands=False,
    ),
    HAND_SUM: EndReason(
        sentence=text("One side has lost all its hideouts. Points are tied: the higher sum in hand wins."),
        shows_hands=True,
    ),
    DRAW: EndReason(
        sentence=text("One side has lost all its hideouts. Points and hands are tied: nobody wins."),
        shows_hands=True,
    ),
}


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
