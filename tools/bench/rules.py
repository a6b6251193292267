"""Measures the speed of the rules."""

from collections.abc import Sequence
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any

from games.rules.engine.play import Position, fold, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES, get_title
from tools.bench.figures import Figure, best_of, calibrate

SEATS = 5
"""Seats of *Inside Job* with special roles. Other titles use their default."""
GAMES = 40
"""How many games are played. There are 33 sets of special roles, so each is met."""
REPEATS = 5
FOLD_SECONDS, PLAYING, LOOKING = 0.005, 40_000, 15_000
"""The goals: at most so many seconds to fold a game, and at least so many moves per second without and with
observations."""


def measure() -> list[Figure]:
    insidejob, loop = get_title("insidejob"), calibrate()
    line_ups = next([value for value, _ in option.choices] for option in insidejob.OPTIONS if option.name == "roles")
    chosen = [{"roles": roles, "risky": True} for roles in line_ups]
    return [
        *(
            figure
            for title in TITLES.values()
            for figure in measure_games(title, title.USUAL_SEATS, [{}], title.TEXTS.name, loop)
        ),
        *measure_games(insidejob, SEATS, chosen, f"{insidejob.TEXTS.name}, all roles", loop),
        Figure("calibration loop", loop * 1000, "ms", "", True, "1 loop"),
    ]


def measure_games(
    title: AnyTitle, seats: int, options: Sequence[dict[str, Any]], name: str, loop: float
) -> list[Figure]:
    starts = [start_game(title, seats, chosen, seed) for seed, chosen in enumerate(islice(cycle(options), GAMES))]
    logs = [play_game(title, seats, state, seed) for seed, state in enumerate(starts)]
    folding = best_of(REPEATS, partial(fold_all, title, starts, logs)) / GAMES
    moves = play_all(title, starts, look=False)
    playing = moves / best_of(REPEATS, partial(play_all, title, starts, look=False))
    looking = moves / best_of(REPEATS, partial(play_all, title, starts, look=True))
    loops = f"{folding / loop:.4f} loops"
    return [
        Figure(f"{name}: fold a whole game", folding * 1000, "ms", "<= 5", folding <= FOLD_SECONDS, loops),
        rate(f"{name}: legal_moves, apply", playing, PLAYING, loop),
        rate(f"{name}: with an observation each", looking, LOOKING, loop),
    ]


def rate(name: str, moves: float, target: int, loop: float) -> Figure:
    return Figure(name, moves, "moves/s", f">= {target:,}", moves >= target, f"{moves * loop:,.0f} per loop")


def start_game(title: AnyTitle, seats: int, chosen: dict[str, Any], seed: int) -> Any:
    options = title.parse_options(chosen, seats)
    return title.start(options, title.make_deal(options, seats, Random(seed)), title.RULES)


def play_game(title: AnyTitle, seats: int, state: Any, seed: int) -> list[Any]:
    _, log = settle(title, Position(state), dict.fromkeys(range(seats), title.BOTS["random"]), Random(seed))
    return [entry.move for entry in log]


def fold_all(title: AnyTitle, starts: Sequence[Any], logs: Sequence[list[Any]]) -> None:
    for state, log in zip(starts, logs, strict=True):
        fold(title, state, log)


def play_all(title: AnyTitle, starts: Sequence[Any], look: bool) -> int:
    chance, moves = Random(1), 0
    for state in starts:
        while asked := title.to_act(state):
            seat = asked[0]
            if look:
                title.observe(state, seat)
            state = title.apply(state, chance.choice(title.legal_moves(state, seat)))
            moves += 1
    return moves
