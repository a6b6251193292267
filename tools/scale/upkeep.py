"""Measures the hourly cleaning, `check_games`, and disk space."""

from datetime import timedelta
from functools import partial
from time import perf_counter

from django.db import connection
from django.utils import timezone

from games.management.commands.check_games import _list_keys, check_lot
from games.models import Game
from games.site import cleaning
from tools.bench.figures import Figure
from tools.scale.watch import run_apart, spend, watch_transactions

CHECKED = 400
LARGEST = """
    SELECT relname, pg_total_relation_size(relid), n_live_tup FROM pg_stat_user_tables
    ORDER BY pg_total_relation_size(relid) DESC LIMIT 8
"""


def measure_cleaning() -> list[Figure]:
    with watch_transactions() as seconds:
        here, server = spend(cleaning.clear_expired)
    longest = 1000 * max(seconds)
    return [
        Figure("hourly cleaning: CPU", 1000 * here, "ms", "", True, f"PostgreSQL {1000 * server:.0f} ms"),
        Figure("its longest transaction", longest, "ms", "<= 200", longest <= 200, f"{len(seconds)} transactions"),
    ]


def measure_checks() -> list[Figure]:
    keys = list(_list_keys(None))
    lot = keys[:: max(1, len(keys) // CHECKED)]
    half = len(lot) // 2
    faults = check_lot(lot)
    alone = time_apart([lot])
    together = time_apart([lot[:half], lot[half:]])
    rate, hours = len(lot) / together, len(keys) * together / len(lot) / 3600
    lately = len(list(_list_keys(timezone.now() - timedelta(days=1))))
    return [
        Figure("check_games by one process", len(lot) / alone, "games/s", "", True, f"{len(lot)} games"),
        Figure("by two", rate, "games/s", "", True, f"{len(keys):,} in {hours:.1f} h; since yesterday {lately:,}"),
        Figure("differences from the fold", len(faults), "", "0", not faults, f"of {len(lot)} games"),
    ]


def time_apart(lots: list[list[int]]) -> float:
    begun = perf_counter()
    run_apart([partial(check_lot, lot) for lot in lots])
    return perf_counter() - begun


def measure_room() -> list[Figure]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0] / 1e9
        cursor.execute(LARGEST)
        rows = [Figure(f"  {name}", room / 1e9, "GB", "", True, f"{count:,} rows") for name, room, count in cursor]
    return [Figure("room", size, "GB", "<= 20", size <= 20, f"{Game.objects.count():,} games"), *rows]
