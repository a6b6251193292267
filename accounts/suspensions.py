"""Suspends and closes accounts.

Rooms of `games` put stand-ins in their seats. Closing an account suspends it and deletes it a month later.
"""

import datetime as dt

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.emails import send_account_email
from accounts.models import User
from accounts.personal_data.deletion import end_sessions

CLOSED_KEPT = dt.timedelta(days=30)
"""How long the owner of a closed account can object and get their data."""
SUSPENSION_FIELDS = ("suspended_at", "suspended_until", "suspension_reason", "is_active")

log = structlog.get_logger(__name__)


@transaction.atomic
def suspend(user: User, reason: str = "", until: dt.datetime | None = None) -> bool:
    """Suspend an account. Return False if nothing changed. Without `until` a moderator ends it."""
    if user.suspended_at is not None or not user.is_active:
        return False
    _shut(user, reason, until)
    send_account_email(user, "account_suspended", reason=reason, until=until)
    log.info("account suspended", person=user.pk)
    return True


@transaction.atomic
def close(user: User, reason: str = "") -> bool:
    """Close an account. Return False if nothing changed."""
    if user.is_closed or (user.suspended_at is None and not user.is_active):
        return False
    _shut(user, reason, None)
    user.leaves_at = user.leaves_at or timezone.now() + CLOSED_KEPT
    user.save(update_fields=["leaves_at"])
    send_account_email(user, "account_closed", reason=reason)
    log.info("account closed", person=user.pk)
    return True


def _shut(user: User, reason: str, until: dt.datetime | None) -> None:
    user.suspended_at, user.suspended_until = user.suspended_at or timezone.now(), until
    user.suspension_reason, user.is_active = reason, False
    if user.is_guest:
        # It signs no one in while the guest is suspended, but tells them why, and they have no other way back.
        user.save(update_fields=SUSPENSION_FIELDS)
        return
    user.sessions_ended += 1
    user.save(update_fields=[*SUSPENSION_FIELDS, "sessions_ended"])
    end_sessions(user)


@transaction.atomic
def give_back(user: User) -> bool:
    """Give an account back.

    Return False if nothing changed. A planned deletion stays, because it may be the user's own wish.
    """
    if user.suspended_at is None:
        return False
    user.suspended_at, user.suspended_until, user.suspension_reason, user.is_active = None, None, "", True
    if user.is_guest:
        # They could not be active meanwhile, and have time to come back.
        user.last_active = timezone.localdate()
    user.save(update_fields=[*SUSPENSION_FIELDS, "last_active"])
    send_account_email(user, "account_given_back")
    log.info("account given back", person=user.pk)
    return True


def give_back_due(now: dt.datetime) -> None:
    for pk in User.objects.filter(suspended_until__lte=now).values_list("pk", flat=True):
        with transaction.atomic():
            user = User.objects.select_for_update().filter(pk=pk, suspended_until__lte=now).first()
            if user is not None:
                give_back(user)
