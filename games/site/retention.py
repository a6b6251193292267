"""Deletes old notifications, talk, reports, deliveries and keys of repeated requests.

An index on `Game.kept` finds what to delete, a few games at a time.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Act, Delivery, Game, IdempotentRequest, Message, Notification, Report

NOTIFICATIONS_KEPT = timedelta(days=90)
"""How long after the end of a game its notifications are kept: as long as users may ask about an email."""
TALK_KEPT = timedelta(days=365)
"""How long after the end of a game its talk is kept."""
DEAD_TALK_KEPT = timedelta(days=30)
"""How long talk is kept at tables that closed before the start."""
REPORTS_KEPT = timedelta(days=90)
"""How long a report is kept after it was closed."""
ACTS_KEPT = timedelta(days=365)
DELIVERIES_KEPT = timedelta(days=90)
REQUESTS_KEPT = timedelta(days=1)
"""How long a program can repeat a request with its `Idempotency-Key`."""
AT_ONCE, MAX_TIMES = 500, 200
"""Games per batch, and batches per run.

The number is limited, because after an upgrade there may be a million games.
"""
DELIVERIES_AT_ONCE = 2_000
Kept = Game.Kept


def remove_old(now: datetime) -> None:
    _tidy_ended(Notification, Kept.ALL, Kept.TALK, now - NOTIFICATIONS_KEPT)
    _tidy_ended(Message, Kept.TALK, Kept.NOTHING, now - TALK_KEPT)
    _tidy_dead(now)
    Report.objects.filter(closed_at__lt=now - REPORTS_KEPT).delete()
    Act.objects.filter(made_at__lt=now - ACTS_KEPT).delete()
    IdempotentRequest.objects.filter(made_at__lt=now - REQUESTS_KEPT).delete()
    # This matters only for games that last years. The deliveries of finished games are deleted with their
    # notifications.
    for keys in _walk_deliveries(now - DELIVERIES_KEPT):
        done = Delivery.objects.filter(pk__in=keys).exclude(state=Delivery.State.WAITING)
        done.filter(done_at__lt=now - DELIVERIES_KEPT).delete()


def _tidy_ended(model: type[Notification | Message], stage: Kept, then: Kept, before: datetime) -> None:
    due = Game.objects.filter(kept=stage, ended_at__lt=before).order_by("ended_at").values_list("pk", flat=True)
    for _ in range(MAX_TIMES):
        if not (some := list(due[:AT_ONCE])):
            return
        with transaction.atomic():
            # This update locks the rows. Talk that is sent meanwhile sets `kept` again.
            Game.objects.filter(pk__in=some, kept=stage).update(kept=then)
            model._default_manager.filter(game__in=some).delete()


def _tidy_dead(now: datetime) -> None:
    dead = Game.objects.filter(status=Game.Status.CANCELLED, kept__gt=0, opened_at__lt=now - DEAD_TALK_KEPT)
    keys = list(dead.order_by("opened_at").values_list("pk", flat=True)[: AT_ONCE * MAX_TIMES])
    for begin in range(0, len(keys), AT_ONCE):
        some = keys[begin : begin + AT_ONCE]
        with transaction.atomic():
            Message.objects.filter(game__in=some, sent_at__lt=now - DEAD_TALK_KEPT).delete()
            Notification.objects.filter(game__in=some, written_at__lt=now - NOTIFICATIONS_KEPT).delete()
            said, told = Message.objects.filter(game=OuterRef("pk")), Notification.objects.filter(game=OuterRef("pk"))
            Game.objects.filter(~Exists(said), ~Exists(told), pk__in=some).update(kept=Kept.NOTHING)


def _walk_deliveries(before: datetime) -> Iterator[list[int]]:
    """Yield primary keys of old deliveries in batches.

    Keys grow with time, so the walk ends at the first batch without an old delivery.
    """
    last = 0
    while True:
        rows = Delivery.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "told_at")
        lot = list(rows[:DELIVERIES_AT_ONCE])
        if not any(told_at < before for _, told_at in lot):
            return
        yield [key for key, told_at in lot if told_at < before]
        last = lot[-1][0]
