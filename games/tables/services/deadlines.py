"""The sweep does what is due: premoves, expired decisions, weekly tables, and tables that did not fill.

Deadlines are a column, so losing the queue costs only seconds. Each is checked again under lock, so sweeps may overlap.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, takewhile
from time import monotonic

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from accounts.emails import wake_worker
from games.clock.table_clock import add_waking, find_alone
from games.models import Game, Player
from games.models.known_rules import name_known
from games.models.outage import find_wall_time, read_lost
from games.notifications import outbox
from games.rules.engine.narration import GRACED
from games.rules.engine.play import close
from games.state.table import Table, find_extension, is_alone, load_players, load_table
from games.tables.services.moves import DICE, lock_game, store
from games.tables.services.newer_rules import hold_clocks
from games.tables.services.outages import note_heartbeat
from games.tables.services.pauses import go_on, note_clock_move, rest_if_due, save_due
from games.tables.services.premoves import apply_premoves, find_premoves, play_premoves
from games.tables.services.ready import find_unready, free_unready
from games.tables.services.stand_ins import abandon, end_if_agreed, put_stand_in
from games.tables.services.vacations import charge
from games.tables.services.weekly_tables import find_due as find_weekly_tables
from games.tables.services.weekly_tables import (
    find_gathered,
    find_overflowing,
    open_overflow,
    open_weekly_table,
    settle,
)

log = structlog.get_logger(__name__)

MISSED_BEFORE_STAND_IN = 2
OPEN_FOR = timedelta(days=7)
MAX_AT_ONCE = 500
# How many seconds a sweep may take. A longer one would delay the heartbeat.
MAX_SWEEP = 10.0
BATCH = 10
# After so many seconds a batch takes no further game, because players wait for its locks.
MAX_LOCK = 0.1
SWEEP = "games.tasks.sweep"


def sweep(*, now: datetime | None = None) -> int:
    """Do everything that is due.

    Return the number of deadlines that were closed. None are closed while the clock is in doubt.
    """
    now = now or timezone.now()
    if not note_heartbeat(now):
        log.warning("clock in doubt", see="/health/ and manage.py accept_clock")
        return 0
    hold_clocks(now)
    do_each(find_unready(now), free_unready, now, share=0.5)
    do_each(find_gathered(now), settle, now, share=0.5)
    do_each(find_weekly_tables(now), open_weekly_table, now, share=0.5)
    do_each(find_overflowing(now), open_overflow, now, share=0.5)
    _close_unfilled(now)
    do_each(find_premoves(), play_premoves, now, share=0.5)
    return _close_expired(now)


def _close_expired(now: datetime) -> int:
    """Close a batch of expired deadlines. If more than one batch is due, queue another sweep."""
    due, end, failed, closed, size = _find_due(now), monotonic() + MAX_SWEEP, set[int](), 0, BATCH
    for number in takewhile(lambda _: monotonic() < end, count()):
        batch = _close_batch(due.exclude(pk__in=failed) if failed else due, now, failed, size)
        closed += batch.closed
        if batch.tried == batch.found < size:
            break
        if number == 0 and batch.found == size:
            wake_worker(SWEEP, queue="clock")
        size = min(BATCH, 2 * batch.tried)
    return closed


@dataclass(frozen=True)
class Batch:
    found: int
    tried: int
    closed: int


def _find_due(now: datetime) -> QuerySet[Game]:
    return Game.timed.filter(name_known(), due_at__lte=now - read_lost()).order_by("due_at")


def _close_batch(due: QuerySet[Game], now: datetime, failed: set[int], size: int = BATCH) -> Batch:
    """Close games together. If one fails, roll back and close each separately; those that fail again go to `failed`."""
    try:
        with transaction.atomic():
            return _close_locked(due, size, lambda game: close_deadline(game, now))
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.warning("a batch undone", exc_info=True)
    with transaction.atomic():
        return _close_locked(due, size, lambda game: _try_to_close(game, now, failed))


def _close_locked(due: QuerySet[Game], size: int, close_one: Callable[[Game], bool]) -> Batch:
    """Lock and close games: at least one, and more for `MAX_LOCK` seconds."""
    games = list(due.select_for_update(skip_locked=True, of=("self",))[:size])
    if not games:
        return Batch(0, 0, 0)
    end = monotonic() + MAX_LOCK
    in_time = takewhile(lambda game: game is games[0] or monotonic() < end, games)
    closed = [close_one(game) for game in in_time]
    return Batch(len(games), len(closed), sum(closed))


def _try_to_close(game: Game, now: datetime, failed: set[int]) -> bool:
    try:
        with transaction.atomic():
            return close_deadline(game, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("what is due not done", game=game.code)
        failed.add(game.pk)
        return False


def close_deadline(game: Game, now: datetime) -> bool:
    """Answer for all who are late. Return whether that was needed."""
    if game.until is None or game.until > now:
        _leave_for_later(game)
        return False
    if game.stands_still:
        abandon(load_table(game))
        return False
    if game.paused_at is not None:
        go_on(load_table(game))
        return False
    table = load_table(game)
    if apply_premoves(table) or _give_time(table):
        return False
    _note_missed(table)
    if end_if_agreed(table):
        return True
    position, entries = close(table.title, table.position, DICE)
    rest_if_due(store(table, position=position, entries=entries))
    return True


def _leave_for_later(game: Game) -> None:
    """Store the deadline of a game as an outage has moved it, so that sweeps skip the game until then."""
    if game.until is not None and game.outage_counted != game.site_clock.latest:
        game.recount_outages()
        game.save(update_fields=Game.DEADLINE_COLUMNS)


def _give_time(table: Table) -> bool:
    """Give time from the bank, or else a grace period, if one player is openly asked. Return whether any was left."""
    game, seat = table.game, find_alone(table.asked)
    if seat is None or game.until is None or not (source := find_extension(table, seat)):
        return False
    player = table.players[seat]
    time, sitter = player.bank or game.clock.grace(player.hours), player.sitter
    player.in_grace = source == GRACED
    player.bank_spent += player.bank
    player.save(update_fields=["bank_spent", "in_grace"])
    wait = add_waking(game.until, {seat: time}, {seat: sitter}, timezone.now())
    charge(table.players, wait, timezone.now())
    game.set_deadline(wait.until)
    note_clock_move(game, len(table.entries), source, seat)
    save_due(game, to_spectators=False)
    return True


def _note_missed(table: Table) -> None:
    """Count missed decisions and put stand-ins in.

    Secret decisions do not count, because a stand-in would reveal them. Players alone with bots are only notified
    about the stand-in. The caller stores the counts.
    """
    missed = [player for player in table.players if _has_missed(table, player)]
    for player in missed:
        player.missed += 1
        if player.missed >= MISSED_BEFORE_STAND_IN:
            put_stand_in(player)
            outbox.write_stand_in(table.game, player)
    if not is_alone(table.players):
        outbox.write_missed(table.game, [player for player in missed if not player.stand_in])


def _has_missed(table: Table, player: Player) -> bool:
    decision = table.asked.get(player.seat)
    return bool(player.owes) and player.user is not None and decision is not None and decision.public


def _close_unfilled(now: datetime) -> int:
    return do_each(_find_unfilled(now), _close_table, now)


def _find_unfilled(now: datetime) -> QuerySet[Game, str]:
    """Return the codes of tables that have been open too long. This needs no rules: a title may have been removed."""
    old = Game.objects.filter(status=Game.Status.OPEN, opened_at__lte=_find_opening(now))
    return old.order_by("opened_at").values_list("code", flat=True)[:MAX_AT_ONCE]


def _find_opening(now: datetime) -> datetime:
    return find_wall_time(now - read_lost() - OPEN_FOR)


def _close_table(code: str, now: datetime) -> bool:
    with lock_game(code, needs_rules=False) as game:
        if game.status != Game.Status.OPEN or game.opened_at > _find_opening(now):
            return False
        game.status = Game.Status.CANCELLED
        game.grow()
        game.save(update_fields=["status", "version"])
        outbox.write_closed(game, load_players(game))
    return True


def do_each(codes: Iterable[str], do: Callable[[str, datetime], bool], now: datetime, share: float = 1.0) -> int:
    """Do something for each game, for a share of `MAX_SWEEP`. Database errors stop it; errors in one game do not."""
    end = monotonic() + share * MAX_SWEEP
    return sum(_try_one(code, do, now) for code in takewhile(lambda _: monotonic() < end, codes))


def _try_one(code: str, do: Callable[[str, datetime], bool], now: datetime) -> bool:
    try:
        return do(code, now)
    except Http404:
        return False
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("what is due not done", game=code)
        return False
