"""What every test gets: a clean cache, language and time zone, and skips for back ends that are not there."""

import gc
import os
import shutil
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.http import HttpRequest
from django.test import Client
from django.test.signals import template_rendered
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from games.site.health import _try_to_write
from games.state import wall_clock
from games.tables.services import outages
from games.tables.services.moves import DICE
from insidejob.templates import Page, find_backend
from tests import outbound
from tests.builders_people import make_guest, make_person
from tests.frames import call_with_room
from tests.html_tables import find_uneven
from tests.pooler.bouncer import find_pgbouncer
from tests.rounds import is_deep, is_long
from tests.tables import clocks, stored
from tests.tables.builders import start_table
from tests.tables.clocks import Clock
from tests.tables.machine import START, Machine
from tests.undefined import KnownAttributes

# The same examples in each run, however slow the machine is.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def leave_nothing_to_the_next_test() -> Iterator[None]:
    """Forget rate limits, the language and time zone that the last request left on this thread, and a tried write."""
    yield
    _try_to_write.cache_clear()
    cache.clear()
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def believe_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the machine agree with the time that a test lets pass, unless the test says otherwise."""
    monkeypatch.setattr(wall_clock, "find_start", lambda now: 0.0)


@pytest.fixture(autouse=True)
def draw_the_same_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deals and choices come out in each run of a test as in the last, so that none fails now and then.

    What is to be tried with many deals says so itself, by seeds or rounds.
    """
    seeded = Random(request.node.nodeid)
    monkeypatch.setattr(DICE, "random", seeded.random)
    monkeypatch.setattr(DICE, "getrandbits", seeded.getrandbits)
    stored.DICE.seed(request.node.nodeid)


@pytest.fixture(autouse=True, scope="session")
def guard_requests() -> Iterator[None]:
    """Refuse requests that open a connection to another server."""
    with pytest.MonkeyPatch.context() as patch:
        outbound.guard_requests(patch)
        yield


@pytest.fixture(autouse=True)
def open_no_connection_in_a_request(guard_requests: None) -> Iterator[None]:
    """Fail if a request tried to, even where its code hides that it was refused."""
    outbound.seen.clear()
    yield
    assert not outbound.seen


@pytest.fixture(autouse=True, scope="session")
def keep_what_pages_are_given() -> Iterator[None]:
    """Keep what a page is given as `response.context`."""
    fill = Page.fill

    def tell(self: Page, context: dict[str, Any], request: HttpRequest | None) -> dict[str, Any]:
        filled = fill(self, context, request)
        template_rendered.send(sender=self, template=self, context=filled)
        return filled

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Page, "fill", tell)
        yield


@pytest.fixture(autouse=True, scope="session")
def show_no_uneven_tables() -> Iterator[None]:
    """Fail if a page that any test asks for has a table with a row that has other cells than the others."""
    ask = Client.request

    def request(self: Client, **given: Any) -> Any:
        answer = ask(self, **given)
        assert not (uneven := find_uneven(answer)), f"a table of {given.get('PATH_INFO')}: {uneven}"
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request)
        yield


@pytest.fixture(autouse=True, scope="session")
def show_no_unknown_attributes() -> Iterator[None]:
    """Templates show nothing for an attribute that is missing, as after a renaming."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find_backend().env, "undefined", KnownAttributes)
        yield


@pytest.fixture(autouse=True, scope="session")
def empty_tables_by_deleting() -> Iterator[None]:
    """Let PostgreSQL delete the few rows of a test that commits: it writes files again for each table it truncates."""

    def list_deletes(self: DatabaseOperations, style: object, tables: Iterable[str], **wishes: bool) -> list[str]:
        return [f"DELETE FROM {self.quote_name(table)};" for table in tables]  # noqa: S608 -- names of our own

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DatabaseOperations, "sql_flush", list_deletes)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options with which a run leaves out what runs elsewhere."""
    parser.addoption(
        "--sample",
        action="append",
        default=[],
        metavar="PATH",
        help="of this file or folder run one in eight of the tests with a database, and all that are marked `again`",
    )
    parser.addoption(
        "--deeper",
        action="append",
        default=[],
        metavar="PATH",
        help="of this file run what needs PostgreSQL and has more rounds now, and all that is marked `again`",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither while tests are collected nor, later, among them: tests and modules last to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what takes long to deep or long rounds, and skip what needs a back end that this run has not."""
    sampled, deeper = (tuple(config.getoption(name)) for name in ("--sample", "--deeper"))
    chosen: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        chosen[is_chosen(item, sampled, deeper)].append(item)
    config.hook.pytest_deselected(items=chosen[False])
    # What waits for servers comes first, while the other workers use the processors.
    items[:] = sorted(chosen[True], key=lambda item: not item.nodeid.startswith("tests/infra/"))
    skips = find_skips()
    for item in items:
        for name, skip in skips.items():
            if name in item.keywords:
                item.add_marker(skip)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Call a test with room for the frames of what it calls."""
    test = pyfuncitem.obj
    pyfuncitem.obj = lambda **given: call_with_room(test, given)
    try:
        return (yield)
    finally:
        pyfuncitem.obj = test


def is_chosen(item: pytest.Item, sampled: tuple[str, ...], deeper: tuple[str, ...]) -> bool:
    """Tell whether a test runs in these rounds and is none that `--sample` or `--deeper` leaves out."""
    marks = item.keywords
    if ("deep" in marks and not is_deep()) or ("long" in marks and not is_long()):
        return False
    if "again" in marks:
        return True
    if item.nodeid.startswith(deeper):
        return "postgres" in marks and not {"deep", "long", "rounds"}.isdisjoint(marks)
    is_left_out = "django_db" in marks and "postgres" not in marks and item.nodeid.startswith(sampled)
    return not is_left_out or not crc32(item.nodeid.encode()) % 8


def find_skips() -> dict[str, pytest.MarkDecorator]:
    """Return by mark why tests with it are skipped here."""
    skips = {}
    if connection.vendor != "postgresql":
        skips["postgres"] = pytest.mark.skip(reason="needs PostgreSQL")
    if not os.environ.get("REDIS_URL"):
        skips["redis"] = pytest.mark.skip(reason="needs Redis")
    if not shutil.which("caddy"):
        skips["caddy"] = pytest.mark.skip(reason="needs Caddy: apt-get install caddy")
    if not find_pgbouncer():
        skips["pgbouncer"] = pytest.mark.skip(reason="needs PgBouncer: apt-get install pgbouncer")
    return skips


@pytest.fixture
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def polls_from_cache(settings: Settings) -> None:
    """One process has one cache."""
    settings.POLLS_FROM_CACHE = True


@pytest.fixture
def person() -> User:
    return make_person()


@pytest.fixture
def guest() -> User:
    return make_guest()


@pytest.fixture
def ada() -> User:
    return make_person("Ada")


@pytest.fixture
def ben() -> User:
    return make_person("Ben")


@pytest.fixture
def cleo() -> User:
    return make_person("Cleo")


@pytest.fixture
def zoe() -> User:
    return make_person("Zoe")


@pytest.fixture
def people(ada: User, ben: User, cleo: User) -> list[User]:
    """Three users."""
    return [ada, ben, cleo]


@pytest.fixture
def game(people: list[User]) -> Game:
    """A running table of these three."""
    return start_table(*people)


@pytest.fixture
def clock() -> Iterator[Clock]:
    """Stop the clock at START, when the site has just swept; tests move it."""
    with time_machine.travel(clocks.START, tick=False) as traveller:
        outages.note_heartbeat(timezone.now())
        yield traveller


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Machine]:
    """A machine at START, where the site has just swept. It knows no network time."""
    with time_machine.travel(START, tick=False) as traveller:
        machine = Machine(traveller, monkeypatch)
        monkeypatch.setattr(wall_clock, "find_start", lambda now: now.timestamp() - machine.seconds)
        monkeypatch.setattr(wall_clock, "SYNCHRONIZED", tmp_path / "synchronized")
        outages.note_heartbeat(timezone.now())
        yield machine
