"""A small load of `make scale`: the copies are games that fold, and nothing that is asked often reads a whole table.

What is counted are the rows that PostgreSQL says it has read, table by table, while an index is taken wherever there
is one: no time, and no choice that it makes for small tables.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.management.commands.check_games import _list_keys, check_lot
from games.models import Game, Player
from games.notifications import email_dispatch
from games.site import cleaning, health
from games.tables.services import deadlines, outages, reliability, statistics, unfilled
from tools.scale.load import Size, load

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SIZE = Size(over=1_500, running=300, open=10, people=60, veteran_over=100, veteran_running=20)
BIG = {"games_game", "games_player", "games_move", "games_notice", "games_message", "games_hand", "games_deal"}
MANY = 1_000
"""Rows of one table that a page, or a sweep with nothing due, may read: far fewer than there are."""

ROWS_A_GAME = 15
"""Rows of one table that a page may read of each game of a person whose games it sums up: seats, for the list of people
to choose from and for the other players' results, and the person's own seat, six times."""


@pytest.fixture(scope="module", autouse=True)
def loaded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Load once for all tests here, and leave the database empty."""
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            load(SIZE, Random(1), each=2)
        yield
        if connection.vendor == "postgresql":
            call_command("flush", interactive=False, verbosity=0)
            connection.close()


@contextmanager
def count_rows() -> Iterator[dict[str, tuple[int, int]]]:
    """Give a mapping in which there stand, afterwards, the rows read of each table: all of it, by an index."""
    found: dict[str, tuple[int, int]] = {}
    with transaction.atomic(), connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
        before = read_counts()
        yield found
        after = read_counts()
        found |= {table: (after[table][0] - before[table][0], after[table][1] - before[table][1]) for table in BIG}


def read_counts() -> dict[str, tuple[int, int]]:
    """Return how many rows of each table this transaction has read so far."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, coalesce(seq_tup_read, 0), coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables"
        )
        return {table: (whole, some) for table, whole, some in cursor}


def find_person(number: int) -> User:
    """Return the veteran (0), the newcomer (1), or somebody else."""
    return User.objects.get(display_name=f"Agent {number}")


def look_at(path: str, number: int) -> None:
    """Let somebody look at a page, or at the table with the next deadline of theirs."""
    person = find_person(number)
    seat = Player.objects.filter(user=person, game__status=Game.Status.RUNNING).select_related("game").first()
    client = Client()
    client.force_login(person)
    address = path.format(person=person.code, game=seat.game.code if seat else "")
    assert client.get(address).status_code in (200, 204, 302)


PAGES = ("/games/", "/people/{person}/", "/g/{game}/", "/g/{game}/news/?v=0&c=", "/games/next/", "/tables/", "/health/")
WORK: dict[str, Callable[[], object]] = {
    "a sweep": deadlines.sweep,
    "coming back after an outage": lambda: outages._bring_near(timezone.now()),
    "mail": email_dispatch.send_due,
    "answers": reliability.note_due,
    "figures": statistics.count_due,
    "hosts": unfilled.ask_hosts,
    "cleaning": cleaning.clear_expired,
    "health": health.measure_health,
}


@pytest.mark.deep
def test_copies_are_games_that_equal_their_fold() -> None:
    keys = list(_list_keys(None))
    assert len(keys) == SIZE.over + SIZE.running + SIZE.open
    assert check_lot(keys[::20]) == []
    assert Player.objects.filter(user=find_person(0)).count() == SIZE.veteran_over + SIZE.veteran_running
    assert len(set(Game.objects.values_list("code", flat=True))) == len(keys)


@pytest.mark.parametrize("number", [0, 1], ids=["veteran", "newcomer"])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_reads_a_whole_table(path: str, number: int) -> None:
    with count_rows() as read:
        look_at(path, number)
    assert {table: rows for table, rows in read.items() if rows[0]} == {}
    assert {table: rows for table, rows in read.items() if rows[1] > MANY} == {}


def test_statistics_read_a_few_rows_of_each_game_and_no_whole_table() -> None:
    with count_rows() as read:
        look_at("/people/{person}/statistics/", 0)
    assert {table: rows for table, rows in read.items() if rows[0]} == {}
    most = ROWS_A_GAME * (SIZE.veteran_over + SIZE.veteran_running)
    assert {table: rows for table, rows in read.items() if rows[1] > most} == {}


@pytest.mark.parametrize("name", WORK)
def test_no_work_that_is_done_again_and_again_reads_a_whole_table(name: str) -> None:
    with count_rows() as read:
        WORK[name]()
    assert {table: rows for table, rows in read.items() if rows[0]} == {}
    assert {table: rows for table, rows in read.items() if rows[1] > MANY} == {}


def test_what_a_sweep_reads_is_what_is_due() -> None:
    due = list(Game.objects.filter(due_at__isnull=False).order_by("due_at").values_list("pk", flat=True)[:10])
    Game.objects.filter(pk__in=due).update(due_at=timezone.now() - timedelta(seconds=1))
    with count_rows() as read:
        assert deadlines._close_expired(timezone.now()) > 0
    assert read["games_game"][0] == read["games_move"][0] == 0
    assert read["games_game"][1] < 30 * len(due)


def test_a_whole_table_is_noticed() -> None:
    with count_rows() as read:
        list(Game.objects.filter(pace__gt=0))
    assert read["games_game"][0] > MANY
