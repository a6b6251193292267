"""What is done to people: making them, signing guests in, removing guests who left and limits that are over."""

import datetime as dt
import secrets
from contextlib import suppress

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import LimitedUse, User
from accounts.rate_limits import may_rename
from accounts.selectors import is_name_kept, is_name_taken

GUEST_KEPT = dt.timedelta(days=30)
GUEST_NAME_TRIES = 20


class NameRefused(Exception):
    """A display name that a person cannot take now."""


class NameTaken(NameRefused):
    """Another person has this display name or one that reads like it, or had it at a table of theirs."""


class ManyNames(NameRefused):
    """A person has changed their display name as often as they may in a day."""


class AddressTaken(Exception):
    """There is an account with this address."""


def make_permanent(person: User, *, email: str, display_name: str) -> User:
    """Store `person`, new or a guest, with an address known to be theirs. Raise `NameTaken` or `AddressTaken`."""
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


def rename(person: User, *, display_name: str) -> None:
    """Store `person` with all that was changed, under `display_name`. Raise `NameTaken` or `ManyNames`."""
    person.display_name = display_name
    try:
        with transaction.atomic():
            # Locked: they cannot sit down at a table at the same time.
            before = User.objects.select_for_update(no_key=True).get(pk=person.pk).display_name
            person.save()
            if person.display_name != before:
                require_change(person)
    except IntegrityError as error:
        raise NameTaken from error


def require_change(person: User) -> None:
    """Make sure that `person` may change their display name to the one they have now, and count it."""
    if is_name_kept(person.display_name, person):
        raise NameTaken
    if not may_rename(person):
        raise ManyNames


def create_guest(*, language: str, time_zone: str, display_name: str = "") -> User:
    """Store and return a guest: no address, no password, and a name such as `Guest 4821` unless they have one.

    Raises `NameTaken`.
    """
    lengths = range(4, 4 + GUEST_NAME_TRIES)
    for name in [display_name] if display_name else (draw_guest_name(language, digits) for digits in lengths):
        guest = User(is_guest=True, language=language, time_zone=time_zone, display_name=name)
        guest.set_unusable_password()
        with suppress(IntegrityError), transaction.atomic():
            guest.save()
            return guest
    raise NameTaken


def draw_guest_name(language: str, digits: int) -> str:
    """Return a guest's name with a random number of `digits` digits, in words of `language`."""
    number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
    with translation.override(language):
        return gettext("Guest %(number)d") % {"number": number}


def sign_in_guest(request: HttpRequest, *, time_zone: str = "") -> User:
    """Make a guest for this visitor and sign them in; only for a POST. Return the guest."""
    guest = create_guest(
        language=translation.get_language() or settings.LANGUAGE_CODE,
        time_zone=time_zone or settings.TIME_ZONE,
    )
    login(request, guest)
    return guest


def note_activity(guest: User) -> None:
    """Remember that a guest did something today."""
    today = timezone.localdate()
    if guest.last_active != today:
        User.objects.filter(pk=guest.pk).update(last_active=today)


def remove_abandoned_guests(now: dt.datetime) -> int:
    """Delete guests who did nothing for thirty days and sit at no table; return how many."""
    left_before = timezone.localdate(now - GUEST_KEPT)
    guests = User.objects.filter(is_guest=True, last_active__lt=left_before, players=None)
    return sum(remove_guest(guest) for guest in guests.iterator())


def remove_guest(guest: User) -> bool:
    """Delete a guest unless something of a game, taken this moment, protects them; return whether they are gone."""
    try:
        # A seat may be taken after it was looked for: then the database refuses, at the latest when this is committed.
        with transaction.atomic():
            guest.delete()
    except (ProtectedError, IntegrityError):
        return False
    return True


def remove_gone_sessions() -> None:
    """Take sessions off people's lists that have ended by themselves."""
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def remove_old_uses(now: dt.datetime) -> int:
    """Delete what counts in no limit of `accounts.rate_limits` any more; return how many rows there were."""
    return LimitedUse.objects.filter(free_at__lte=now).delete()[0]
