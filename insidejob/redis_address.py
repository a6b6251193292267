"""Reads REDIS_URL: the address of one Redis, or of Sentinels that know which Redis is the primary now.

`sentinel://:password@host,host,host:26379/service/0` names the Sentinels with their common port, what they call the
primary, and the number of the database. The password is that of Redis and of the Sentinels.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

SENTINEL = "sentinel"
SENTINEL_PORT = 26379
ONE_REDIS = ("redis", "rediss", "unix")


@dataclass(frozen=True)
class RedisAddress:
    """Where Redis is. Without `sentinels` it is at `url`, and with them the host of `url` is the primary's name."""

    url: str
    service: str = ""
    sentinels: tuple[tuple[str, int], ...] = ()
    database: int = 0
    password: str | None = None

    @property
    def cache(self) -> dict[str, Any]:
        """The options that django-redis needs to find Redis."""
        if not self.sentinels:
            return {}
        return {
            "CONNECTION_FACTORY": "django_redis.pool.SentinelConnectionFactory",
            "SENTINELS": list(self.sentinels),
            "SENTINEL_KWARGS": self.sentinel_options,
        }

    @property
    def broker(self) -> str:
        if not self.sentinels:
            return self.url
        password = f":{urlsplit(self.url).password}@" if self.password else ""
        return ";".join(f"sentinel://{password}{host}:{port}/{self.database}" for host, port in self.sentinels)

    @property
    def broker_options(self) -> dict[str, Any]:
        return {"master_name": self.service, "sentinel_kwargs": self.sentinel_options} if self.sentinels else {}

    @property
    def sentinel_options(self) -> dict[str, Any]:
        """How to speak to the Sentinels. One that is away must not hold up the others."""
        return {"password": self.password, "socket_timeout": 1, "socket_connect_timeout": 1}


def read_redis_address(text: str) -> RedisAddress:
    """Raises `ValueError` if it is no address of Redis or of Sentinels."""
    parts = urlsplit(text)
    if parts.scheme in ONE_REDIS:
        return RedisAddress(text)
    service, _, database = parts.path.strip("/").partition("/")
    hosts = (parts.hostname or "").split(",")
    if parts.scheme != SENTINEL or not service or not all(hosts):
        raise ValueError("no address of Redis")
    login = f":{parts.password}@" if parts.password else ""
    return RedisAddress(
        url=f"redis://{login}{service}/{int(database or 0)}",
        service=service,
        sentinels=tuple((host, parts.port or SENTINEL_PORT) for host in hosts),
        database=int(database or 0),
        password=unquote(parts.password) if parts.password else None,
    )


def open_redis(library: Any, text: str, **options: Any) -> Any:
    """Return a client of the Redis at this address, by `library`: the module `redis` or `redis.asyncio`."""
    address = read_redis_address(text)
    if not address.sentinels:
        return library.Redis.from_url(address.url, **options)
    sentinel = library.sentinel.Sentinel(address.sentinels, sentinel_kwargs=address.sentinel_options)
    return sentinel.master_for(address.service, db=address.database, password=address.password, **options)
