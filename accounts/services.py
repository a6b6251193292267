"""Creates, renames and removes users."""

import datetime as dt
import secrets
from collections.abc import Iterable
from contextlib import suppress

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import LimitedUse, Session, User
from accounts.rate_limits import may_rename
from accounts.selectors import is_name_kept, is_name_taken

zone_changed = Signal()
"""Sent with `person`, and with `earlier`, their earlier time zone, in the transaction that stores the new one."""

GUEST_KEPT = dt.timedelta(days=30)
GUEST_NAME_TRIES = 20


class NameRefused(Exception):
    pass


class NameTaken(NameRefused):
    """Another user has this name or one that looks like it, or used it at one of this user's tables."""


class ManyNames(NameRefused):
    """The user has changed their name too often today."""


class AddressTaken(Exception):
    pass


def make_permanent(person: User, *, email: str, display_name: str) -> User:
    """Make a member of a guest or a new user with a confirmed address. Raises `NameTaken` or `AddressTaken`."""
    was_guest = person.pk is not None
    person.email = email.lower()
    person.display_name = display_name
    person.is_guest = False
    try:
        with transaction.atomic():
            person.save()
            if was_guest and is_name_kept(person.display_name, person):
                raise NameTaken
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    except IntegrityError as error:
        raise (NameTaken if is_name_taken(display_name, by_other_than=person) else AddressTaken) from error
    return person


def change_address(person: User, email: str) -> None:
    """Give a member another address in place of all others. Raises `AddressTaken`.

    Their sessions end, but stay listed until the caller calls `end_listed`.
    """
    person.email, person.mail_refused_at = email.lower(), None
    person.sessions_ended += 1
    try:
        with transaction.atomic():
            EmailAddress.objects.filter(user=person).delete()
            person.save(update_fields=["email", "mail_refused_at", "sessions_ended"])
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    except IntegrityError as error:
        raise AddressTaken from error


def rename(person: User, *, display_name: str, also: Iterable[str] = ()) -> None:
    """Save the name, and the fields in `also`.

    Other fields are not saved, because another request may have changed them. Raises `NameTaken` or `ManyNames`.
    """
    person.display_name = display_name
    try:
        with transaction.atomic():
            # Locked, so that they cannot join a table meanwhile.
            before = User.objects.select_for_update(no_key=True).get(pk=person.pk)
            person.save(update_fields={"display_name", *also})
            if person.display_name != before.display_name:
                _require_change(person)
            if person.time_zone != before.time_zone:
                zone_changed.send(User, person=person, earlier=before.time_zone)
    except IntegrityError as error:
        raise NameTaken from error


def _require_change(person: User) -> None:
    if is_name_kept(person.display_name, person):
        raise NameTaken
    if not may_rename(person):
        raise ManyNames


def create_guest(*, language: str, time_zone: str, display_name: str = "") -> User:
    """Create a guest. Without a name they get one such as `Guest 4821`. Raise `NameTaken`."""
    lengths = range(4, 4 + GUEST_NAME_TRIES)
    for name in [display_name] if display_name else (_draw_guest_name(language, digits) for digits in lengths):
        guest = User(is_guest=True, language=language, time_zone=time_zone, display_name=name)
        guest.set_unusable_password()
        with suppress(IntegrityError), transaction.atomic():
            guest.save()
            return guest
    raise NameTaken


def _draw_guest_name(language: str, digits: int) -> str:
    number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
    with translation.override(language):
        return gettext("Guest %(number)d") % {"number": number}


def sign_in_guest(request: HttpRequest, *, time_zone: str = "") -> User:
    guest = create_guest(
        language=translation.get_language() or settings.LANGUAGE_CODE,
        time_zone=time_zone or settings.TIME_ZONE,
    )
    login(request, guest)
    return guest


def note_activity(guest: User) -> None:
    today = timezone.localdate()
    if guest.last_active != today:
        User.objects.filter(pk=guest.pk).update(last_active=today)


def find_away_guests(now: dt.datetime, kept: dt.timedelta = GUEST_KEPT) -> QuerySet[User]:
    """Return the guests who have been away for longer than `kept`.

    A guest that a moderator keeps out until a day ahead is not away, nor is one whose deletion was announced.
    """
    kept_out = Q(suspended_until__gt=now) | Q(leaves_at__gt=now)
    return User.objects.filter(is_guest=True, last_active__lt=timezone.localdate(now - kept)).exclude(kept_out)


def remove_abandoned_guests(now: dt.datetime) -> int:
    """Delete inactive guests who have and had no seat. Return how many were deleted."""
    guests = find_away_guests(now).filter(players=None, former_players=None)
    return sum(remove_guest(guest) for guest in guests.iterator())


def remove_guest(guest: User) -> bool:
    """Delete a guest. Return False if a game protects them."""
    try:
        # The guest may have joined a table since the query. Then the database refuses, at commit at the latest.
        with transaction.atomic():
            guest.delete()
    except (ProtectedError, IntegrityError):
        return False
    return True


def remove_gone_sessions() -> None:
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def remove_old_uses(now: dt.datetime) -> int:
    return LimitedUse.objects.filter(free_at__lte=now).delete()[0]
