import time
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse

from accounts.models import ApiToken
from accounts.rate_limits import count_cached

MINUTE = 60


@dataclass(frozen=True)
class Rate:
    limit: int
    used: int
    reset: int

    @property
    def is_over(self) -> bool:
        return self.used > self.limit

    def write_headers(self, response: HttpResponse) -> None:
        response["RateLimit-Limit"] = str(self.limit)
        response["RateLimit-Remaining"] = str(max(0, self.limit - self.used))
        response["RateLimit-Reset"] = str(self.reset)
        if self.is_over:
            response["Retry-After"] = str(self.reset)


def name_payer(token: ApiToken) -> int:
    """Return the primary key of the account for which a token's requests are counted.

    For a bot account it is the owner. Otherwise a user could multiply the limit by tokens and bots.
    """
    return token.user.bot_owner_id or token.user_id


def count_request(payer: int) -> Rate:
    reset = MINUTE - int(time.time()) % MINUTE
    used = count_cached("api", str(payer), timedelta(seconds=MINUTE))
    return Rate(settings.API_REQUESTS_A_MINUTE, used, reset)
