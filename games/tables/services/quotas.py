"""How many tables one person may keep going, and open in an hour: counted in the database, exact at any instant."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.state.refusals import Refusal

GOING = (Game.Status.OPEN, Game.Status.RUNNING)

MAX_LISTED = 5
"""So many open public tables one person may have at once."""


def require_listing(user: User) -> None:
    """Make sure that `user` may open another public table, after `require_opening`.

    Raises `Refusal`: "guest" for a guest, "many_public" if `MAX_LISTED` of theirs are open.
    """
    if user.is_guest:
        raise Refusal("guest")
    if Game.objects.filter(host=user, status=Game.Status.OPEN, is_public=True).count() >= MAX_LISTED:
        raise Refusal("many_public")


def require_opening(user: User) -> None:
    """Make sure that `user` may open another table, inside the transaction that opens it.

    Raises `Refusal`: "many_openings" after `OPENINGS_AN_HOUR`, or those of `require_place`.
    """
    require_place(user)
    opened = Game.objects.filter(host=user, opened_at__gt=timezone.now() - timedelta(hours=1))
    if opened.count() >= settings.OPENINGS_AN_HOUR:
        raise Refusal("many_openings")


def require_place(user: User) -> None:
    """Make sure that `user` may sit at another table, inside the transaction that seats them.

    Their row stays locked until its end, so that two requests at one instant are counted one after the other.
    Raises `Refusal("many_tables")` if they sit at as many open and running tables as a guest, or a person, may.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    most = settings.TABLES_A_GUEST if user.is_guest else settings.TABLES_A_PERSON
    if Player.objects.filter(user=user, invited=False, game__status__in=GOING).count() >= most:
        raise Refusal("many_tables")
