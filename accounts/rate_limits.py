"""What may be done only a set number of times in a span of time: counted in the database, exact at any instant.

Mails with codes to one address, and attempts at one code, are counted here and not in the cache, so that limits hold
while Redis is away. Each use takes one of a number of slots for an hour or another span. A slot is given to one
request, by its unique key or by a conditional UPDATE: requests at one instant need no lock, and no span, whenever it
begins, sees more uses than there are slots. Who or what is counted is stored as a keyed hash.
"""

from datetime import datetime, timedelta

from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import LimitedUse, User

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CODE_MAILS_AN_HOUR = 10
GUESTS_AN_HOUR = 60
"""How many visitors of one network may become guests: each is a row."""
RENAMES_A_DAY = 5
"""How often one person may change their display name."""
MAX_ATTEMPTS = 5
"""How often a code may be typed before it is worth nothing."""
PASSWORDS_AN_HOUR = 10
"""How often one person may type a password to prove who they are."""


def take_use(what: str, who: str, most: int, span: timedelta = HOUR) -> bool:
    """Count one more use of `what` by `who`; return whether it is within the `most` of a span of time."""
    key, now = make_key(what, who), timezone.now()
    taken = set(LimitedUse.objects.filter(key=key, free_at__gt=now).values_list("number", flat=True))
    return any(take_slot(key, number, now, span) for number in range(most) if number not in taken)


def take_slot(key: str, number: int, now: datetime, span: timedelta) -> bool:
    """Take a slot for a span from `now`; return False if another request has it."""
    if LimitedUse.objects.filter(key=key, number=number, free_at__lte=now).update(free_at=now + span):
        return True
    return LimitedUse.objects.get_or_create(key=key, number=number, defaults={"free_at": now + span})[1]


def is_used_up(what: str, who: str, most: int) -> bool:
    """Return whether no further use of `what` by `who` would be allowed now."""
    return LimitedUse.objects.filter(key=make_key(what, who), free_at__gt=timezone.now()).count() >= most


def make_key(what: str, who: str) -> str:
    """Return what stands for `who` doing `what`: 64 hexadecimal digits, from which neither can be read."""
    return salted_hmac(f"accounts.rate_limits.{what}", who, algorithm="sha256").hexdigest()


def may_mail_code(email: str) -> bool:
    """Count a mail to `email` that any visitor can cause, with a code, a link or neither; return whether it may go."""
    return take_use("mail", email.strip().lower(), CODE_MAILS_AN_HOUR)


def may_rename(person: User) -> bool:
    """Count a change of a person's display name; return whether it is within those of a day."""
    return take_use("rename", str(person.pk), RENAMES_A_DAY, DAY)


def may_make_guest(request: HttpRequest) -> bool:
    """Count a visitor who becomes a guest by the network they come from; return whether they may."""
    return take_use("guest", get_ip(request), GUESTS_AN_HOUR)
