"""Rate limits in the database. They are exact under concurrency and work without Redis.

Each use takes a slot for a time span, by a unique key or a conditional UPDATE, without locks. Only `count_cached`
counts in the cache.
"""

import time
from datetime import datetime, timedelta

from allauth.core.internal.ratelimit import get_ip
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import LimitedUse, User

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CODE_MAILS_AN_HOUR = 10
GUESTS_AN_HOUR = 60
"""How many guests a network may create in an hour. Each is a row."""
JOINS_AN_HOUR = 60
"""How many visitors of a network may press *join* in an hour. Each gets a session, which is a row."""
RENAMES_A_DAY = 5
MAX_ATTEMPTS = 5
"""How often one may type a code."""
PASSWORDS_AN_HOUR = 10
"""How many passwords a user may try in an hour."""


def take_use(what: str, who: str, most: int, span: timedelta = HOUR) -> bool:
    """Count a use. Return False if `most` uses are counted already in `span`."""
    key, now = _make_key(what, who), timezone.now()
    taken = set(LimitedUse.objects.filter(key=key, free_at__gt=now).values_list("number", flat=True))
    return any(_take_slot(key, number, now, span) for number in range(most) if number not in taken)


def _take_slot(key: str, number: int, now: datetime, span: timedelta) -> bool:
    """Take one of the numbered slots of a limit. Return False if another request has it."""
    if LimitedUse.objects.filter(key=key, number=number, free_at__lte=now).update(free_at=now + span):
        return True
    return LimitedUse.objects.get_or_create(key=key, number=number, defaults={"free_at": now + span})[1]


def is_used_up(what: str, who: str, most: int) -> bool:
    return LimitedUse.objects.filter(key=_make_key(what, who), free_at__gt=timezone.now()).count() >= most


def count_cached(what: str, who: str, span: timedelta) -> int:
    """Count a use in the cache, and return how many there were in the current span.

    A span begins at a multiple of its length. This costs no query and leaves no row, but without Redis it returns 0.
    """
    seconds = int(span.total_seconds())
    key = f"uses:{_make_key(what, who)}:{int(time.time()) // seconds}"
    cache.add(key, 0, 2 * seconds)
    try:
        return cache.incr(key) or 0
    except ValueError:
        return 0


def _make_key(what: str, who: str) -> str:
    """Return a hash of what is limited and for which person, so that rows reveal neither."""
    return salted_hmac(f"accounts.rate_limits.{what}", who, algorithm="sha256").hexdigest()


def may_mail_code(email: str) -> bool:
    """Whether another email may go to an address.

    All account emails that visitors can cause are counted together.
    """
    return take_use("mail", email.strip().lower(), CODE_MAILS_AN_HOUR)


def may_rename(person: User) -> bool:
    return take_use("rename", str(person.pk), RENAMES_A_DAY, DAY)


def may_make_guest(request: HttpRequest) -> bool:
    return take_use("guest", get_ip(request), GUESTS_AN_HOUR)


def may_ask_to_join(request: HttpRequest) -> bool:
    """Whether another visitor of this network may get a session that remembers the table they want to join."""
    return take_use("join", get_ip(request), JOINS_AN_HOUR)
