"""`manage.py check_games`: compare every game with its folded log."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.db.models import Q, QuerySet

from games.models import Game
from games.models.known_rules import name_known
from games.site.consistency import check_stored

AT_ONCE = 200
"""How many games a process checks in one task."""


class Command(BaseCommand):
    """Compares what the rows say with the logs, and prints a line per difference, without secrets. Changes nothing."""

    help = "Compare every game with the fold of its log, and print what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--since",
            type=_read_time,
            help="only games that ended at this time (UTC) or later, such as 2026-11-01, and all that have not ended",
        )
        parser.add_argument("--processes", type=int, default=1, help="how many processes share the work")

    def handle(self, *args: Any, since: datetime | None, processes: int, **options: Any) -> None:
        keys = list(_list_keys(since))
        faults = 0
        for fault in _check_lots(_split(keys), processes):
            faults += 1
            self.stdout.write(fault)
        if newer := _list_games(since).exclude(name_known()).count():
            self.stdout.write(f"{newer} games are played by newer rules than this copy knows: they were not checked.")
        if faults:
            raise CommandError(f"{faults} differences in {len(keys)} games.")
        self.stdout.write(f"{len(keys)} games checked: all equal their fold.")


def _read_time(text: str) -> datetime:
    """Parse a time. Without an offset it is in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("a day or a time, such as 2026-11-01") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _list_keys(since: datetime | None) -> Iterable[int]:
    return _list_games(since).filter(name_known()).values_list("pk", flat=True)


def _list_games(since: datetime | None) -> QuerySet[Game]:
    """Return the games that have not ended, and those that ended after `since`."""
    games = Game.objects.order_by("pk")
    return games if since is None else games.filter(Q(ended_at__gte=since) | Q(ended_at=None))


def _split(keys: Sequence[int]) -> list[Sequence[int]]:
    return [keys[begin : begin + AT_ONCE] for begin in range(0, len(keys), AT_ONCE)]


def _check_lots(lots: Iterable[Sequence[int]], processes: int) -> Iterator[str]:
    if processes <= 1:
        for lot in lots:
            yield from check_lot(lot)
        return
    # Processes must not share a connection.
    connections.close_all()
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        for faults in pool.map(check_lot, lots):
            yield from faults


def check_lot(keys: Iterable[int]) -> list[str]:
    codes = dict(Game.objects.filter(pk__in=keys).values_list("pk", "code"))
    return [f"{codes[key]}: {fault}" for key in keys if key in codes for fault in check_stored(key)]
