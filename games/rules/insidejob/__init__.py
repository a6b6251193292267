"""Inside Job: an almost cooperative trick-taking game with hidden roles, for two to five players."""

from games.rules.engine.values import Outcome
from games.rules.insidejob.apply import apply
from games.rules.insidejob.bots import BOTS
from games.rules.insidejob.bots.onlooker import SUSPICION_MODEL
from games.rules.insidejob.cases import CASES
from games.rules.insidejob.deal import Deal, dump_deal, load_deal, make_deal
from games.rules.insidejob.deal_parts import PARTS
from games.rules.insidejob.disguise import disguise
from games.rules.insidejob.fallback import fallback
from games.rules.insidejob.guide import make_guide
from games.rules.insidejob.legality import decision, legal_moves, objection, remaining, to_act
from games.rules.insidejob.moves import Move, dump_move, load_move, read_choice
from games.rules.insidejob.narrate import narrate
from games.rules.insidejob.numbers import NUMBERS
from games.rules.insidejob.observe import Observation, observe
from games.rules.insidejob.opened import open_cards
from games.rules.insidejob.options import (
    FIRST_OPTIONS,
    LARRY_SEATS,
    OPTIONS,
    Options,
    dump_options,
    list_wishes,
    parse_options,
)
from games.rules.insidejob.premoves import PREMOVES
from games.rules.insidejob.record import read_record_deal, record_deal
from games.rules.insidejob.record_observation import record_observation
from games.rules.insidejob.roles import SIDES
from games.rules.insidejob.space import SPACE
from games.rules.insidejob.state import State, scene, start
from games.rules.insidejob.statistics import STATISTICS
from games.rules.insidejob.texts import LARRY_NAME, TEXTS
from games.rules.insidejob.versions import RULES, VERSIONS

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

NAME = "insidejob"
FOLDER = "insidejob"
SEATS = tuple(NUMBERS)
HAS_VOTE = True
SECRET_QUESTIONS: frozenset[str] = frozenset()
USUAL_SEATS = 4


def outcome(state: State) -> Outcome | None:
    return state.outcome


def list_imaginary(seats: int) -> tuple[str, ...]:
    """Return the imaginary players: at a table of two, Larry is the third (section 10)."""
    return (LARRY_NAME,) if seats == LARRY_SEATS else ()
