"""The sweep: what was not decided in time is decided by the clock, and tables that never fill are closed.

Deadlines are a column, not timers, so losing the queue costs seconds. Several sweeps at once do no harm: each
deadline is looked at again with the game's row locked.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import takewhile
from time import monotonic

import structlog
from django.db import InterfaceError, OperationalError
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from games.models import Game
from games.post import outbox
from games.reads.table import Table, load_players, load_table
from games.rules.play import close
from games.services.absence import end_if_agreed, put_stand_in
from games.services.downtime import beat
from games.services.play import DICE, lock_game, store

log = structlog.get_logger(__name__)

MISSED_BEFORE_STAND_IN = 2
OPEN_FOR = timedelta(days=7)
MAX_AT_ONCE = 500
MAX_SWEEP = 10.0
"""Seconds after which a sweep leaves the rest to the next: one that went on would hold up the heartbeat."""


def sweep(*, now: datetime | None = None) -> int:
    """Do all that is due; return the number of deadlines closed. Never early: `now` is read before anything else.

    Nothing is done while the clock is in doubt.
    """
    now = now or timezone.now()
    if not beat(now):
        log.warning("clock in doubt", see="/health/ and manage.py accept_clock")
        return 0
    close_unfilled(now)
    return close_expired(now)


def close_expired(now: datetime) -> int:
    """Let the clock answer wherever an answer was due before `now`. Returns in how many games it did."""
    return do_each(find_due(now), close_deadline, now)


def find_due(now: datetime) -> QuerySet[Game, str]:
    """Return the codes of the games in which an answer is due, those due longest first."""
    return Game.objects.filter(due_at__lte=now).order_by("due_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def close_deadline(code: str, now: datetime) -> bool:
    """Answer for those who have not, and let it take effect; tell whether it was still due."""
    with lock_game(code) as game:
        if game.due_at is None or game.due_at > now:
            return False
        table = load_table(game)
        note_missed(table)
        if end_if_agreed(table):
            return True
        position, entries = close(table.title, table.position, DICE)
        store(table, position=position, entries=entries)
    return True


def note_missed(table: Table) -> None:
    """Count what is missed, and tell its owner; at two decisions in a row, put a stand-in in their seat instead.

    What others may not know to have been asked does not count: a stand-in would tell them.
    """
    for player in table.players:
        decision = table.title.decision(table.states[-1], player.seat)
        if not player.owes or player.user is None or decision is None or not decision.public:
            continue
        player.missed += 1
        if player.missed < MISSED_BEFORE_STAND_IN:
            player.save(update_fields=["missed"])
            outbox.write_missed(table.game, player)
        else:
            put_stand_in(player)
            outbox.write_stand_in(table.game, player)


def close_unfilled(now: datetime) -> int:
    """Close tables that have been open for a week, and tell who sits there. Returns how many."""
    return do_each(find_unfilled(now), close_table, now)


def find_unfilled(now: datetime) -> QuerySet[Game, str]:
    """Return the codes of the tables that have been open for too long."""
    old = Game.objects.filter(status=Game.Status.OPEN, opened_at__lte=now - OPEN_FOR)
    return old.order_by("opened_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def close_table(code: str, now: datetime) -> bool:
    """Close one table that did not fill; tell whether it was still open."""
    with lock_game(code) as game:
        if game.status != Game.Status.OPEN or game.opened_at > now - OPEN_FOR:
            return False
        game.status = Game.Status.CANCELLED
        game.version += 1
        game.save(update_fields=["status", "version"])
        outbox.write_closed(game, load_players(game))
    return True


def do_each(codes: Iterable[str], do: Callable[[str, datetime], bool], now: datetime) -> int:
    """Call `do` for one game after the other as long as there is time, and return how many times it did something.

    A game that is gone meanwhile, or that cannot be folded, holds up no other. Raises what says that the database is.
    """
    end = monotonic() + MAX_SWEEP
    return sum(try_one(code, do, now) for code in takewhile(lambda _: monotonic() < end, codes))


def try_one(code: str, do: Callable[[str, datetime], bool], now: datetime) -> bool:
    """Call `do` for one game and return what it does; note what goes wrong."""
    try:
        return do(code, now)
    except Http404:
        return False
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("what is due not done", game=code)
        return False
