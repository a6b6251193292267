"""Deletes what is no longer needed: expired sessions, abandoned guests and their games, old rate limits."""

from datetime import datetime

from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts import suspensions
from accounts.personal_data import export
from accounts.services import find_away_guests, remove_abandoned_guests, remove_gone_sessions, remove_old_uses
from accounts.sign_in import mfa_encryption
from games.circles.services import pass_stuck_circles_on
from games.models import Game
from games.personal_data import deletion
from games.site import retention
from games.site.idle_guests import remove_idle_guests
from games.state import wall_clock

AT_ONCE = 500
"""How many games are deleted together."""


def clear_expired() -> None:
    """Delete expired sessions and the like.

    Delete nothing while the clock is in doubt: a clock a year ahead would end all sessions.
    """
    now = timezone.now()
    if not wall_clock.is_settled(now):
        return
    SessionStore.clear_expired()
    deletion.close_due(now)
    suspensions.give_back_due(now)
    pass_stuck_circles_on()
    mfa_encryption.renew()
    deletion.forget_hours()
    remove_gone_sessions()
    remove_idle_guests(now)
    _remove_guest_games(now)
    remove_abandoned_guests(now)
    deletion.close_abandoned(now)
    remove_old_uses(now)
    export.remove_old(now)
    retention.remove_old(now)


def _remove_guest_games(now: datetime) -> None:
    """Delete games where a guest is the only person, unless they are running."""
    abandoned = Game.objects.filter(host__in=find_away_guests(now))
    running = Game.Status.RUNNING
    over = abandoned.exclude(players__user__is_guest=False).exclude(status=running).values_list("pk", flat=True)
    while some := list(over[:AT_ONCE]):
        Game.objects.filter(pk__in=some).delete()
