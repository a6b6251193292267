"""Rendezvous: a word game with secret partners, for three to eight players."""

from operator import attrgetter

from games.rules.engine.protocol import Title
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
from games.titles.rendezvous.rules.state import VERSIONS, State, scene, start
from games.titles.rendezvous.rules.statistics import STATISTICS
from games.titles.rendezvous.rules.texts import TEXTS

TITLE: Title[Options, Deal, State, Move, Observation] = Title(
    NAME="rendezvous",
    FOLDER="rendezvous",
    VERSIONS=VERSIONS,
    SEATS=tuple(options.SEATS),
    USUAL_SEATS=5,
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
    make_guide=make_guide,
    disguise=disguise,
    remaining=remaining,
    SECRET_QUESTIONS=frozenset({GUESS}),
    HAS_VOTE=True,
    OPTIONS=OPTIONS,
    FIRST_OPTIONS=FIRST_OPTIONS,
    PREMOVES=PREMOVES,
    STATISTICS=STATISTICS,
    SPACE=SPACE,
)
