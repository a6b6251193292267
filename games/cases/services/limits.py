"""Rate limits for visitors and guests, by network.

They are counted in the cache, which costs no query and leaves no row.
"""

from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest

from accounts.rate_limits import DAY, HOUR, count_cached
from games.cases.selectors.files import CaseFile

VISITORS_AN_HOUR = 120
"""How many visitors of a network may begin a case in an hour. Each gets a session, which is a row."""
COUNTED_A_DAY = 5
"""Accusations of a case by visitors and guests of a network. After them one an hour counts."""


def may_begin(request: HttpRequest) -> bool:
    return count_cached("cases", get_ip(request), HOUR) <= VISITORS_AN_HOUR


def may_count(request: HttpRequest, file: CaseFile) -> bool:
    """Whether an accusation counts in the totals.

    Without a limit, one network could make up totals, and so find out what single other players did.
    """
    who = f"{get_ip(request)} {file.number}"
    return count_cached("accusations", who, DAY) <= COUNTED_A_DAY or count_cached("accusation", who, HOUR) <= 1
