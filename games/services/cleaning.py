"""Removing what has run out: sessions that ended, and guests who left with the games they played against bots."""

from datetime import datetime

from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.services import GUEST_KEPT, remove_abandoned_guests
from games.models import Game


def clear_expired() -> None:
    """Delete expired sessions, and guests not seen for a while with their games."""
    now = timezone.now()
    SessionStore.clear_expired()
    remove_guest_games(now)
    remove_abandoned_guests(now)


def remove_guest_games(now: datetime) -> None:
    """Delete the games of abandoned guests in which no other person has a seat."""
    left_before = (now - GUEST_KEPT).date()
    abandoned = Game.objects.filter(host__is_guest=True, host__last_active__lt=left_before)
    abandoned.exclude(seats__user__is_guest=False).delete()
