"""The cache of production, in a Redis of the test's choice."""

from typing import Any

from insidejob.redis_cache import PausingRedis


def cache_settings(location: str, **more: Any) -> dict[str, Any]:
    """Return settings of a cache like those in `insidejob.settings.prod`, with shorter time-outs."""
    options = {
        "REDIS_CLIENT_CLASS": "insidejob.redis_cache.PausingRedis",
        "IGNORE_EXCEPTIONS": True,
        "SOCKET_CONNECT_TIMEOUT": 0.2,
        "SOCKET_TIMEOUT": 0.2,
    }
    return {"BACKEND": "insidejob.redis_cache.ForgivingCache", "LOCATION": location, "OPTIONS": options, **more}


def end_pause() -> None:
    """Let the next call ask Redis."""
    PausingRedis.away_until = 0.0
