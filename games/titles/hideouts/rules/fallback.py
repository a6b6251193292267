from games.titles.hideouts.rules.moves import AttackFromHideout, Move, Swap
from games.titles.hideouts.rules.observe import Observation


def fallback(seen: Observation) -> tuple[Move, ...]:
    """Return the moves that the clock draws from. In a turn these are only attacks from the hand."""
    return tuple(move for move in seen.legal if not isinstance(move, AttackFromHideout | Swap))
