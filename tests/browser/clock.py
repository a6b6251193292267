"""Lets time pass on the site's database: `python -m tests.browser.clock CODE[,CODE] WHAT`.

Of a game's time WHAT comes: its `deadline`; all its `notifications`; the `limit` after which a turn is told to
anybody; or the moment at which the question was `asked`, anew.
"""

import sys
from datetime import timedelta

import django


def pass_time(codes: str, what: str) -> None:
    """Make the deadlines of games, or all their notices, due now; or let what is asked there have been asked now."""
    from django.utils import timezone

    from games.models import Delivery, Game, Notification
    from games.models.outage import read_lost

    listed = codes.split(",")
    now = timezone.now()
    # Before all that has become due since the stage was set: the oldest is told first.
    first = now - timedelta(hours=1)
    if what == "deadline":
        here = now - read_lost()
        moved = Game.objects.filter(code__in=listed, due_at__gt=here).update(due_at=here)
        assert moved, f"nothing to move in {codes}"
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


if __name__ == "__main__":
    django.setup()
    pass_time(*sys.argv[1:])
