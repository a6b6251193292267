from games.titles.rendezvous.rules import moves
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Move, Point, Say
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.words import NUMBERS


def fallback(seen: Observation) -> tuple[Move, ...]:
    """Return the moves that the clock draws from: any number, or else a move that chooses nothing."""
    assert seen.viewer is not None
    match seen.phase:
        case moves.NUMBER:
            return tuple(ChooseNumber(seen.viewer, number) for number in NUMBERS)
        case moves.SAY:
            return (Say(seen.viewer, None),)
        case moves.POINT:
            return (Point(seen.viewer, ()),)
    return (Guess(seen.viewer, None),)
