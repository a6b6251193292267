"""T.A.R.G.E.T.: a duel of hidden numbers for two players."""

from games.rules.engine.cases import CaseRules
from games.rules.engine.suspicion import SuspicionModel
from games.rules.engine.values import Outcome, Seat
from games.titles.hideouts.rules.apply import apply
from games.titles.hideouts.rules.bots import BOTS
from games.titles.hideouts.rules.deal import Deal, dump_deal, load_deal, make_deal
from games.titles.hideouts.rules.deal_parts import PARTS
from games.titles.hideouts.rules.fallback import fallback
from games.titles.hideouts.rules.guide import make_guide
from games.titles.hideouts.rules.legality import decision, legal_moves, objection, remaining, to_act
from games.titles.hideouts.rules.material import PLAYERS, RULES, SIDES, VERSIONS
from games.titles.hideouts.rules.moves import Move, dump_move, load_move, read_choice
from games.titles.hideouts.rules.narrate import narrate
from games.titles.hideouts.rules.observe import Observation, observe
from games.titles.hideouts.rules.opened import open_cards
from games.titles.hideouts.rules.options import (
    FIRST_OPTIONS,
    OPTIONS,
    Options,
    dump_options,
    list_wishes,
    parse_options,
)
from games.titles.hideouts.rules.premoves import PREMOVES
from games.titles.hideouts.rules.record import read_record_deal, record_deal
from games.titles.hideouts.rules.record_observation import record_observation
from games.titles.hideouts.rules.space import SPACE
from games.titles.hideouts.rules.state import State, scene, start
from games.titles.hideouts.rules.statistics import STATISTICS
from games.titles.hideouts.rules.texts import TEXTS

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
