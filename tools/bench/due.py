"""Measures sweeps that close few deadlines among many games that are not due."""

from datetime import timedelta
from itertools import cycle, islice
from time import perf_counter

from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Game, Heartbeat
from games.tables.services import deadlines
from tests.tables.builders import make_person
from tests.tables.stored import record_games, store_game
from tools.bench.figures import Figure

SEATS, DUE, FEW, MANY, REPEATS = 4, 100, 1_000, 100_000, 3
AT_ONCE = 5_000
MAX_GROWTH = 2.0


def measure_sweeps() -> list[Figure]:
    people = [make_person() for _ in range(SEATS)]
    # The first sweep includes imports and prepared statements.
    sweep_due(people)
    fill(people[0], FEW)
    few = min(sweep_due(people) for _ in range(REPEATS))
    fill(people[0], MANY)
    many = min(sweep_due(people) for _ in range(REPEATS))
    idle = min(seconds_of_sweep(0) for _ in range(REPEATS))
    growth, times = f"{1000 * few:.0f} ms among {FEW:,}, {1000 * many:.0f} ms among {MANY:,}", many / few
    return [
        Figure(
            f"{DUE} due: {MANY:,} games to {FEW:,}",
            times,
            "times",
            f"<= {MAX_GROWTH:.0f}",
            times <= MAX_GROWTH,
            growth,
        ),
        Figure("a deadline closed", 1000 * many / DUE, "ms", "", True, f"among {MANY:,} games"),
        Figure("a sweep with nothing due", 1000 * idle, "ms", "", True, f"among {MANY:,} games"),
    ]


def fill(host: User, count: int) -> None:
    now = timezone.now()
    missing = count - Game.objects.count()
    kinds = cycle([(Game.Status.OVER, None), (Game.Status.OVER, None), (Game.Status.RUNNING, now + timedelta(days=1))])
    rows = (
        Game(title="insidejob", rules=1, options={}, seat_count=SEATS, host=host, status=status, due_at=due)
        for status, due in islice(kinds, missing)
    )
    while part := list(islice(rows, AT_ONCE)):
        Game.objects.bulk_create(part)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_game")


def sweep_due(people: list[User]) -> float:
    recorded = record_games(SEATS)
    places = [(each, length) for each in recorded for length in range(each.vote) if each.states[length].plays]
    for number in range(DUE):
        game, length = places[number * len(places) // DUE]
        row = store_game(game, people, length).game
        Game.objects.filter(pk=row.pk).update(due_at=timezone.now())
    return seconds_of_sweep(DUE)


def seconds_of_sweep(due: int) -> float:
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    begun = perf_counter()
    closed = deadlines.sweep()
    seconds = perf_counter() - begun
    if closed != due:
        raise AssertionError(f"{closed} deadlines closed, not {due}")
    return seconds
