"""Limits on how many tables a user has. They are counted in the database, and so are exact."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.state.refusals import Refusal

MAX_LISTED = 5


def require_listing(user: User) -> None:
    if user.is_guest:
        raise Refusal("guest")
    if user.bot_owner_id:
        raise Refusal("bot_account")
    if Game.objects.filter(host=user, status=Game.Status.OPEN, is_public=True).count() >= MAX_LISTED:
        raise Refusal("many_public")


def require_opening(user: User) -> None:
    """Raise `Refusal` if a user opened too many tables. An owner and their bot accounts count together."""
    owner = user.bot_owner_id or user.pk
    if user.bot_owner_id:
        _lock(owner)
    require_place(user)
    latest = Game.objects.filter(opened_at__gt=timezone.now() - timedelta(hours=1))
    opened = latest.filter(Q(host=owner) | Q(host__bot_owner=owner))
    if opened.count() >= settings.OPENINGS_AN_HOUR:
        raise Refusal("many_openings")


def require_place(user: User) -> None:
    """Raise `Refusal` if a user has too many tables.

    Their row is locked, so that concurrent requests are counted one after another.
    """
    _lock(user.pk)
    most = settings.TABLES_A_GUEST if user.is_guest else settings.TABLES_A_PERSON
    if Player.objects.filter(user=user, invited=False, game__status__in=Game.GOING).count() >= most:
        raise Refusal("many_tables")


def _lock(person: int) -> None:
    User.objects.select_for_update(no_key=True).get(pk=person)
