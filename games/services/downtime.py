"""The heartbeat: the sweep alone beats, and so sees for how long there was none. No time that passed so is anybody's.

Deadlines keep what was left of them at the last beat, whether the site was down or the clock was set, forward or back.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Letter
from games.clock import PACES
from games.models import Game, Heartbeat, Notice
from games.post.kinds import REMINDER
from games.reads import wall_clock

DOWN_AFTER = timedelta(seconds=30)
"""Without a sweep for so long, three in a row, the site counts as having been down."""
BOOTS_KEPT = 8
MAX_PACE = timedelta(seconds=max(PACES))


@transaction.atomic
def beat(now: datetime) -> bool:
    """Note that the site is up; tell whether it is, as far as is known, `now`.

    If it was down, all deadlines move by as long as it was: before anything expires, and once, as the row is locked,
    and the next finds it up to date. A clock that was put back by less than `wall_clock.JUMP` moves nothing, and the
    row waits for it: machines whose clocks disagree would move deadlines for ever.
    """
    heart = lock_heart(now)
    if wall_clock.is_credible(heart, now):
        go_on(heart, now)
        return True
    if heart.doubted_since is None:
        Heartbeat.objects.filter(pk=heart.pk).update(doubted_since=now)
    return False


@transaction.atomic
def accept_clock(*, now: datetime | None = None) -> timedelta:
    """Take the clock's word for an operator; return by how much deadlines moved, nothing if there was no doubt.

    Should it prove wrong within `wall_clock.SETTLED` and go back, so do they.
    """
    now = now or timezone.now()
    heart = Heartbeat.objects.select_for_update().first()
    if heart is None or wall_clock.is_credible(heart, now):
        return timedelta(0)
    Heartbeat.objects.filter(pk=heart.pk).update(sure_at=heart.beat_at, accepted_at=now)
    go_on(heart, now)
    return now - heart.beat_at


def lock_heart(now: datetime) -> Heartbeat:
    """Return the one row, locked; the first time ever it is made."""
    first = {"beat_at": now, "boots": {wall_clock.BOOT: wall_clock.find_start(now)}}
    return Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults=first)[0]


def go_on(heart: Heartbeat, now: datetime) -> None:
    """Beat, and move what is to move."""
    gap = now - heart.beat_at
    if -wall_clock.JUMP <= gap <= timedelta(0):
        Heartbeat.objects.filter(pk=heart.pk, doubted_since__isnull=False).update(doubted_since=None)
    else:
        boots = {**heart.boots, wall_clock.BOOT: wall_clock.find_start(now)}
        latest = sorted(boots, key=lambda boot: boots[boot])[-BOOTS_KEPT:]
        kept = {boot: boots[boot] for boot in {*latest, wall_clock.BOOT}}
        Heartbeat.objects.filter(pk=heart.pk).update(beat_at=now, boots=kept, doubted_since=None)
    if gap >= DOWN_AFTER or gap < -wall_clock.JUMP:
        move_all(heart.beat_at, now)
    if heart.doubted_since is not None or abs(gap) > wall_clock.JUMP:
        bring_near(now)


def move_all(last: datetime, now: datetime) -> None:
    """Move what was still to come at the `last` beat to where as much of it is left `now`."""
    gap = now - last
    # What was due before was late already, and its player had all the time there was.
    Game.objects.filter(due_at__gt=last).update(due_at=F("due_at") + gap, version=F("version") + 1)
    reminders = Notice.objects.filter(kind=REMINDER.code, state=Notice.State.WAITING)
    reminders.filter(send_at__gt=last).update(send_at=F("send_at") + gap)
    tables = Game.objects.filter(status=Game.Status.OPEN)
    if gap > timedelta(0):
        tables.filter(opened_at__gt=last).update(opened_at=now)
        tables.filter(opened_at__lte=last).update(opened_at=F("opened_at") + gap)
    else:
        tables.filter(opened_at__gt=now).update(opened_at=F("opened_at") + gap)


def bring_near(now: datetime) -> None:
    """Give what was asked by a wrong clock the time that its table chose, and let no mail wait for years."""
    running = Game.objects.filter(due_at__gt=now)
    for pace, vote_time in running.order_by().values_list("pace", "vote_time").distinct():
        latest = now + timedelta(seconds=max(pace, vote_time))
        tables = running.filter(pace=pace, vote_time=vote_time, due_at__gt=latest)
        tables.update(due_at=latest, version=F("version") + 1)
    Notice.objects.filter(state=Notice.State.WAITING, send_at__gt=now + MAX_PACE).update(send_at=now)
    Letter.objects.filter(written_at__gt=now).update(send_at=now, expires_at=now + wall_clock.JUMP)
