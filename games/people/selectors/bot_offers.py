"""Bot accounts that take invitations."""

from typing import Any

from django.db.models import Max, Q, QuerySet

from accounts.models import Block, User


def _find_offering(reader: User) -> QuerySet[User]:
    """Return the bots that take invitations, the last seen first, with their offers and `seen_at`.

    Those that the reader blocked are left out. Those of owners who blocked the reader are not: their absence would
    show it.
    """
    blocked = Block.objects.filter(by=reader).values("person")
    found = User.objects.filter(bot_offers__isnull=False, is_active=True, bot_owner__is_active=True, left_at=None)
    others = found.exclude(Q(pk__in=blocked) | Q(bot_owner__in=blocked)).distinct()
    seen = others.annotate(seen_at=Max("tokens__used_at")).order_by("-seen_at", "pk")
    return seen.select_related("bot_owner").prefetch_related("bot_offers")


def list_offering(reader: User, title: str = "", seats: int = 0) -> list[User]:
    """Return the bots that play a title (any if empty) with a number of seats (any if 0)."""
    return [bot for bot in _find_offering(reader) if _plays(bot, title, seats)]


def _plays(bot: Any, title: str, seats: int) -> bool:
    played = {offer.title: offer.seats for offer in bot.bot_offers.all()}
    wanted = [played.get(title, [])] if title else played.values()
    return any(seats in each if seats else each for each in wanted)
