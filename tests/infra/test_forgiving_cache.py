"""Redis away: nothing found, nothing kept, nothing refused."""

import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Move
from insidejob.forgiving_cache import ForgivingClient, ForgivingFileCache, ForgivingRedisCache
from tests.builders_people import PASSWORD, make_person
from tests.tables.builders import fields_of, start_table
from tests.tables.pages.browser import link

HOST = "127.0.0.1"


@pytest.fixture(autouse=True)
def ask_redis_from_the_start() -> Iterator[None]:
    """Forget that a Redis was away."""
    yield
    ForgivingClient.away_until = 0.0


@pytest.fixture
def port() -> Iterator[socket.socket]:
    """A port at which nothing listens yet, and no other program can."""
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        yield taken


def make_cache(port: socket.socket) -> ForgivingRedisCache:
    """A cache in the Redis that should be at `port`."""
    address = f"redis://{HOST}:{port.getsockname()[1]}/0"
    return ForgivingRedisCache(address, {"OPTIONS": {"socket_timeout": 0.1}})


def test_without_redis_the_cache_is_empty_and_every_lock_free(port: socket.socket) -> None:
    away = make_cache(port)
    away.set("limit", 3)
    away.set_many({"limit": 3})
    assert away.get("limit", "nothing") == "nothing"
    assert away.get_many(["limit"]) == {}
    assert away.add("lock", True)
    assert not away.has_key("limit")
    assert not away.touch("limit")
    assert not away.delete("limit")
    away.delete_many(["limit"])
    away.clear()
    with pytest.raises(ValueError, match="not found"):
        away.incr("limit")


def test_a_redis_that_is_away_is_left_alone_for_a_while(port: socket.socket) -> None:
    away = make_cache(port)
    assert away.get("limit") is None
    port.listen()
    port.setblocking(False)
    assert away.get("limit") is None
    with pytest.raises(BlockingIOError):
        port.accept()
    ForgivingClient.away_until = 0.0
    # This one lets in and never answers.
    assert away.get("limit") is None
    port.accept()[0].close()


@pytest.mark.redis
def test_with_redis_it_is_a_cache_like_any_other() -> None:
    here = ForgivingRedisCache(os.environ["REDIS_URL"], {"KEY_PREFIX": f"test-{os.getpid()}"})
    assert here.add("count", 1)
    assert not here.add("count", 5)
    assert here.incr("count") == 2
    assert here.get("count") == 2
    assert here.delete("count")
    assert here.get("count", "nothing") == "nothing"


@pytest.mark.django_db
def test_without_redis_people_sign_in_and_moves_are_taken(port: socket.socket, settings: Settings) -> None:
    address = f"redis://{HOST}:{port.getsockname()[1]}/0"
    settings.CACHES = {"default": {"BACKEND": "insidejob.forgiving_cache.ForgivingRedisCache", "LOCATION": address}}
    person = make_person()
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    assert answer.status_code == 302
    assert browser.get("/games/").status_code == 200
    assert ForgivingClient.away_until, "the cache was never asked"

    game = start_table(person, bots=2)
    answer = browser.post(link("move", game), fields_of(game))
    assert answer.status_code == 302
    assert Move.objects.filter(game=game, by="player").exists()


def test_a_full_disk_fails_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ForgivingFileCache(str(tmp_path), {})
    kept.set("before", 1)

    def refuse(*args: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    kept.set("after", 2)
    assert kept.add("added", 3)
    assert (kept.get("before"), kept.get("after")) == (1, None)
