"""Removing what has run out: sessions, guests who left with their games against bots, old notices and limits."""

from datetime import datetime, timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Q
from django.utils import timezone

from accounts.services import GUEST_KEPT, remove_abandoned_guests, remove_old_uses
from games.models import Game, Notice
from games.reads import wall_clock

NOTICES_KEPT = timedelta(days=90)
"""How long after its end a game's notices stay: as long as anybody may ask what became of a mail."""


def clear_expired() -> None:
    """Delete expired sessions, guests not seen for a while with their games, notices of games long over, old limits.

    Nothing is, while the clock is in doubt: to a clock that is a year ahead all sessions have ended.
    """
    now = timezone.now()
    if not wall_clock.is_settled(now):
        return
    SessionStore.clear_expired()
    remove_guest_games(now)
    remove_abandoned_guests(now)
    remove_old_notices(now)
    remove_old_uses(now)


def remove_guest_games(now: datetime) -> None:
    """Delete the games of abandoned guests in which no other person has a seat."""
    left_before = (now - GUEST_KEPT).date()
    abandoned = Game.objects.filter(host__is_guest=True, host__last_active__lt=left_before)
    abandoned.exclude(players__user__is_guest=False).delete()


def remove_old_notices(now: datetime) -> None:
    """Delete the notices of games that ended long ago, and of tables that never started."""
    ended_before = now - NOTICES_KEPT
    over = Q(game__ended_at__lt=ended_before) | Q(game__status=Game.Status.CANCELLED, written_at__lt=ended_before)
    Notice.objects.filter(over).delete()
