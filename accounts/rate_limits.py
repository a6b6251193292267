"""Rate limits in the database, exact under concurrency and without Redis.

Each use takes a slot for a time span, by a unique key or a conditional UPDATE, without locks.
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
"""Per network: each guest is a row."""
RENAMES_A_DAY = 5
MAX_ATTEMPTS = 5
"""Per code."""
PASSWORDS_AN_HOUR = 10
"""Per user."""


def take_use(what: str, who: str, most: int, span: timedelta = HOUR) -> bool:
    """Return False if `most` uses are counted in `span`."""
    key, now = make_key(what, who), timezone.now()
    taken = set(LimitedUse.objects.filter(key=key, free_at__gt=now).values_list("number", flat=True))
    return any(take_slot(key, number, now, span) for number in range(most) if number not in taken)


def take_slot(key: str, number: int, now: datetime, span: timedelta) -> bool:
    """Return False if another request has the slot."""
    if LimitedUse.objects.filter(key=key, number=number, free_at__lte=now).update(free_at=now + span):
        return True
    return LimitedUse.objects.get_or_create(key=key, number=number, defaults={"free_at": now + span})[1]


def is_used_up(what: str, who: str, most: int) -> bool:
    return LimitedUse.objects.filter(key=make_key(what, who), free_at__gt=timezone.now()).count() >= most


def make_key(what: str, who: str) -> str:
    """Hash both, so that rows reveal neither."""
    return salted_hmac(f"accounts.rate_limits.{what}", who, algorithm="sha256").hexdigest()


def may_mail_code(email: str) -> bool:
    """Counts all account email that visitors can cause."""
    return take_use("mail", email.strip().lower(), CODE_MAILS_AN_HOUR)


def may_rename(person: User) -> bool:
    return take_use("rename", str(person.pk), RENAMES_A_DAY, DAY)


def may_make_guest(request: HttpRequest) -> bool:
    return take_use("guest", get_ip(request), GUESTS_AN_HOUR)
