import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse

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


def count_request(token: int) -> Rate:
    now = time.time()
    key = f"api-rate:{token}:{int(now // MINUTE)}"
    cache.add(key, 0, 2 * MINUTE)
    try:
        used = cache.incr(key) or 0
    except ValueError:
        used = 0
    return Rate(settings.API_REQUESTS_A_MINUTE, used, MINUTE - int(now % MINUTE))
