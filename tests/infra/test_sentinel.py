"""Three Sentinels name the Redis that is the primary: when it dies or hangs, cache and queue go to the next."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import redis
from django.core.cache import caches
from kombu import Connection
from pytest_django import Settings

from insidejob.redis_address import RedisAddress, open_redis, read_redis_address
from tests.infra.redis_cache import cache_settings, end_pause
from tests.infra.redis_server import HOST, Redis
from tests.infra.waiting import wait_until
from tests.rounds import one_in
from tools.torture.stage import free_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server"),
]
PASSWORD = "p:s/w"
HOSTS = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
"""Of the Sentinels, which have one port."""
WITH_PASSWORD = ("--requirepass", PASSWORD, "--masterauth", PASSWORD)
SENTINEL = """
bind {host}
port {port}
sentinel announce-ip {host}
requirepass {password}
sentinel monitor {service} 127.0.0.1 {primary} 2
sentinel auth-pass {service} {password}
sentinel down-after-milliseconds {service} 1000
sentinel failover-timeout {service} 5000
"""


class Sentinels:
    """A primary, its replica, and three Sentinels that watch them."""

    def __init__(self, folder: Path) -> None:
        self.primary = Redis(folder, *WITH_PASSWORD, "--dbfilename", "primary")
        follow = ("--replicaof", f"{HOST} {self.primary.port}", "--dbfilename", "replica")
        self.replica = Redis(folder, *WITH_PASSWORD, *follow)
        self.port = free_port()
        # django-redis keeps a pool for each URL, and the service stands in it.
        self.service = f"insidejob-{self.port}"
        self.processes = [self._watch(folder / f"{host}.conf", host) for host in HOSTS]

    @property
    def address(self) -> str:
        return f"sentinel://:{quote(PASSWORD, safe='')}@{','.join(HOSTS)}:{self.port}/{self.service}/1"

    def _watch(self, configuration: Path, host: str) -> subprocess.Popen[bytes]:
        names = {"host": host, "port": self.port, "service": self.service, "primary": self.primary.port}
        configuration.write_text(SENTINEL.format(password=PASSWORD, **names))
        return subprocess.Popen(["redis-server", configuration, "--sentinel"], stdout=subprocess.DEVNULL)

    def is_agreed(self) -> bool:
        """Tell whether each Sentinel knows the other two, and the replica."""
        known: list[Any]
        try:
            known = [redis.Redis(host, self.port, password=PASSWORD).sentinel_master(self.service) for host in HOSTS]
        except redis.RedisError:
            return False
        return all(each["num-other-sentinels"] == 2 and each["num-slaves"] == 1 for each in known)

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()
        self.primary.kill()
        self.replica.kill()


@pytest.fixture
def sentinels(tmp_path: Path) -> Iterator[Sentinels]:
    started = Sentinels(tmp_path)
    try:
        wait_until(started.is_agreed)
        yield started
    finally:
        started.stop()
        end_pause()


@pytest.mark.redis
@pytest.mark.parametrize("number", one_in(2, [signal.SIGSTOP, signal.SIGKILL]), ids=["frozen", "killed"])
def test_cache_and_queue_follow_the_primary(sentinels: Sentinels, number: int, settings: Settings) -> None:
    address = read_redis_address(sentinels.address)
    configuration = cache_settings(address.url, KEY_PREFIX="test")
    configuration["OPTIONS"] |= address.cache
    settings.CACHES = {"default": configuration}

    assert is_kept("before")
    send(address, "before")
    sentinels.primary.process.send_signal(number)
    wait_until(lambda: is_kept("after"))
    send(address, "after")
    assert redis.Redis(port=sentinels.replica.port, password=PASSWORD, db=1).llen("test-queue") >= 1


def is_kept(value: str) -> bool:
    end_pause()
    caches["default"].set("name", value)
    return bool(caches["default"].get("name") == value)


def send(address: RedisAddress, text: str) -> None:
    options = {**address.broker_options, "socket_timeout": 2, "socket_connect_timeout": 2}
    with Connection(address.broker, transport_options=options) as broker, broker.SimpleQueue("test-queue") as queue:
        queue.put(text, retry=True, retry_policy={"max_retries": 20, "interval_start": 0.2})


@pytest.mark.redis
def test_a_client_of_its_own_finds_the_primary(sentinels: Sentinels) -> None:
    assert open_redis(redis, sentinels.address).config_get("port") == {"port": str(sentinels.primary.port)}


ADDRESSES: dict[str, dict[str, Any]] = {
    "redis://:secret@redis.example:6380/2": {"url": "redis://:secret@redis.example:6380/2"},
    "sentinel://one,two,three/insidejob": {
        "url": "redis://insidejob/0",
        "sentinels": (("one", 26379), ("two", 26379), ("three", 26379)),
        "service": "insidejob",
    },
    "sentinel://:a%2Fb@one,two:5000/club/3": {
        "url": "redis://:a%2Fb@club/3",
        "sentinels": (("one", 5000), ("two", 5000)),
        "service": "club",
        "database": 3,
        "password": "a/b",
    },
}


@pytest.mark.parametrize(("text", "parts"), ADDRESSES.items())
def test_an_address_names_one_redis_or_sentinels(text: str, parts: dict[str, Any]) -> None:
    assert read_redis_address(text) == RedisAddress(**parts)


@pytest.mark.parametrize("text", ["https://one/insidejob", "sentinel://one,two", "sentinel://one,,two/x", "one:6379"])
def test_what_is_no_address_of_redis_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no address"):
        read_redis_address(text)
