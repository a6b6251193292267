"""What is deleted once nobody needs it any more: notices and talk of tables long over or never begun, reports, and how
notices went out.

`Game.kept` says what there still is. So what is to be removed is found by an index, however many games there are, and
goes a few games at a time.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Act, Delivery, Game, Message, Notification, Report

NOTIFICATIONS_KEPT = timedelta(days=90)
"""How long after its end a game's notices stay: as long as anybody may ask what became of a mail."""
TALK_KEPT = timedelta(days=365)
"""How long talk stays after the end of its game."""
DEAD_TALK_KEPT = timedelta(days=30)
"""How long talk stays at a table that was closed before it began."""
REPORTS_KEPT = timedelta(days=90)
"""How long a report stays once it was closed."""
ACTS_KEPT = timedelta(days=365)
"""How long it is known what operators did."""
DELIVERIES_KEPT = timedelta(days=90)
AT_ONCE, MAX_TIMES = 500, 200
"""Games that are tidied together, and how often in an hour: after an upgrade there may be a million."""
DELIVERIES_AT_ONCE = 2_000
Kept = Game.Kept


def remove_old(now: datetime) -> None:
    """Delete what was kept for as long as the page on privacy says."""
    tidy_ended(Notification, Kept.ALL, Kept.TALK, now - NOTIFICATIONS_KEPT)
    tidy_ended(Message, Kept.TALK, Kept.NOTHING, now - TALK_KEPT)
    tidy_dead(now)
    Report.objects.filter(closed_at__lt=now - REPORTS_KEPT).delete()
    Act.objects.filter(made_at__lt=now - ACTS_KEPT).delete()
    # Of a game that takes years; those of a game that is over go with its notices.
    for keys in walk_deliveries(now - DELIVERIES_KEPT):
        done = Delivery.objects.filter(pk__in=keys).exclude(state=Delivery.State.WAITING)
        done.filter(done_at__lt=now - DELIVERIES_KEPT).delete()


def tidy_ended(model: type[Notification | Message], stage: Kept, then: Kept, before: datetime) -> None:
    """Delete the rows of one kind of games that are at a stage and ended before a time."""
    due = Game.objects.filter(kept=stage, ended_at__lt=before).order_by("ended_at").values_list("pk", flat=True)
    for _ in range(MAX_TIMES):
        if not (some := list(due[:AT_ONCE])):
            return
        with transaction.atomic():
            # First this, which holds the rows: who says something meanwhile says so in them, too.
            Game.objects.filter(pk__in=some, kept=stage).update(kept=then)
            model._default_manager.filter(game__in=some).delete()


def tidy_dead(now: datetime) -> None:
    """Delete old talk and notices of tables that were closed before they began, and those left alone for good."""
    dead = Game.objects.filter(status=Game.Status.CANCELLED, kept__gt=0, opened_at__lt=now - DEAD_TALK_KEPT)
    keys = list(dead.order_by("opened_at").values_list("pk", flat=True)[: AT_ONCE * MAX_TIMES])
    for begin in range(0, len(keys), AT_ONCE):
        some = keys[begin : begin + AT_ONCE]
        with transaction.atomic():
            Message.objects.filter(game__in=some, sent_at__lt=now - DEAD_TALK_KEPT).delete()
            Notification.objects.filter(game__in=some, written_at__lt=now - NOTIFICATIONS_KEPT).delete()
            said, told = Message.objects.filter(game=OuterRef("pk")), Notification.objects.filter(game=OuterRef("pk"))
            Game.objects.filter(~Exists(said), ~Exists(told), pk__in=some).update(kept=Kept.NOTHING)


def walk_deliveries(before: datetime) -> Iterator[list[int]]:
    """Yield the keys of deliveries that may be older than a time, a few at a time.

    They get their keys in the order of time: the first lot without any that old is the last.
    """
    last = 0
    while True:
        rows = Delivery.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "told_at")
        lot = list(rows[:DELIVERIES_AT_ONCE])
        if not any(told_at < before for _, told_at in lot):
            return
        yield [key for key, told_at in lot if told_at < before]
        last = lot[-1][0]
