"""The contacts of a user: setting them up, switching notifications on and off, and pausing."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import ToldBy, User
from games.models import CaseReminder, ChannelTest, Contact, Delivery, Device, Game
from games.notifications.channels import CHANNELS, MAIL, PUSH, WEBHOOK
from games.notifications.types import NOTIFICATION_TYPES, SWITCHES, Group

FEED = "feed"
"""Used instead of a channel's code for the secret address of feed and calendar."""
MAX_DEVICES = 10


def word_channel(code: str) -> str:
    """Return the name of a channel, or of `FEED`, for readers."""
    return gettext("Feed and calendar") if code == FEED else str(CHANNELS[code].name)


def list_contacts(user: User) -> list[Contact]:
    """Return a user's contacts with `user` set. Email comes first and is always there, except for guests."""
    rows = {row.channel: row for row in Contact.objects.filter(user=user)}
    if not user.is_guest:
        rows.setdefault(MAIL.code, Contact(channel=MAIL.code))
    for row in rows.values():
        row.user = user
    return [rows[code] for code in CHANNELS if code in rows]


def find_contact(user: User, channel: str) -> Contact | None:
    return next((row for row in list_contacts(user) if row.channel == channel), None)


def choose(contact: Contact, on: Iterable[str], schedule: str) -> None:
    """Store what a user chose for a contact. The switches of email are stored on the user."""
    kept = set(on)
    off = [] if contact.channel == MAIL.code else [switch for switch in SWITCHES if switch not in kept]
    Contact.objects.update_or_create(
        user=contact.user, channel=contact.channel, defaults={"off": off, "schedule": schedule}
    )


@transaction.atomic
def connect(user: User, channel: str, address: str = "") -> Contact:
    """Set up a channel or change its address. This makes a new secret, ends a pause and forgets the last test."""
    changed = {"address": address, "secret": secrets.token_urlsafe(32), "paused_at": None}
    contact, _ = Contact.objects.update_or_create(user=user, channel=channel, defaults=changed)
    ChannelTest.objects.filter(contact=contact).delete()
    CaseReminder.objects.filter(user=user, channel=channel).update(failed_days=0)
    if channel == WEBHOOK.code:
        note_told_by(user, ToldBy.PUSH)
    _note_paused(user)
    return contact


@transaction.atomic
def disconnect(user: User, channel: str) -> None:
    Contact.objects.filter(user=user, channel=channel).delete()
    CaseReminder.objects.filter(user=user, channel=channel).delete()
    if channel == PUSH.code:
        Device.objects.filter(user=user).delete()
    if channel in (PUSH.code, WEBHOOK.code):
        note_told_by(user, "")
    _note_paused(user)


@transaction.atomic
def add_device(
    user: User, *, endpoint: str, public_key: str, auth_secret: str, name: str, session: UserSession | None = None
) -> bool:
    """Store a browser's push subscription, and take it from any other user who had it.

    Return False if the user has too many.
    """
    others = Device.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= MAX_DEVICES:
        return False
    keys = {"user": user, "public_key": public_key, "auth_secret": auth_secret, "name": name, "session": session}
    Device.objects.update_or_create(endpoint=endpoint, defaults={**keys, "refused_at": None})
    # A browser that subscribes again gets another endpoint; what was refused is not the one that it has now.
    Device.objects.filter(user=user, session=session, refused_at__isnull=False).delete()
    Contact.objects.get_or_create(user=user, channel=PUSH.code)
    note_told_by(user, ToldBy.PUSH)
    _go_on(user, PUSH.code)
    return True


def tie_devices(user: User, session: UserSession | None) -> None:
    """Make the push subscription of a guest who became a member end with their session."""
    Device.objects.filter(user=user, session=None).update(session=session)


def find_device(user: User, session: UserSession | None) -> Device | None:
    """Return the subscription of the browser that has this session. Guests have one browser, and no listed session."""
    if session is None and not user.is_guest:
        return None
    return Device.objects.filter(user=user, session=session).order_by("-pk").first()


@transaction.atomic
def renew_device(device: Device, *, endpoint: str, public_key: str, auth_secret: str) -> None:
    """Store the new subscription of a browser that subscribed again. If push was paused, it goes on."""
    Device.objects.filter(endpoint=endpoint).exclude(pk=device.pk).delete()
    device.endpoint, device.public_key, device.auth_secret = endpoint, public_key, auth_secret
    device.refused_at = None
    device.save()
    if Contact.objects.filter(user=device.user, channel=PUSH.code, paused_at__isnull=False).exists():
        note_told_by(device.user, ToldBy.PUSH)
        try_again(device.user, PUSH.code)


def note_refused(device: Device, now: datetime) -> None:
    """Note that a push service refused a subscription, unless the browser has subscribed again since.

    A member's browser without a known session is forgotten, because `find_device` would never find it.
    """
    same = Device.objects.filter(pk=device.pk, endpoint=device.endpoint, refused_at=None)
    if device.session_id is None and not device.user.is_guest:
        same.delete()
    else:
        same.update(refused_at=now)


def note_told_by(user: User, how: str) -> None:
    """Store how a guest or bot account learns of their turn; `""` lets the table ask guests again."""
    User.objects.filter(Q(is_guest=True) | Q(bot_owner__isnull=False), pk=user.pk).update(told_by=how)


@transaction.atomic
def remove_device(user: User, device: int) -> None:
    """Remove a browser, given by its primary key.

    If it was the user's last one, push is removed as a channel, too.
    """
    Device.objects.filter(user=user, pk=device).delete()
    if not Device.objects.filter(user=user).exists():
        disconnect(user, PUSH.code)


def remove_devices(instance: UserSession, **kwargs: Any) -> None:
    """Remove the browsers of a session that is about to end."""
    for device in instance.devices.all():
        remove_device(instance.user, device.pk)


def find_feed_owner(token: str) -> User | None:
    found = Contact.objects.filter(channel=FEED, secret=token).select_related("user").first()
    return found.user if found else None


def is_wanted(contact: Contact, kind: str) -> bool:
    if contact.channel == MAIL.code:
        # A type that is newer than the choice goes with the types of its switch.
        off = {NOTIFICATION_TYPES[each].switch for each in contact.user.mail_kinds_off}
        return not contact.user.mail_off and NOTIFICATION_TYPES[kind].switch not in off
    return NOTIFICATION_TYPES[kind].switch not in contact.off


def is_paused(contact: Contact) -> bool:
    paused_at = contact.user.mail_refused_at if contact.channel == MAIL.code else contact.paused_at
    return paused_at is not None


def pause_address(user: User) -> None:
    """Pause a user's email address, unless it has changed since the user was loaded."""
    User.objects.filter(pk=user.pk, email=user.email, mail_refused_at=None).update(mail_refused_at=timezone.now())


@transaction.atomic
def pause(contact: Contact) -> None:
    """Pause a contact, unless it has changed since it was loaded. Email is paused by `pause_address`.

    Guests have no page of channels. Their tables ask them again how to tell them of their turn.
    """
    same = Contact.objects.filter(pk=contact.pk, address=contact.address, secret=contact.secret, paused_at=None)
    if same.update(paused_at=timezone.now()):
        User.objects.filter(pk=contact.user_id).update(has_paused_channel=True)
        if contact.user.is_guest:
            note_told_by(contact.user, "")


@transaction.atomic
def try_again(user: User, channel: str) -> None:
    """End the pause of a channel, and send again the questions of running games that it had refused."""
    if channel == MAIL.code:
        User.objects.filter(pk=user.pk).update(mail_refused_at=None)
    else:
        _go_on(user, channel)
    questions = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.group == Group.QUESTION]
    still_running = Delivery.objects.filter(
        notification__recipient=user,
        channel=channel,
        state=Delivery.State.REFUSED,
        notification__kind__in=questions,
        notification__game__status=Game.Status.RUNNING,
    )
    still_running.update(state=Delivery.State.WAITING, send_at=timezone.now(), attempts=0, done_at=None)


def _go_on(user: User, channel: str) -> None:
    """End a pause. The days on which reminders of the case failed count from now on."""
    Contact.objects.filter(user=user, channel=channel).update(paused_at=None)
    CaseReminder.objects.filter(user=user, channel=channel).update(failed_days=0)
    _note_paused(user)


def _note_paused(user: User) -> None:
    """Store on the user whether any contact except email is paused.

    Every page shows this, and so needs no query for it.
    """
    paused = Contact.objects.filter(user=user, paused_at__isnull=False).exists()
    User.objects.filter(pk=user.pk).update(has_paused_channel=paused)
