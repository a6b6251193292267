"""Measures how many days a game takes if people in three time zones look at their tables three times a day."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import cache
from statistics import mean, quantiles

from games.rules.registry import TITLES
from tools.bench.figures import Figure
from tools.bench.pace_forms import LATER, LEADS, LOST
from tools.bench.pace_games import PlayedGame, play_game
from tools.bench.pace_people import Club, Habits

GAMES = 40
FLAGSHIP, SEATS = "insidejob", 4
MAX_DAYS = 4
PREMOVES = frozenset({LEADS, LOST, LATER})
NOBODY = Habits(share=0)
ALL = Habits()
CAREFUL = replace(ALL, careful=True, willing=0.5)
PEOPLE: Mapping[str, Habits] = {
    "half with care": replace(CAREFUL, share=0.5),
    "all with care": CAREFUL,
    "all, everything": ALL,
}
"""Who prepares answers.

Careful people prepare cards that they are sure of and no votes; at other titles, half of their answers.
"""
NOW = replace(CAREFUL, reach=PREMOVES)
SLOW, QUICK = timedelta(seconds=30), timedelta(seconds=5)
"""How long a person takes to the next table: by the list of their games, and by a key."""
BUSY = replace(NOW, tables=6)
PARIS = replace(NOW, zones=("Europe/Paris",))
FEATURES: Mapping[str, Habits] = {
    "a card for each suit": CAREFUL,
    "and a lead": replace(CAREFUL, reach=frozenset({LEADS})),
    "and by mission": replace(CAREFUL, reach=frozenset({LOST})),
    "and two tricks ahead": replace(CAREFUL, reach=frozenset({LATER})),
    "and all of these": NOW,
    "and sitting together": replace(NOW, stays=True),
    "in Paris": PARIS,
    "in Paris, sitting together": replace(PARIS, stays=True),
    "six tables, by the list": replace(BUSY, finding=SLOW),
    "six tables, by the next one": replace(BUSY, finding=QUICK),
}
"""Which kinds of premoves all people use. All of them are careful."""


def measure() -> Iterable[Figure]:
    for title in TITLES.values():
        for seats in title.SEATS:
            yield from measure_people(title.NAME, seats)
    for name, habits in FEATURES.items():
        yield measure_days(FLAGSHIP, SEATS, name, habits)


def measure_people(title: str, seats: int) -> Iterable[Figure]:
    yield measure_days(title, seats, "nobody prepares", NOBODY)
    for name, habits in PEOPLE.items():
        yield measure_days(title, seats, name, habits)
        if title == FLAGSHIP:
            yield measure_days(title, seats, f"{name}, further", replace(habits, reach=PREMOVES))


def measure_days(title: str, seats: int, name: str, habits: Habits) -> Figure:
    days = [day for number in range(GAMES // habits.tables) for day in play(title, seats, number, habits)]
    beside, has_goal = (
        f"9 of 10 within {quantiles(days, n=10)[-1]:.1f}",
        (title, seats, habits) == (FLAGSHIP, SEATS, NOW),
    )
    target = f"<= {MAX_DAYS}" if has_goal else ""
    return Figure(
        f"{title}, {seats}: {name}", mean(days), "days", target, not has_goal or mean(days) <= MAX_DAYS, beside
    )


def play(title: str, seats: int, number: int, habits: Habits) -> list[float]:
    games = [draw_game(title, seats, GAMES * table + number) for table in range(habits.tables)]
    return Club(games, habits, f"{title} {seats} {number}").play()


@cache
def draw_game(title: str, seats: int, number: int) -> PlayedGame:
    return play_game(TITLES[title], seats, f"{title} {seats} {number}")
