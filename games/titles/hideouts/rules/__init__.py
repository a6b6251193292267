"""T.A.R.G.E.T.: a duel of hidden numbers for two players."""

from operator import attrgetter

from games.rules.engine.protocol import Title
from games.rules.engine.values import Seat
from games.titles.hideouts.rules.apply import apply
from games.titles.hideouts.rules.bots import BOTS
from games.titles.hideouts.rules.deal import Deal, dump_deal, load_deal, make_deal
from games.titles.hideouts.rules.deal_parts import PARTS
from games.titles.hideouts.rules.fallback import fallback
from games.titles.hideouts.rules.guide import make_guide
from games.titles.hideouts.rules.legality import decision, legal_moves, objection, remaining, to_act
from games.titles.hideouts.rules.material import PLAYERS, SIDES, VERSIONS
from games.titles.hideouts.rules.moves import Move, dump_move, load_move, read_choice
from games.titles.hideouts.rules.narrate import narrate
from games.titles.hideouts.rules.observe import Observation, observe
from games.titles.hideouts.rules.opened import open_cards
from games.titles.hideouts.rules.options import FIRST_OPTIONS, OPTIONS, Options, dump_options, parse_options
from games.titles.hideouts.rules.premoves import PREMOVES
from games.titles.hideouts.rules.record import read_record_deal, record_deal
from games.titles.hideouts.rules.record_observation import record_observation
from games.titles.hideouts.rules.space import SPACE
from games.titles.hideouts.rules.state import State, scene, start
from games.titles.hideouts.rules.statistics import STATISTICS
from games.titles.hideouts.rules.texts import TEXTS


def _disguise(state: State, seat: Seat) -> State:
    """Return the state itself, because no role is secret."""
    return state


TITLE: Title[Options, Deal, State, Move, Observation] = Title(
    NAME="target",
    FOLDER="hideouts",
    VERSIONS=VERSIONS,
    SEATS=(PLAYERS,),
    USUAL_SEATS=PLAYERS,
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
    make_guide=make_guide,
    disguise=_disguise,
    remaining=remaining,
    OPTIONS=OPTIONS,
    FIRST_OPTIONS=FIRST_OPTIONS,
    PREMOVES=PREMOVES,
    STATISTICS=STATISTICS,
    SPACE=SPACE,
)
