"""Preferences about email: switches for types of notifications, and links to unsubscribe."""

from collections.abc import Iterable
from contextlib import suppress
from zlib import crc32

from django.core import signing
from django.db import transaction

from accounts.models import User
from games.notifications.tokens import CODE_BYTES, pack_code, read_token, sign_token, unpack_code
from games.notifications.types import NOTIFICATION_TYPES, SWITCHES

ALL = "all"
"""Used instead of a switch in the link of a digest, whose parts may belong to several switches."""
CASE = "case"
"""Used instead of a switch in reminders of the case of the day, which have preferences of their own."""
SWITCH_BYTES = 4
LONG_STOPS = signing.Signer(salt="games.mail.stop")
"""The signer of links in emails of earlier releases. It is only used to read them."""


def find_switch(kind: str) -> str:
    return NOTIFICATION_TYPES[kind].switch


def list_on(user: User) -> list[str]:
    off = {NOTIFICATION_TYPES[kind].switch for kind in user.mail_kinds_off}
    return [switch for switch in SWITCHES if switch not in off]


def is_on(user: User, switch: str) -> bool:
    return not user.mail_off and switch in (ALL, *list_on(user))


@transaction.atomic
def choose(user: User, on: Iterable[str], *, none_at_all: bool, plays_by_mail: bool) -> None:
    """Store the switches that are on.

    `none_at_all` stops all email but keeps the switches. Without `plays_by_mail`, links that play stop working.
    """
    person = User.objects.select_for_update().get(pk=user.pk)
    kept = set(on)
    person.mail_off = none_at_all
    person.mail_kinds_off = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.switch not in kept]
    person.plays_by_mail = plays_by_mail
    person.save(update_fields=["mail_off", "mail_kinds_off", "plays_by_mail"])


@transaction.atomic
def turn(user: User, switch: str, *, on: bool) -> None:
    if switch == ALL:
        User.objects.filter(pk=user.pk).update(mail_off=not on)
        return
    person = User.objects.select_for_update().get(pk=user.pk)
    own = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.switch == switch]
    others = [kind for kind in person.mail_kinds_off if kind not in own]
    person.mail_kinds_off = others if on else [*others, *own]
    # Also those with a stand-in.
    if on and person.mail_off:
        person.mail_off = False
        person.mail_kinds_off = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.switch != switch]
    person.save(update_fields=["mail_off", "mail_kinds_off"])


def make_stop_token(user: User, switch: str) -> str:
    """Return the token of a link that unsubscribes. It is valid as long as the site's key."""
    return sign_token("stop", pack_code(user.code) + _number_switch(switch))


def read_stop_token(token: str) -> tuple[User, str] | None:
    code = switch = ""
    # Links in emails of earlier releases are longer.
    if ":" in token:
        with suppress(signing.BadSignature, ValueError):
            code, switch = LONG_STOPS.unsign_object(token)
    elif content := read_token("stop", token):
        switches = {_number_switch(each): each for each in (*SWITCHES, ALL, CASE)}
        code, _ = unpack_code(content[:CODE_BYTES])
        switch = switches.get(content[CODE_BYTES:], "")
    user = User.objects.filter(code=code).first() if code else None
    return (user, switch) if user and switch in (*SWITCHES, ALL, CASE) else None


def _number_switch(switch: str) -> bytes:
    """Return a number that depends on the switch's name alone, so that old links keep working."""
    return crc32(switch.encode()).to_bytes(SWITCH_BYTES, "big")
