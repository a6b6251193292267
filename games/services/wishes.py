"""Which mail somebody wants: switches over kinds of notices, the links that turn them, addresses that refuse."""

from collections.abc import Iterable

from django.core import signing
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, Notice

Kind = Notice.Kind
SWITCHES: dict[str, tuple[Notice.Kind, ...]] = {
    "turn": (Kind.TURN, Kind.VOTE),
    "reminder": (Kind.REMINDER,),
    "started": (Kind.STARTED,),
    "over": (Kind.OVER, Kind.CLOSED),
    "stand_in": (Kind.STAND_IN,),
    "rematch": (Kind.REMATCH,),
}
"""What people turn on and off, each over the kinds that they would not tell apart."""
SIGNER = signing.Signer(salt="games.mail.stop")


def is_wanted(user: User, kind: str) -> bool:
    """Tell whether somebody wants mail of a kind."""
    return not user.mail_off and kind not in user.mail_kinds_off


def find_switch(kind: str) -> str:
    """Return the switch over a kind."""
    return next(switch for switch, kinds in SWITCHES.items() if kind in kinds)


def list_on(user: User) -> list[str]:
    """Return the switches that are on."""
    return [switch for switch, kinds in SWITCHES.items() if not set(kinds) & set(user.mail_kinds_off)]


@transaction.atomic
def choose(user: User, on: Iterable[str], *, none_at_all: bool) -> None:
    """Turn the switches in `on` on and all others off; `none_at_all` stops all mail and keeps them for later."""
    person = User.objects.select_for_update().get(pk=user.pk)
    kept = set(on)
    person.mail_off = none_at_all
    person.mail_kinds_off = [kind for switch, kinds in SWITCHES.items() if switch not in kept for kind in kinds]
    person.save(update_fields=["mail_off", "mail_kinds_off"])


@transaction.atomic
def turn(user: User, switch: str, *, on: bool) -> None:
    """Turn one switch; one that stands so already stays so."""
    person = User.objects.select_for_update().get(pk=user.pk)
    others = [kind for kind in person.mail_kinds_off if kind not in SWITCHES[switch]]
    person.mail_kinds_off = others if on else [*others, *SWITCHES[switch]]
    # Whoever asks for mail of a kind wants mail; those who stopped all get that kind and no other.
    if on and person.mail_off:
        person.mail_off = False
        person.mail_kinds_off = [kind for name, kinds in SWITCHES.items() if name != switch for kind in kinds]
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
        kind__in=[Kind.TURN, Kind.VOTE, Kind.REMINDER],
        game__status=Game.Status.RUNNING,
    )
    still_running.update(state=Notice.State.WAITING, send_at=timezone.now(), attempts=0, done_at=None)
