"""What the clock does for an absent player: anything is hidden, and attacks come from the hand."""

from games.rules.hideouts.moves import AttackFromHideout, Move, Swap
from games.rules.hideouts.observe import Observation


def fallback(seen: Observation) -> tuple[Move, ...]:
    """Return the moves among which the clock draws for the viewer, who is being asked something.

    Hiding and refilling: any spies. A turn: an attack from the hand, with any spy on any hideout that stands.
    """
    return tuple(move for move in seen.legal if not isinstance(move, AttackFromHideout | Swap))
