"""Rendezvous: a word game with secret partners, for three to eight players."""

from games.rules.engine.cases import CaseRules
from games.rules.engine.suspicion import SuspicionModel
from games.rules.engine.values import Outcome
from games.titles.rendezvous.rules import options
from games.titles.rendezvous.rules.apply import apply
from games.titles.rendezvous.rules.bots import BOTS
from games.titles.rendezvous.rules.deal import Deal, dump_deal, load_deal, make_deal
from games.titles.rendezvous.rules.deal_parts import PARTS
from games.titles.rendezvous.rules.disguise import disguise
from games.titles.rendezvous.rules.fallback import fallback
from games.titles.rendezvous.rules.guide import make_guide
from games.titles.rendezvous.rules.legality import decision, legal_moves, objection, remaining, to_act
from games.titles.rendezvous.rules.moves import GUESS, Move, dump_move, load_move, read_choice
from games.titles.rendezvous.rules.narrate import narrate
from games.titles.rendezvous.rules.observe import Observation, observe
from games.titles.rendezvous.rules.opened import open_cards
from games.titles.rendezvous.rules.options import (
    FIRST_OPTIONS,
    OPTIONS,
    Options,
    dump_options,
    list_wishes,
    parse_options,
)
from games.titles.rendezvous.rules.premoves import PREMOVES
from games.titles.rendezvous.rules.record import read_record_deal, record_deal
from games.titles.rendezvous.rules.record_observation import record_observation
from games.titles.rendezvous.rules.roles import SIDES
from games.titles.rendezvous.rules.space import SPACE
from games.titles.rendezvous.rules.state import RULES, VERSIONS, State, scene, start
from games.titles.rendezvous.rules.statistics import STATISTICS
from games.titles.rendezvous.rules.texts import TEXTS

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
