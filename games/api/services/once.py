from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.core.cache import cache

from games.api.problems import Problem
from games.api.requests import TokenRequest

KEY, REPLAYED = "Idempotency-Key", "Idempotent-Replayed"
KEPT_FOR = 24 * 60 * 60
BUSY_FOR = 60


@contextmanager
def once(request: TokenRequest) -> Iterator[tuple[str | None, Callable[[str], None]]]:
    """Make a request with an `Idempotency-Key` take effect once.

    Yield the code that the same request made before, or None, and a function that stores the code made now.
    """
    key, asked = request.headers.get(KEY, ""), _digest(request.path_info.encode() + b"\0" + request.body)
    name = f"api-once:{request.user.pk}:{_digest(key.encode())}"
    if not key:
        yield None, lambda made: None
    elif not cache.add(name, (asked, ""), BUSY_FOR) and (kept := cache.get(name)):
        yield _read(kept, asked), lambda made: None
    else:
        try:
            yield None, lambda made: cache.set(name, (asked, made), KEPT_FOR)
        except BaseException:
            cache.delete(name)
            raise


def _read(kept: tuple[str, str], asked: str) -> str:
    before, made = kept
    if before != asked:
        raise Problem("invalid", 422, fields=[KEY])
    if not made:
        raise Problem("key_in_use", 409)
    return made


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()
