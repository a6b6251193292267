"""Rendezvous: a word game with secret partners, for three to eight players."""

from games.rules.engine.cases import CaseRules
from games.rules.engine.suspicion import SuspicionModel
from games.rules.engine.values import Outcome
from games.rules.rendezvous import options
from games.rules.rendezvous.apply import apply
from games.rules.rendezvous.bots import BOTS
from games.rules.rendezvous.deal import Deal, dump_deal, load_deal, make_deal
from games.rules.rendezvous.deal_parts import PARTS
from games.rules.rendezvous.disguise import disguise
from games.rules.rendezvous.fallback import fallback
from games.rules.rendezvous.guide import make_guide
from games.rules.rendezvous.legality import decision, legal_moves, objection, remaining, to_act
from games.rules.rendezvous.moves import GUESS, Move, dump_move, load_move, read_choice
from games.rules.rendezvous.narrate import narrate
from games.rules.rendezvous.observe import Observation, observe
from games.rules.rendezvous.opened import open_cards
from games.rules.rendezvous.options import FIRST_OPTIONS, OPTIONS, Options, dump_options, list_wishes, parse_options
from games.rules.rendezvous.premoves import PREMOVES
from games.rules.rendezvous.record import read_record_deal, record_deal
from games.rules.rendezvous.record_observation import record_observation
from games.rules.rendezvous.roles import SIDES
from games.rules.rendezvous.space import SPACE
from games.rules.rendezvous.state import RULES, VERSIONS, State, scene, start
from games.rules.rendezvous.statistics import STATISTICS
from games.rules.rendezvous.texts import TEXTS

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

NAME = "rendezvous"
FOLDER = "rendezvous"
SEATS = tuple(options.SEATS)
HAS_VOTE = True
SECRET_QUESTIONS: frozenset[str] = frozenset({GUESS})
USUAL_SEATS = 5
# The model would know only words from the bots' lists, and people say others.
SUSPICION_MODEL: SuspicionModel | None = None
CASES: CaseRules | None = None


def outcome(state: State) -> Outcome | None:
    return state.outcome


def list_imaginary(seats: int) -> tuple[str, ...]:
    return ()
