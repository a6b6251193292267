"""Plays games at tables of bots, all alike or mixed, and returns all states."""

from collections.abc import Iterable, Mapping
from functools import partial
from multiprocessing import get_context
from typing import Any

from games.rules.calibration import Moment, Score, review
from games.rules.engine.play import play_out
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.suspicion import Beginners
from games.rules.engine.values import STAND_IN, Bot, Chance
from games.rules.lab.arena import CHUNK, Table, dice
from games.rules.registry import get_title

# In this pool, each seat has one of the bots that a host can choose.
MIXED = "mixed"
UNCHOSEN = ("random", STAND_IN)
# The bot in the other seats of a table with a beginner.
USUAL = "steady"


def list_pools(title: AnyTitle) -> tuple[str, ...]:
    return (*title.BOTS, *list_beginners(title), MIXED)


def list_beginners(title: AnyTitle) -> Mapping[str, Beginners]:
    return title.SUSPICION_MODEL.beginners if title.SUSPICION_MODEL else {}


def play_states(table: Table, pool: str, seed: int) -> list[Any]:
    """Play a game and return its states. The same seed gives the same game."""
    title = get_title(table.title)
    chance = dice(f"{pool} {table.seats}", seed)
    options = title.parse_options(table.options, table.seats)
    deal = title.make_deal(options, table.seats, chance)
    states = [title.start(options, deal, title.RULES)]
    bots = dict(enumerate(_seat_bots(title, pool, states[0], table.seats, chance)))
    _, entries = play_out(title, options, deal, bots, chance)
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return states


def _seat_bots(title: AnyTitle, pool: str, state: Any, seats: int, chance: Chance) -> list[Bot]:
    if pool in list_beginners(title):
        return _seat_beginners(title, list_beginners(title)[pool], state, seats)
    mixture = [name for name in title.BOTS if name not in UNCHOSEN]
    return [title.BOTS[chance.choice(mixture) if pool == MIXED else pool] for _ in range(seats)]


def _seat_beginners(title: AnyTitle, beginners: Beginners, state: Any, seats: int) -> list[Bot]:
    suspicion = title.TEXTS.suspicion
    assert suspicion is not None
    innocent = [seat for seat in range(seats) if suspicion.truth(state, seat) is not True]
    clumsy = innocent[:1] if beginners.alone else innocent
    return [beginners.bot if seat in clumsy else title.BOTS[USUAL] for seat in range(seats)]


def _review_game(table: Table, pool: str, seed: int) -> list[Moment]:
    return review(get_title(table.title), play_states(table, pool, seed))


def review_pool(tables: Iterable[Table], pool: str, seeds: Iterable[int], processes: int = 1) -> Score:
    score, every = Score(), list(seeds)
    for table in tables:
        play = partial(_review_game, table, pool)
        if processes == 1:
            games = [play(seed) for seed in every]
        else:
            with get_context("spawn").Pool(processes) as workers:
                games = workers.map(play, every, chunksize=CHUNK)
        for moments in games:
            score.add(moments)
    return score
