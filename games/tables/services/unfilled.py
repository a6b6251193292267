from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Game, Notification, Player
from games.models.known_rules import name_known
from games.models.outage import find_wall_time, read_lost
from games.notifications import outbox
from games.notifications.types import UNFILLED
from games.state import wall_clock

ASK_AFTER = timedelta(days=1)
MAX_AT_ONCE = 500


def ask_hosts() -> int:
    """Ask the hosts of tables that no one fills what to do.

    Each is asked once, after a day of site time, and not while the clock is in doubt.
    """
    now = timezone.now()
    if not wall_clock.is_settled(now):
        return 0
    with transaction.atomic():
        games = list(_find_to_ask(now))
        for game in games:
            outbox.write_unfilled(game)
    return len(games)


def _find_to_ask(now: datetime) -> QuerySet[Game]:
    """Return the tables that their hosts are to be asked about.

    Guests are never asked, nor hosts of tables that settle themselves.
    """
    opened_before = find_wall_time(now - read_lost() - ASK_AFTER)
    open_ones = Game.objects.filter(name_known(), status=Game.Status.OPEN, settle_at=None)
    old = open_ones.filter(opened_at__lte=opened_before, host__is_guest=False)
    free = Player.objects.filter(game=OuterRef("pk"), user=None, bot="")
    asked = Notification.objects.filter(game=OuterRef("pk"), kind=UNFILLED.code)
    return old.filter(Exists(free), ~Exists(asked)).select_related("host").order_by("opened_at")[:MAX_AT_ONCE]
