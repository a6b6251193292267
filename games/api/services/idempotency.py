"""Makes a request with an `Idempotency-Key` take effect once. The database knows which ones have."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.models import IdempotentRequest

KEY, REPLAYED = "Idempotency-Key", "Idempotent-Replayed"
BUSY_FOR = 60


def make_once(request: TokenRequest, make: Callable[[], str]) -> tuple[str, bool]:
    """Make something once, also if the request is repeated with its `Idempotency-Key`.

    `make` returns the code of what it made. Return that code, and whether an earlier request made it.
    """
    if not (given := request.headers.get(KEY, "")):
        return make(), False
    # Without the secret key, so that after a change of it a repeated request is still refused, and never taken as new.
    user, key = request.user, sha256(given.encode()).hexdigest()
    asked = _digest_request(request)
    with _one_at_a_time(f"api-once:{user.pk}:{key}"):
        if made := _find_made(user, key, asked):
            return made, True
        try:
            with transaction.atomic():
                made = make()
                IdempotentRequest.objects.create(user=user, key=key, asked=asked, made=made)
        except IntegrityError:
            # While the cache was away, two ran at once. The other one is stored, and this one was rolled back.
            if made := _find_made(user, key, asked):
                return made, True
            raise
    return made, False


def _find_made(user: User, key: str, asked: str) -> str:
    """Return the code of what an earlier request made, or "". Raises `Problem` if that was another request."""
    kept = IdempotentRequest.objects.filter(user=user, key=key).first()
    if kept and kept.asked != asked:
        raise Problem("invalid", 422, fields=[KEY])
    return kept.made if kept else ""


@contextmanager
def _one_at_a_time(name: str) -> Iterator[None]:
    """Refuse a request while another one with its key is answered. If the cache is away, only the database decides."""
    if not cache.add(name, True, BUSY_FOR) and cache.get(name):
        raise Problem("key_in_use", 409)
    try:
        yield
    finally:
        cache.delete(name)


def _digest_request(request: TokenRequest) -> str:
    """Return a hash by which a short line of talk cannot be guessed without the secret key."""
    content = request.path_info.encode() + b"\0" + request.body
    return salted_hmac("games.api.idempotency", content, algorithm="sha256").hexdigest()
