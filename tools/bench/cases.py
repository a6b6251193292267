"""Measures the processor time of visitors who play the case of the day, on PostgreSQL."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tools.bench.database import measure_on_postgres
from tools.bench.figures import Figure

QUICK, MANY = 100, 2_000
TRICKS, MAX_QUERIES = 8, 3
# They open and close transactions.
FRAMES = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


def measure(is_quick: bool) -> list[Figure]:
    return measure_on_postgres(lambda: measure_visitors(QUICK if is_quick else MANY))


class Count:
    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        self.queries += not sql.startswith(FRAMES)
        return execute(sql, *rest)


def measure_visitors(count: int) -> list[Figure]:
    from django.db import connection
    from django.db.models import Sum

    from games.models import CaseTally
    from tests.cases.builders import store_case

    case, chance = store_case(), random.Random(1)
    queries, steps, times = Counter[str](), Counter[str](), list[float]()

    @contextmanager
    def step(kind: str) -> Iterator[None]:
        with connection.execute_wrapper(counted := Count()):
            begun = time.process_time()
            yield
            times.append(time.process_time() - begun)
        queries[kind] += counted.queries
        steps[kind] += 1

    play(step, case.number, 1, chance)
    times.clear()
    queries.clear()
    steps.clear()
    for _ in range(count):
        play(step, case.number, chance.randint(1, TRICKS), chance)
    assert CaseTally.objects.aggregate(all=Sum("count"))["all"] == count + 1
    each, whole = sum(times) / len(times), 10_000 * sum(times) / count
    return [
        *(make_figure(f"queries: a visitor {kind}", queries[kind] / steps[kind], "", MAX_QUERIES) for kind in steps),
        make_figure("a step of a visitor", 1000 * each, "ms", 20),
        make_figure("10,000 visitors in ten minutes", whole, "s", 600),
    ]


def make_figure(name: str, value: float, unit: str, most: float) -> Figure:
    return Figure(name, value, unit, f"at most {most}", value <= most, "")


def play(step: Callable[[str], Any], number: int, tricks: int, chance: random.Random) -> None:
    from django.test import Client

    visitor, path = Client(), f"/case/{number}/act/"
    with step("comes"):
        visitor.get("/case/")
    for seen in range(1, tricks):
        with step("turns to the next trick"):
            visitor.post(path, {"do": "next", "seen": seen, "clue": 0})
        with step("looks at a trick"):
            visitor.get("/case/")
    with step("accuses"):
        visitor.post(path, {"do": "accuse", "seen": tricks, "clue": 0, "seat": chance.randrange(4)})
    with step("reads the solution"):
        visitor.get("/case/")
