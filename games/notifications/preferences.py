"""Which mail a person wants: switches over kinds of notices, and the links that turn them."""

from collections.abc import Iterable
from zlib import crc32

from django.core import signing
from django.db import transaction

from accounts.models import User
from games.notifications.tokens import CODE_BYTES, pack_code, read_token, sign_token, unpack_code
from games.notifications.types import NOTIFICATION_TYPES, SWITCHES

ALL = "all"
"""In the place of a switch: all mail about games, as what was put together into one mail may be of every kind."""
SWITCH_BYTES = 4
LONG_STOPS = signing.Signer(salt="games.mail.stop")
"""Signed the links of emails that earlier releases sent. They are read for ever, and none is made."""


def find_switch(kind: str) -> str:
    """Return the switch over a kind."""
    return NOTIFICATION_TYPES[kind].switch


def list_on(user: User) -> list[str]:
    """Return the switches that are on."""
    off = {NOTIFICATION_TYPES[kind].switch for kind in user.mail_kinds_off}
    return [switch for switch in SWITCHES if switch not in off]


@transaction.atomic
def choose(user: User, on: Iterable[str], *, none_at_all: bool, plays_by_mail: bool) -> None:
    """Turn the switches in `on` on and all others off; `none_at_all` stops all mail and keeps them for later.

    Without `plays_by_mail` no mail holds a link that plays, and those that are out play nothing more.
    """
    person = User.objects.select_for_update().get(pk=user.pk)
    kept = set(on)
    person.mail_off = none_at_all
    person.mail_kinds_off = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.switch not in kept]
    person.plays_by_mail = plays_by_mail
    person.save(update_fields=["mail_off", "mail_kinds_off", "plays_by_mail"])


@transaction.atomic
def turn(user: User, switch: str, *, on: bool) -> None:
    """Turn one switch, or with `ALL` all mail; what stands so already stays so."""
    if switch == ALL:
        User.objects.filter(pk=user.pk).update(mail_off=not on)
        return
    person = User.objects.select_for_update().get(pk=user.pk)
    own = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.switch == switch]
    others = [kind for kind in person.mail_kinds_off if kind not in own]
    person.mail_kinds_off = others if on else [*others, *own]
    # Those who ask for mail of a kind want mail; those who stopped all get that kind and no other.
    if on and person.mail_off:
        person.mail_off = False
        person.mail_kinds_off = [kind.code for kind in NOTIFICATION_TYPES.values() if kind.switch != switch]
    person.save(update_fields=["mail_off", "mail_kinds_off"])


def make_stop_token(user: User, switch: str) -> str:
    """Return what names one person and one switch in an address. It holds as long as the site's key."""
    return sign_token("stop", pack_code(user.code) + number_switch(switch))


def read_stop_token(token: str) -> tuple[User, str] | None:
    """Return whom and which switch a token names, or None for one that is not ours."""
    code, switch = read_long_stop_token(token) if ":" in token else read_short_stop_token(token)
    user = User.objects.filter(code=code).first() if code else None
    return (user, switch) if user and switch in (*SWITCHES, ALL) else None


def read_short_stop_token(token: str) -> tuple[str, str]:
    """Return the code of a person and a switch, or nothing in their places."""
    content = read_token("stop", token)
    if content is None:
        return "", ""
    switches = {number_switch(switch): switch for switch in (*SWITCHES, ALL)}
    return unpack_code(content[:CODE_BYTES])[0], switches.get(content[CODE_BYTES:], "")


def read_long_stop_token(token: str) -> tuple[str, str]:
    """Return what a token of an earlier release names, or nothing in its places."""
    try:
        code, switch = LONG_STOPS.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return "", ""
    return code, switch


def number_switch(switch: str) -> bytes:
    """Return what stands for a switch in a token: it depends on the name alone, so that old links keep working."""
    return crc32(switch.encode()).to_bytes(SWITCH_BYTES, "big")
