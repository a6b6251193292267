from hashlib import sha256

from django.core.cache import cache

from accounts.models import ApiToken

KEPT_FOR = 24 * 60 * 60
MAX_KEY = 100


def find_made(token: ApiToken, key: str) -> str | None:
    return cache.get(name_key(token, key)) if key else None


def keep_made(token: ApiToken, key: str, made: str) -> None:
    if key:
        cache.set(name_key(token, key), made, KEPT_FOR)


def name_key(token: ApiToken, key: str) -> str:
    return f"api-once:{token.pk}:{sha256(key[:MAX_KEY].encode()).hexdigest()}"
