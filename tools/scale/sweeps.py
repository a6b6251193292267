"""Measures sweeps when many deadlines are due at once, and after an outage of a day."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random
from statistics import median, quantiles
from time import monotonic, perf_counter, process_time

from django.db.models import F, Min
from django.utils import timezone

from games.models import Game, Heartbeat, Move, Outage
from games.models.outage import read_lost
from games.rules.engine.values import CLOCK
from games.state import wall_clock
from games.state.refusals import Refusal
from games.tables.services import deadlines
from games.tables.services import moves as play
from tests.tables.builders import asked, choose
from tools.bench.figures import Figure
from tools.scale.watch import read_server_time, run_apart, settle, watch_transactions

WORKERS = 2
MAX_DUE = 10_000
CREWS = (1, 2, 4)
ROUNDS, MAX_A_ROUND = 3, 1_000
WATCHED = 30.0
DAY = timedelta(days=1)
SAMPLE = 1_000


@dataclass(frozen=True)
class Work:
    """What was spent: processor time here and in PostgreSQL in seconds, and the longest transaction."""

    count: int
    here: float
    server: float
    longest: float


def measure_due() -> list[Figure]:
    warm_up()
    games, now = let_be_due(MAX_DUE)
    works = run_apart([partial(sweep_on, partial(find_left, now))] * WORKERS)
    late = measure_lateness(games, now)
    here, server = average(works)
    longest, p99 = 1000 * max(work.longest for work in works), quantiles(late, n=100)[98]
    shared = f"median {quantiles(late, n=2)[0]:.0f} s, shared {' and '.join(str(work.count) for work in works)}"
    name = f"{len(games):,} due at once: CPU of each"
    return [
        Figure(name, here, "ms", "<= 8", here <= 8, f"PostgreSQL {server:.1f} ms"),
        Figure("how late, p99", p99, "s", "<= 60", p99 <= 60, shared),
        Figure("longest transaction", longest, "ms", "<= 200", longest <= 200, ""),
    ]


def measure_workers() -> list[Figure]:
    warm_up()
    rates: dict[int, list[float]] = {count: [] for count in CREWS}
    costs: dict[int, list[tuple[float, float]]] = {count: [] for count in CREWS}
    for count in CREWS * ROUNDS:
        _, now = let_be_due(MAX_A_ROUND)
        begun = perf_counter()
        works = run_apart([partial(sweep_on, partial(find_left, now))] * count)
        rates[count].append(sum(work.count for work in works) / (perf_counter() - begun))
        costs[count].append(average(works))
    rate = {count: median(found) for count, found in rates.items()}
    return [
        Figure(
            f"deadlines closed, workers: {count}",
            rate[count],
            "a second",
            "",
            True,
            f"{rate[count] / rate[CREWS[0]]:.2f} of the first, {here:.1f} ms each, PostgreSQL {server:.1f} ms",
        )
        for count, (here, server) in ((count, min(found)) for count, found in costs.items())
    ]


def let_be_due(most: int) -> tuple[list[int], datetime]:
    later = timezone.now() - read_lost()
    soon = Game.objects.filter(due_at__gt=later, bank=0).order_by("due_at").values_list("pk", flat=True)
    games = list(soon[: min(most, soon.count() // 2)])
    Game.objects.filter(pk__in=games).update(due_at=timezone.now() - read_lost())
    settle()
    now = timezone.now()
    Heartbeat.objects.update(beat_at=now)
    return games, now


def average(works: Sequence[Work]) -> tuple[float, float]:
    done = sum(work.count for work in works)
    return 1000 * sum(work.here for work in works) / done, 1000 * sum(work.server for work in works) / done


def warm_up() -> None:
    for game in Game.timed.filter(due_at__gt=timezone.now() - read_lost())[:50]:
        with play.lock_table(game.code) as table:
            choose(table, asked(table)[0])


def find_left(now: datetime) -> bool:
    return deadlines._find_due(now).exists()


def sweep_on(goes_on: Callable[[], bool]) -> Work:
    count, here = 0, process_time()
    server = read_server_time()
    with watch_transactions() as seconds:
        while goes_on():
            count += deadlines.sweep()
    return Work(count, process_time() - here, read_server_time() - server, max(seconds, default=0.0))


def measure_lateness(games: Sequence[int], due: datetime) -> list[float]:
    answered = Move.objects.filter(game__in=games, by=CLOCK, made_at__gte=due).order_by()
    return [(row["at"] - due).total_seconds() for row in answered.values("game").annotate(at=Min("made_at"))]


def measure_outage() -> list[Figure]:
    forget_outages()
    warm_up()
    moment, lost = timezone.now(), read_lost()
    chance = Random(1)
    running = list(Game.objects.filter(due_at__gt=moment - lost + timedelta(minutes=30)).values_list("pk", flat=True))
    before = {game.pk: game for game in Game.timed.filter(pk__in=chance.sample(running, min(SAMPLE, len(running))))}
    expected = {pk: game.until for pk, game in before.items()}
    # As if a day had passed: the site's clock is still to be set back.
    Game.objects.filter(due_at__isnull=False).update(due_at=F("due_at") - DAY)
    settle()
    now = timezone.now()
    boots = {wall_clock.BOOT: wall_clock.find_start(now)}
    Heartbeat.objects.update(beat_at=now - DAY, boots=boots)
    end = monotonic() + WATCHED
    apart = chance.sample(sorted(set(running) - before.keys()), min(SAMPLE, len(running) - len(before)))
    *sweeps, moves = run_apart([partial(sweep_until, end)] * WORKERS + [partial(move_until, end, apart)])
    longest, slowest = (1000 * max(work.longest for work in works) for works in (sweeps, [moves]))
    wrong, closed = count_wrong(expected, read_lost() - lost - DAY), len(measure_lateness(list(expected), moment))
    beside = f"{len(running):,} running"
    return [
        Figure("after a day's outage: longest transaction", longest, "ms", "<= 200", longest <= 200, beside),
        Figure("slowest move meanwhile", slowest, "ms", "<= 1000", slowest <= 1000, f"of {moves.count}"),
        Figure("closed that had time left", closed, "", "0", closed == 0, f"of {len(expected)}"),
        Figure("deadlines that are wrong", wrong, "", "0", wrong == 0, f"of {len(expected)}"),
    ]


def forget_outages() -> None:
    Game.objects.filter(due_at__isnull=False).update(due_at=F("due_at") + read_lost(), outage_counted=0)
    Outage.objects.all().delete()


def sweep_until(end: float) -> Work:
    return sweep_on(lambda: monotonic() < end)


def move_until(end: float, games: Sequence[int]) -> Work:
    seconds, here = list[float](), process_time()
    for pk in games:
        if monotonic() > end:
            break
        begun = perf_counter()
        move_in(pk)
        seconds.append(perf_counter() - begun)
    return Work(len(seconds), process_time() - here, 0.0, max(seconds, default=0.0))


def move_in(pk: int) -> None:
    try:
        with play.lock_table(Game.objects.values_list("code", flat=True).get(pk=pk)) as table:
            seat = asked(table)[0]
            decision = table.title.decision(table.states[-1], seat)
            assert decision is not None
            play.submit(table=table, seat=seat, decision=decision.name, moves=choose(table, seat))
    except Refusal:
        return


def count_wrong(expected: dict[int, datetime | None], longer: timedelta) -> int:
    """Count the games that lost time, or that gained time although their clocks do not stop at night.

    `longer` is the outage's length beyond a day.
    """
    wrong = 0
    for game in Game.timed.filter(pk__in=expected):
        due, until = expected[game.pk], game.until
        if due is None or until is None or until < due or (not game.sleeps and until != due + longer):
            wrong += 1
    return wrong
