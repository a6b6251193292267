"""Quotas: how many tables a user may have, and open per hour. Counted in the database, so always exact."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.state.refusals import Refusal

GOING = (Game.Status.OPEN, Game.Status.RUNNING)

# Open public tables per host.
MAX_LISTED = 5


def require_listing(user: User) -> None:
    """Check the quota of public tables, after `require_opening`.

    Raises `Refusal`: "guest", "many_public" at `MAX_LISTED`.
    """
    if user.is_guest:
        raise Refusal("guest")
    if Game.objects.filter(host=user, status=Game.Status.OPEN, is_public=True).count() >= MAX_LISTED:
        raise Refusal("many_public")


def require_opening(user: User) -> None:
    """Check the quota of opened tables, in the transaction that opens one.

    Raises `Refusal("many_openings")` after `OPENINGS_AN_HOUR`, and the errors of `require_place`.
    """
    require_place(user)
    opened = Game.objects.filter(host=user, opened_at__gt=timezone.now() - timedelta(hours=1))
    if opened.count() >= settings.OPENINGS_AN_HOUR:
        raise Refusal("many_openings")


def require_place(user: User) -> None:
    """Check the quota of seats, in the transaction that takes one.

    Locks the user's row, so that concurrent requests are counted in turn. Raises `Refusal("many_tables")`.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    most = settings.TABLES_A_GUEST if user.is_guest else settings.TABLES_A_PERSON
    if Player.objects.filter(user=user, invited=False, game__status__in=GOING).count() >= most:
        raise Refusal("many_tables")
