"""T.A.R.G.E.T.: a duel of hidden numbers for two players."""

from games.rules.engine.cases import CaseRules
from games.rules.engine.suspicion import SuspicionModel
from games.rules.engine.values import Outcome, Seat
from games.rules.hideouts.apply import apply
from games.rules.hideouts.bots import BOTS
from games.rules.hideouts.deal import Deal, dump_deal, load_deal, make_deal
from games.rules.hideouts.deal_parts import PARTS
from games.rules.hideouts.fallback import fallback
from games.rules.hideouts.guide import make_guide
from games.rules.hideouts.legality import decision, legal_moves, objection, remaining, to_act
from games.rules.hideouts.material import PLAYERS, RULES, SIDES, VERSIONS
from games.rules.hideouts.moves import Move, dump_move, load_move, read_choice
from games.rules.hideouts.narrate import narrate
from games.rules.hideouts.observe import Observation, observe
from games.rules.hideouts.opened import open_cards
from games.rules.hideouts.options import FIRST_OPTIONS, OPTIONS, Options, dump_options, list_wishes, parse_options
from games.rules.hideouts.premoves import PREMOVES
from games.rules.hideouts.record import read_record_deal, record_deal
from games.rules.hideouts.record_observation import record_observation
from games.rules.hideouts.space import SPACE
from games.rules.hideouts.state import State, scene, start
from games.rules.hideouts.statistics import STATISTICS
from games.rules.hideouts.texts import TEXTS

__all__ = [
    "BOTS",
    "CASES",
    "FIRST_OPTIONS",
    "FOLDER",
    "HAS_VOTE",
    "NAME",
    "OPTIONS",
    "PARTS",
    "PREMOVES",
    "RULES",
    "SEATS",
    "SECRET_QUESTIONS",
    "SIDES",
    "SPACE",
    "STATISTICS",
    "SUSPICION_MODEL",
    "TEXTS",
    "USUAL_SEATS",
    "VERSIONS",
    "Deal",
    "Move",
    "Observation",
    "Options",
    "State",
    "apply",
    "decision",
    "disguise",
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
    "open_cards",
    "outcome",
    "parse_options",
    "read_choice",
    "read_record_deal",
    "record_deal",
    "record_observation",
    "remaining",
    "scene",
    "start",
    "to_act",
]

NAME = "target"
FOLDER = "hideouts"
SEATS: tuple[int, ...] = (PLAYERS,)
HAS_VOTE = False
SECRET_QUESTIONS: frozenset[str] = frozenset()
USUAL_SEATS = PLAYERS
# The title has no hidden roles, so there is nothing to suspect.
SUSPICION_MODEL: SuspicionModel | None = None
CASES: CaseRules | None = None


def outcome(state: State) -> Outcome | None:
    return state.outcome


def disguise(state: State, seat: Seat) -> State:
    """Return the state itself, because no role is secret."""
    return state


def list_imaginary(seats: int) -> tuple[str, ...]:
    return ()
