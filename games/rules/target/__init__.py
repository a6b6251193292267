"""T.A.R.G.E.T.: a duel of hidden numbers, attack and bluff, for two players."""

from games.rules.protocol import Outcome
from games.rules.target.apply import apply
from games.rules.target.bots import BOTS
from games.rules.target.deal import dump_deal, load_deal, make_deal
from games.rules.target.fallback import fallback
from games.rules.target.guide import make_guide
from games.rules.target.legality import decision, legal_moves, objection, remaining, to_act
from games.rules.target.material import PLAYERS, SIDES
from games.rules.target.moves import dump_move, load_move, read_choice
from games.rules.target.narrate import narrate
from games.rules.target.observe import observe
from games.rules.target.options import OPTIONS, dump_options, list_wishes, parse_options
from games.rules.target.record import read_record_deal, record_deal
from games.rules.target.state import State, start
from games.rules.target.texts import TEXTS

__all__ = [
    "BOTS",
    "NAME",
    "OPTIONS",
    "RULES",
    "SEATS",
    "SIDES",
    "TEXTS",
    "USUAL_SEATS",
    "apply",
    "decision",
    "dump_deal",
    "dump_move",
    "dump_options",
    "fallback",
    "legal_moves",
    "list_imaginary",
    "list_wishes",
    "load_deal",
    "load_move",
    "make_deal",
    "make_guide",
    "narrate",
    "objection",
    "observe",
    "outcome",
    "parse_options",
    "read_choice",
    "read_record_deal",
    "record_deal",
    "remaining",
    "start",
    "to_act",
]

NAME = "target"
RULES = 1
SEATS: tuple[int, ...] = (PLAYERS,)
USUAL_SEATS = PLAYERS


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    return state.outcome


def list_imaginary(seats: int) -> tuple[str, ...]:
    """Return the names of places at which nobody sits: there are none."""
    return ()
