"""Which mail a person wants: switches over kinds of notices, the links that turn them, addresses that refuse."""

from collections.abc import Iterable

from django.core import signing
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice
from games.post.kinds import KINDS, SWITCHES, Group, list_codes

SIGNER = signing.Signer(salt="games.mail.stop")


def is_wanted(user: User, kind: str) -> bool:
    """Tell whether a person wants mail of a kind."""
    return not user.mail_off and kind not in user.mail_kinds_off


def find_switch(kind: str) -> str:
    """Return the switch over a kind."""
    return KINDS[kind].switch


def list_on(user: User) -> list[str]:
    """Return the switches that are on."""
    off = {KINDS[kind].switch for kind in user.mail_kinds_off}
    return [switch for switch in SWITCHES if switch not in off]


@transaction.atomic
def choose(user: User, on: Iterable[str], *, none_at_all: bool) -> None:
    """Turn the switches in `on` on and all others off; `none_at_all` stops all mail and keeps them for later."""
    person = User.objects.select_for_update().get(pk=user.pk)
    kept = set(on)
    person.mail_off = none_at_all
    person.mail_kinds_off = [kind.code for kind in KINDS.values() if kind.switch not in kept]
    person.save(update_fields=["mail_off", "mail_kinds_off"])


@transaction.atomic
def turn(user: User, switch: str, *, on: bool) -> None:
    """Turn one switch; one that stands so already stays so."""
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
    return (user, switch) if user and switch in SWITCHES else None


def pause_address(user: User) -> None:
    """Note that the address refuses mail for good; one that was changed in the meantime is not meant."""
    User.objects.filter(pk=user.pk, email=user.email, mail_refused_at=None).update(mail_refused_at=timezone.now())


def try_again(user: User) -> None:
    """Let mail go to the address again, first of all what is still to be decided."""
    User.objects.filter(pk=user.pk).update(mail_refused_at=None)
    still_running = Notice.objects.filter(
        recipient=user,
        state=Notice.State.REFUSED,
        kind__in=list_codes(Group.QUESTION),
        game__status=Game.Status.RUNNING,
    )
    still_running.update(state=Notice.State.WAITING, send_at=timezone.now(), attempts=0, done_at=None)
