"""News with a Redis of the test's own: killed, hanging, losing things and coming back, it lets no page be wrong."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from django.test import Client
from pytest_django import Settings

from games.models import Game
from insidejob.redis_cache import PausingRedis
from tests.builders_people import make_person
from tests.infra.redis_cache import cache_settings, end_pause
from tests.infra.redis_server import HOST, Redis
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import sign_in
from tests.tables.pages.polls import committed, is_from_cache, poll, read_newest

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.redis,
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server"),
]


@pytest.fixture
def server(tmp_path: Path, settings: Settings) -> Iterator[Redis]:
    """A Redis from which polls are answered."""
    server = Redis(tmp_path)
    settings.CACHES = {"default": cache_settings(f"redis://{HOST}:{server.port}/0")}
    settings.POLLS_FROM_CACHE = True
    yield server
    server.kill()
    end_pause()


def start() -> tuple[Client, Game]:
    """Return a browser whose polls are answered from the cache, and its table."""
    person = make_person()
    game = start_table(person, make_person(), bots=1)
    client = sign_in(person)
    assert not is_from_cache(client, game)
    assert is_from_cache(client, game)
    return client, game


def test_a_move_is_told_at_once_and_then_nothing_new_without_a_query(server: Redis) -> None:
    client, game = start()
    shown = read_newest(game)
    with committed():
        play_on(game, 1)
    assert poll(client, game, shown)[0].headers["HX-Refresh"] == "true"
    assert is_from_cache(client, game)


def test_redis_killed_between_two_polls_costs_queries_and_tells_the_truth(server: Redis) -> None:
    client, game = start()
    shown = read_newest(game)
    server.kill()
    answer, queries = poll(client, game)
    assert (answer.status_code, queries) == (204, 2)
    with committed():
        play_on(game, 1)
    assert poll(client, game, shown)[0].headers["HX-Refresh"] == "true"

    server.start()
    assert not is_from_cache(client, game)
    answer, queries = poll(client, game)
    assert (answer.status_code, queries) == (204, 0)


def test_a_redis_that_hangs_is_waited_for_once_and_then_left_alone(server: Redis, settings: Settings) -> None:
    client, game = start()
    server.process.send_signal(signal.SIGSTOP)
    answer, queries = poll(client, game)
    assert (answer.status_code, queries) == (204, 2)
    left_alone_until = PausingRedis.away_until
    assert left_alone_until
    shown = read_newest(game)
    with committed():
        play_on(game, 1)
    assert poll(client, game, shown)[0].headers["HX-Refresh"] == "true"
    assert PausingRedis.away_until == left_alone_until, "it was waited for again"


def test_a_change_that_could_not_be_told_to_redis_is_not_forgotten_for_ever(server: Redis) -> None:
    client, game = start()
    [name] = redis.Redis(port=server.port).keys("*pass:*")
    assert 0 < redis.Redis(port=server.port).ttl(name) <= 10
    for stamp in redis.Redis(port=server.port).keys("*stamp:*"):
        assert 0 < redis.Redis(port=server.port).ttl(stamp) <= 600
    redis.Redis(port=server.port).delete(name)
    assert not is_from_cache(client, game)
    assert is_from_cache(client, game)


LOST = ["*", "*pass:*", "*stamp:table:*", "*stamp:person:*", "*stamp:session:*", "*stamp:site"]


@pytest.mark.parametrize("lost", LOST)
def test_what_redis_loses_lets_nobody_in_and_comes_back(server: Redis, lost: str) -> None:
    client, game = start()
    here = redis.Redis(port=server.port)
    names = here.keys(lost)
    assert names
    here.delete(*names)
    assert not is_from_cache(client, game)
    assert is_from_cache(client, game)


def test_no_key_of_a_session_lies_in_redis(server: Redis) -> None:
    client, _ = start()
    key = client.cookies["sessionid"].value
    here = redis.Redis(port=server.port)
    kept = [text for name in here.keys("*") for text in (bytes(name), here.get(name))]  # type: ignore[arg-type]
    assert len(kept) > 8
    assert not any(key.encode() in (text or b"") for text in kept)
