"""Inside Job: an almost cooperative trick-taking game with hidden roles, for two to five players."""

from operator import attrgetter

from games.rules.engine.protocol import Title
from games.titles.insidejob.rules.apply import apply
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.bots.onlooker import SUSPICION_MODEL
from games.titles.insidejob.rules.cases import CASES
from games.titles.insidejob.rules.deal import Deal, dump_deal, load_deal, make_deal
from games.titles.insidejob.rules.deal_parts import PARTS
from games.titles.insidejob.rules.disguise import disguise
from games.titles.insidejob.rules.fallback import fallback
from games.titles.insidejob.rules.guide import make_guide
from games.titles.insidejob.rules.legality import decision, legal_moves, objection, remaining, to_act
from games.titles.insidejob.rules.moves import Move, dump_move, load_move, read_choice
from games.titles.insidejob.rules.narrate import narrate
from games.titles.insidejob.rules.numbers import NUMBERS
from games.titles.insidejob.rules.observe import Observation, observe
from games.titles.insidejob.rules.opened import open_cards
from games.titles.insidejob.rules.options import (
    FIRST_OPTIONS,
    LARRY_SEATS,
    OPTIONS,
    Options,
    dump_options,
    list_wishes,
    parse_options,
)
from games.titles.insidejob.rules.premoves import PREMOVES
from games.titles.insidejob.rules.record import read_record_deal, record_deal
from games.titles.insidejob.rules.record_observation import record_observation
from games.titles.insidejob.rules.roles import SIDES
from games.titles.insidejob.rules.space import SPACE
from games.titles.insidejob.rules.state import State, scene, start
from games.titles.insidejob.rules.statistics import STATISTICS
from games.titles.insidejob.rules.texts import LARRY_NAME, TEXTS
from games.titles.insidejob.rules.versions import VERSIONS


def _list_imaginary(seats: int) -> tuple[str, ...]:
    """Return the imaginary players: at a table of two, Larry is the third (section 10)."""
    return (LARRY_NAME,) if seats == LARRY_SEATS else ()


NAME = "insidejob"

TITLE: Title[Options, Deal, State, Move, Observation] = Title(
    NAME=NAME,
    FOLDER="insidejob",
    VERSIONS=VERSIONS,
    SEATS=tuple(NUMBERS),
    USUAL_SEATS=4,
    TEXTS=TEXTS,
    BOTS=BOTS,
    SIDES=SIDES,
    PARTS=PARTS,
    make_deal=make_deal,
    dump_deal=dump_deal,
    load_deal=load_deal,
    record_deal=record_deal,
    read_record_deal=read_record_deal,
    start=start,
    to_act=to_act,
    decision=decision,
    legal_moves=legal_moves,
    objection=objection,
    apply=apply,
    observe=observe,
    record_observation=record_observation,
    open_cards=open_cards,
    narrate=narrate,
    fallback=fallback,
    scene=scene,
    outcome=attrgetter("outcome"),
    dump_move=dump_move,
    load_move=load_move,
    read_choice=read_choice,
    parse_options=parse_options,
    dump_options=dump_options,
    list_wishes=list_wishes,
    list_imaginary=_list_imaginary,
    make_guide=make_guide,
    disguise=disguise,
    remaining=remaining,
    HAS_VOTE=True,
    OPTIONS=OPTIONS,
    FIRST_OPTIONS=FIRST_OPTIONS,
    PREMOVES=PREMOVES,
    STATISTICS=STATISTICS,
    SUSPICION_MODEL=SUSPICION_MODEL,
    CASES=CASES,
    SPACE=SPACE,
)
