"""The speed of the rules: folding a whole game, and playing legal moves with and without looking."""

from collections.abc import Sequence
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any

from bench.figures import Figure, best_of, calibrate
from games.rules.play import Position, fold, settle
from games.rules.protocol import AnyTitle
from games.rules.registry import get_title

SEATS = 5
GAMES = 40
"""So many games, one after the other with each line-up of special roles: there are 33."""
REPEATS = 5


def measure() -> list[Figure]:
    """Return the figures for five-seat games of Inside Job, base game and all roles, the best of several runs each."""
    title, loop = get_title("insidejob"), calibrate()
    line_ups = next([value for value, _ in option.choices] for option in title.OPTIONS if option.name == "roles")
    return [
        *measure_games(title, [{}], "", loop),
        *measure_games(title, [{"roles": roles, "risky": True} for roles in line_ups], ", all roles", loop),
        Figure("calibration loop", loop * 1000, "ms", "", True, "1 loop"),
    ]


def measure_games(title: AnyTitle, options: Sequence[dict[str, Any]], which: str, loop: float) -> list[Figure]:
    """Return the figures of games that are played with each of `options` in turn; `which` names them."""
    starts = [start_game(title, chosen, seed) for seed, chosen in enumerate(islice(cycle(options), GAMES))]
    logs = [play_game(title, state, seed) for seed, state in enumerate(starts)]
    folding = best_of(REPEATS, partial(fold_all, title, starts, logs)) / GAMES
    moves = play_all(title, starts, look=False)
    playing = moves / best_of(REPEATS, partial(play_all, title, starts, look=False))
    looking = moves / best_of(REPEATS, partial(play_all, title, starts, look=True))
    loops = f"{folding / loop:.4f} loops"
    return [
        Figure(f"fold a whole game{which}", folding * 1000, "ms", "<= 5", folding <= 0.005, loops),
        rate(f"random moves{which}: legal_moves, apply", playing, 25_000, loop),
        rate("the same, with one observation each", looking, 10_000, loop),
    ]


def rate(name: str, moves: float, target: int, loop: float) -> Figure:
    """Return a figure of moves a second, told in moves per calibration loop, too."""
    return Figure(name, moves, "moves/s", f">= {target:,}", moves >= target, f"{moves * loop:,.0f} per loop")


def start_game(title: AnyTitle, chosen: dict[str, Any], seed: int) -> Any:
    """Return the state before the first move of a game with the options `chosen`."""
    options = title.parse_options(chosen, SEATS)
    return title.start(options, title.make_deal(options, SEATS, Random(seed)), title.RULES)


def play_game(title: AnyTitle, state: Any, seed: int) -> list[Any]:
    """Return the moves of a whole game of random bots."""
    _, log = settle(title, Position(state), dict.fromkeys(range(SEATS), title.BOTS["random"]), Random(seed))
    return [entry.move for entry in log]


def fold_all(title: AnyTitle, starts: Sequence[Any], logs: Sequence[list[Any]]) -> None:
    """Fold every game."""
    for state, log in zip(starts, logs, strict=True):
        fold(title, state, log)


def play_all(title: AnyTitle, starts: Sequence[Any], look: bool) -> int:
    """Play every game with random legal moves, looking at the table before each or not. Returns how many moves."""
    chance, moves = Random(1), 0
    for state in starts:
        while asked := title.to_act(state):
            seat = asked[0]
            if look:
                title.observe(state, seat)
            state = title.apply(state, chance.choice(title.legal_moves(state, seat)))
            moves += 1
    return moves
