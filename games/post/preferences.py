"""Which mail a person wants: switches over kinds of notices, and the links that turn them."""

from collections.abc import Iterable

from django.core import signing
from django.db import transaction

from accounts.models import User
from games.post.kinds import KINDS, SWITCHES

ALL = "all"
"""In the place of a switch: all mail about games, as what was put together into one mail may be of every kind."""
SIGNER = signing.Signer(salt="games.mail.stop")


def find_switch(kind: str) -> str:
    """Return the switch over a kind."""
    return KINDS[kind].switch


def list_on(user: User) -> list[str]:
    """Return the switches that are on."""
    off = {KINDS[kind].switch for kind in user.mail_kinds_off}
    return [switch for switch in SWITCHES if switch not in off]


@transaction.atomic
def choose(user: User, on: Iterable[str], *, none_at_all: bool, plays_by_mail: bool) -> None:
    """Turn the switches in `on` on and all others off; `none_at_all` stops all mail and keeps them for later.

    Without `plays_by_mail` no mail holds a link that plays, and those that are out play nothing more.
    """
    person = User.objects.select_for_update().get(pk=user.pk)
    kept = set(on)
    person.mail_off = none_at_all
    person.mail_kinds_off = [kind.code for kind in KINDS.values() if kind.switch not in kept]
    person.plays_by_mail = plays_by_mail
    person.save(update_fields=["mail_off", "mail_kinds_off", "plays_by_mail"])


@transaction.atomic
def turn(user: User, switch: str, *, on: bool) -> None:
    """Turn one switch, or with `ALL` all mail; what stands so already stays so."""
    if switch == ALL:
        User.objects.filter(pk=user.pk).update(mail_off=not on)
        return
    person = User.objects.select_for_update().get(pk=user.pk)
    own = [kind.code for kind in KINDS.values() if kind.switch == switch]
    others = [kind for kind in person.mail_kinds_off if kind not in own]
    person.mail_kinds_off = others if on else [*others, *own]
    # Those who ask for mail of a kind want mail; those who stopped all get that kind and no other.
    if on and person.mail_off:
        person.mail_off = False
        person.mail_kinds_off = [kind.code for kind in KINDS.values() if kind.switch != switch]
    person.save(update_fields=["mail_off", "mail_kinds_off"])


def make_stop_token(user: User, switch: str) -> str:
    """Return what names one person and one switch in an address. It holds as long as the site's key."""
    return SIGNER.sign_object([user.code, switch])


def read_stop_token(token: str) -> tuple[User, str] | None:
    """Return whom and which switch a token names, or None for one that is not ours."""
    try:
        code, switch = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(code=code).first()
    return (user, switch) if user and switch in (*SWITCHES, ALL) else None
