from games.rules.hideouts.moves import AttackFromHideout, Move, Swap
from games.rules.hideouts.observe import Observation


def fallback(seen: Observation) -> tuple[Move, ...]:
    """In a turn, attacks from the hand."""
    return tuple(move for move in seen.legal if not isinstance(move, AttackFromHideout | Swap))
