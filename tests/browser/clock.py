"""Lets time pass on the site's database: `python -m tests.browser.clock CODE[,CODE] WHAT`.

Of a game's time WHAT comes: its `deadline`; all its `notifications`; the `limit` after which a turn is told to
anybody; the moment at which the question was `asked`, anew; or the end of a weekly table's day, to `settle` it. Of
a recurring table, `weekly` is its time of the week.
"""

import sys
from datetime import timedelta

import django


def pass_time(codes: str, what: str) -> None:
    """Make the deadlines of games, or all their notices, due now; or let what is asked there have been asked now."""
    from django.utils import timezone

    from games.models import Delivery, Game, Notification, RecurringTable
    from games.models.outage import read_lost

    listed = codes.split(",")
    now = timezone.now()
    # Before all that has become due since the stage was set: the oldest is told first.
    first = now - timedelta(hours=1)
    if what == "deadline":
        here = now - read_lost()
        moved = Game.objects.filter(code__in=listed, due_at__gt=here).update(due_at=here)
        assert moved, f"nothing to move in {codes}"
    elif what == "settle":
        assert Game.objects.filter(code__in=listed, status="open").update(settle_at=now - read_lost())
    elif what == "weekly":
        assert RecurringTable.objects.filter(code__in=listed).update(next_at=now)
    elif what == "asked":
        asked = Notification.objects.filter(game__code__in=listed, kind="turn")
        Delivery.objects.filter(notification__in=asked).delete()
        asked.update(state=Notification.State.WAITING, told_at=None, send_at=first, written_at=now)
        Game.objects.filter(code__in=listed).update(due_at=now - read_lost() + timedelta(days=3))
    else:
        if what == "limit":
            Notification.objects.filter(game__code__in=listed).update(written_at=now - timedelta(minutes=10))
        # Some may have gone out by themselves, if the site has been up for a while.
        waiting = Notification.objects.filter(game__code__in=listed, state=Notification.State.WAITING)
        waiting.exclude(kind="reminder").update(send_at=first)
        Delivery.objects.filter(notification__game__code__in=listed, state=Delivery.State.WAITING).update(send_at=first)


def wake_workers() -> None:
    """Let the workers look at once for what is due now, and not within ten seconds."""
    from accounts.emails import wake_worker

    for task, queue in (("sweep", "clock"), ("send_mail", "mail"), ("send_messages", "outbound")):
        wake_worker(f"games.tasks.{task}", queue)


if __name__ == "__main__":
    django.setup()
    pass_time(*sys.argv[1:])
    wake_workers()
