"""A cache whose Redis is away finds nothing, keeps nothing, refuses nothing and soon stops waiting."""

import os
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.test import Client
from pytest_django import Settings

from games.models import Move
from insidejob.redis_cache import PausingRedis
from tests.builders_people import PASSWORD, make_person
from tests.infra.redis_cache import cache_settings, end_pause
from tests.tables.builders import fields_of, start_table
from tests.tables.pages.browser import link

HOST = "127.0.0.1"


@pytest.fixture(autouse=True)
def without_pause() -> Iterator[None]:
    """Begin and end without a pause."""
    end_pause()
    yield
    end_pause()


@pytest.fixture
def port() -> Iterator[socket.socket]:
    """A port at which nothing listens yet, and no other program can."""
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        yield taken


@pytest.fixture
def away(port: socket.socket, settings: Settings) -> BaseCache:
    """A cache in the Redis that should be at `port`."""
    settings.CACHES = {"default": cache_settings(f"redis://{HOST}:{port.getsockname()[1]}/0")}
    return caches["default"]


CALLS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "get": (lambda cache: cache.get("limit", "nothing"), "nothing"),
    "get_many": (lambda cache: cache.get_many(["limit"]), {}),
    "get_or_set": (lambda cache: cache.get_or_set("limit", lambda: 3), 3),
    "add": (lambda cache: cache.add("lock", True), True),
    "set": (lambda cache: bool(cache.set("limit", 3)), False),
    "set_many": (lambda cache: cache.set_many({"limit": 3}), None),
    "has_key": (lambda cache: "limit" in cache, False),
    "touch": (lambda cache: bool(cache.touch("limit")), False),
    "delete": (lambda cache: bool(cache.delete("limit")), False),
    "delete_many": (lambda cache: cache.delete_many(["limit"]), None),
    "clear": (lambda cache: cache.clear(), None),
}


@pytest.mark.parametrize(("call", "answer"), CALLS.values(), ids=CALLS)
def test_without_redis_the_cache_is_empty_and_every_lock_free(
    away: BaseCache, call: Callable[[Any], Any], answer: Any
) -> None:
    assert call(away) == answer
    assert PausingRedis.away_until or call is CALLS["set_many"][0]
    assert call(away) == answer


def test_a_redis_that_is_away_is_left_alone_for_a_while(away: BaseCache, port: socket.socket) -> None:
    assert away.get("limit") is None
    port.listen()
    port.setblocking(False)
    assert away.get("limit") is None
    with pytest.raises(BlockingIOError):
        port.accept()
    end_pause()
    # This one lets in and never answers.
    assert away.get("limit") is None
    port.accept()[0].close()


@pytest.mark.redis
def test_with_redis_it_is_a_cache_like_any_other(settings: Settings) -> None:
    settings.CACHES = {"default": cache_settings(os.environ["REDIS_URL"], KEY_PREFIX=f"test-{os.getpid()}")}
    here = caches["default"]
    assert here.add("count", 1)
    assert not here.add("count", 5)
    assert here.incr("count") == 2
    assert here.touch("count", 60)
    assert here.get_many(["count", "other"]) == {"count": 2}
    assert here.delete("count")
    assert here.get("count", "nothing") == "nothing"


@pytest.mark.django_db
@pytest.mark.usefixtures("away")
def test_without_redis_people_sign_in_and_moves_are_taken() -> None:
    person, browser = make_person(), Client()
    assert browser.post("/accounts/login/", {"login": person.email, "password": PASSWORD}).status_code == 302
    assert browser.get("/games/").status_code == 200
    assert PausingRedis.away_until, "the cache was never asked"

    game = start_table(person, bots=2)
    assert browser.post(link("move", game), fields_of(game)).status_code == 302
    assert Move.objects.filter(game=game, by="player").exists()
