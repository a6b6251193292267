"""The heartbeat, which each sweep writes.

A gap in it is an outage, which takes no time from players. Deadlines are in site time, which stops during outages and
clock jumps, so no game needs an update.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.availability.waking_hours import Hours, postpone
from accounts.models import AccountEmail
from games.clock.table_clock import PACES
from games.models import Delivery, Game, Heartbeat, Notification, Outage, Player
from games.models.game import EVER_PAUSED
from games.models.outage import read_lost
from games.notifications import outbox
from games.notifications.types import REMINDER
from games.state import wall_clock
from games.tables.services.pauses import PAUSE, list_spans
from insidejob.cache_stamps import SITE, forget_stamps

BOOTS_KEPT = 8
MAX_PACE = timedelta(seconds=max(PACES))


@transaction.atomic
def note_heartbeat(now: datetime) -> bool:
    """Note that the site is up, and record an outage if it was down.

    Return whether the clock is believed. The row is locked, so that an outage is recorded once, before any deadline
    expires. If the clock goes back by less than `wall_clock.JUMP`, no outage is recorded: machines with different
    clocks would otherwise move deadlines forever.
    """
    _leave_the_disk_for_later()
    heart = _lock_heart(now)
    if wall_clock.is_credible(heart, now):
        _go_on(heart, now)
        return True
    if heart.doubted_since is None:
        Heartbeat.objects.filter(pk=heart.pk).update(doubted_since=now)
    return False


@transaction.atomic
def accept_clock(*, now: datetime | None = None) -> timedelta:
    """Believe the clock after a jump.

    Return by how much deadlines moved. If the clock goes back again within `wall_clock.SETTLED`, the deadlines follow.
    """
    now = now or timezone.now()
    heart = Heartbeat.objects.select_for_update().first()
    if heart is None or wall_clock.is_credible(heart, now):
        return timedelta(0)
    Heartbeat.objects.filter(pk=heart.pk).update(sure_at=heart.beat_at, accepted_at=now)
    _go_on(heart, now)
    return now - heart.beat_at


def _leave_the_disk_for_later() -> None:
    """Commit this transaction without waiting for the disk, because all sweeps wait for its lock.

    A crash may lose the last heartbeats, and then their outage is recorded again. No later transaction can survive a
    crash that loses this one, because PostgreSQL writes its log in order.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO off")


def _lock_heart(now: datetime) -> Heartbeat:
    first = {"beat_at": now, "boots": {wall_clock.BOOT: wall_clock.find_start(now)}}
    return Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults=first)[0]


def _go_on(heart: Heartbeat, now: datetime) -> None:
    gap = now - heart.beat_at
    if -wall_clock.JUMP <= gap <= timedelta(0):
        Heartbeat.objects.filter(pk=heart.pk, doubted_since__isnull=False).update(doubted_since=None)
    else:
        boots = {**heart.boots, wall_clock.BOOT: wall_clock.find_start(now)}
        latest = sorted(boots, key=lambda boot: boots[boot])[-BOOTS_KEPT:]
        kept = {boot: boots[boot] for boot in {*latest, wall_clock.BOOT}}
        Heartbeat.objects.filter(pk=heart.pk).update(beat_at=now, boots=kept, doubted_since=None)
    if gap >= wall_clock.DOWN_AFTER or gap < -wall_clock.JUMP:
        _note_outage(heart.beat_at, now)
    if heart.doubted_since is not None or abs(gap) > wall_clock.JUMP:
        _bring_near(now)


def _note_outage(last: datetime, now: datetime) -> None:
    """Record an outage.

    If the clock was put back, columns in wall time move, too.
    """
    gap = now - last
    forget_stamps(SITE)
    Outage.objects.create(began_at=last, ended_at=now, lost=read_lost() + gap)
    if gap < timedelta(0):
        reminders = Notification.objects.filter(kind=REMINDER.code, state=Notification.State.WAITING, send_at__gt=last)
        reminders.update(send_at=F("send_at") + gap)
        Game.objects.filter(status=Game.Status.OPEN, opened_at__gt=now).update(opened_at=F("opened_at") + gap)
        _move_pauses(now, gap)


def _bring_near(now: datetime) -> None:
    """Repair times in the far future, which a clock that ran ahead has stored."""
    _mend_pauses(now)
    forget_stamps(SITE)
    here = now - read_lost()
    asked = list(Player.objects.filter(asked_at__gt=now).exclude(owes="").values_list("game", flat=True))
    running = Game.objects.filter(due_at__gt=here, paused_at=None, pk__in=asked)
    for pace, vote_time in running.order_by().values_list("pace", "vote_time").distinct():
        latest = here + timedelta(seconds=max(pace, vote_time))
        tables = running.filter(pace=pace, vote_time=vote_time, due_at__gt=latest)
        tables.update(due_at=latest, version=F("version") + 1)
    Notification.objects.filter(state=Notification.State.WAITING, send_at__gt=now + MAX_PACE).update(send_at=now)
    Delivery.objects.filter(state=Delivery.State.WAITING, send_at__gt=now + MAX_PACE).update(send_at=now)
    AccountEmail.objects.filter(written_at__gt=now).update(send_at=now, expires_at=now + wall_clock.JUMP)


def _list_paused() -> QuerySet[Game]:
    return Game.timed.select_for_update(of=("self",)).filter(EVER_PAUSED)


def _move_pauses(now: datetime, gap: timedelta) -> None:
    for game in _list_paused():
        if game.paused_at is not None and game.paused_due is not None and game.paused_at > now:
            game.paused_at, game.paused_due = game.paused_at + gap, game.paused_due + gap
        game.pauses = _cut_pauses(game, now)
        game.save(update_fields=["paused_at", "paused_due", "pauses"])


def _mend_pauses(now: datetime) -> None:
    """Repair pauses that begin in the future. The decisions keep the time that was left."""
    for game in _list_paused():
        ended_at = list_spans(game.pauses)[-1][1] if game.pauses else now
        if game.paused_at is not None and game.paused_at > now:
            _mend_begin(game, now)
        elif ended_at > now and game.until is not None and game.paused_at is None:
            game.set_deadline(postpone(game.until, (ended_at, now), _list_everybody(game)))
        else:
            continue
        game.pauses = _cut_pauses(game, now)
        game.grow()
        game.save(update_fields=[*Game.DEADLINE_COLUMNS, "version", "pauses"])
        outbox.remind_anew(game)


def _mend_begin(game: Game, now: datetime) -> None:
    """Make a pause begin now. Decisions that were asked while the clock was right keep their deadline."""
    begun, due = game.paused_at, game.paused_due
    if begun is not None and due is not None and game.players.filter(asked_at__gt=now).exists():
        due = postpone(due, (begun, now), _list_everybody(game))
    game.set_deadline(now + PAUSE)
    game.paused_at, game.paused_due = now, due


def _cut_pauses(game: Game, now: datetime) -> list[list[str]]:
    return [[min(moment, now).isoformat() for moment in span] for span in list_spans(game.pauses)]


def _list_everybody(game: Game) -> list[Hours]:
    return [player.hours for player in game.players.all() if player.user_id is not None]
