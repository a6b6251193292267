"""A database that was restored or exchanged while the cache stayed: a row that the cache remembers may be gone."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from games.cases.selectors.files import load_file
from games.fast.state_cache import state_cache
from games.models import Case, Game
from tests.access import ANSWERS, World
from tests.access_cases import make_cases
from tests.api.clients import BASE, Program
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.tables.builders import start_table
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.usefixtures("polls_from_cache")

OPEN = {"title": "insidejob", "seats": 3}
ACTS = ({"do": "next"}, {"do": "clue"}, {"do": "keep", "suspicion-1": "2"}, {"do": "accuse", "seat": "1"})


def list_paths(world: World, game: Game) -> list[str]:
    """Every address of the site; of a user's own table, with what its page polls."""
    paths = {path for name in ANSWERS for _, path in world.find_addresses(name)} - {reverse("games:health")}
    own = [f"/g/{game.code}/", f"/g/{game.code}/news/?v={game.version}", f"/watch/{game.watch_key}/"]
    return [*sorted(paths), *own, f"{BASE}games/{game.code}"]


def ask(client: Client, headers: Mapping[str, str], method: str, path: str) -> str:
    """Send a request, and undo what it did. Return what failed."""
    with transaction.atomic():
        answer: Any = client.generic(method, path, headers={**headers})
        connection.check_constraints()
        transaction.set_rollback(True)
    return f"{method} {path}: {answer.status_code}" if answer.status_code >= 500 else ""


def ask_all(clients: Sequence[tuple[Client, Mapping[str, str]]], methods: str, paths: Sequence[str]) -> list[str]:
    said = (ask(*client, method, path) for client in clients for path in paths for method in methods.split())
    return [*filter(None, said)]


def forget_as_a_new_process() -> None:
    """Empty what a process keeps of the database in its own memory. What all processes share stays."""
    load_file.cache_clear()
    state_cache.forget()


@pytest.mark.deep
@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("is_restarted", [False, True])
def test_no_address_fails_when_the_database_was_exchanged_under_a_warm_cache(is_restarted: bool) -> None:
    """Ada is in both, as after a restore of yesterday's backup; tables, cases and circles are of today.

    SQLite refuses no more than PostgreSQL, so one of them is enough.
    """
    ada = make_person("Ada")
    program = Program(ada)
    clients = [(Client(), {}), (sign_in(ada), {}), (program.client, program.headers)]
    with transaction.atomic():
        world, game = World(), start_table(ada, make_person("Ben"), bots=1, watchers="link")
        paths = list_paths(world, game)
        assert not ask_all(clients, "GET", paths)
        made = program.post("games", OPEN, Idempotency_Key="again")
        assert program.post("games", OPEN, Idempotency_Key="again").json()["code"] == made.json()["code"]
        transaction.set_rollback(True)
    assert not Game.objects.exists()
    assert cache.get_many([f"stamp:table:{game.code}", "stamp:site"]), "there must be something to remember"
    if is_restarted:
        forget_as_a_new_process()
    assert not ask_all(clients, "GET POST", paths)
    assert program.post("games", OPEN, Idempotency_Key="again").status_code == 201
    make_cases()
    assert not ask_all(clients, "GET", ["/", "/case/", "/case/1/", "/games/", f"{BASE}case/today"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act["do"])
@pytest.mark.parametrize("is_member", [True, False], ids=["member", "visitor"])
def test_a_case_that_a_process_has_read_may_be_gone_when_it_is_played(act: dict[str, str], is_member: bool) -> None:
    """Only the commit tells that the row is missing."""
    store_case()
    client = sign_in(make_person()) if is_member else Client()
    assert client.get("/case/1/").status_code == 200
    Case.objects.all().delete()
    answer: Any = client.post("/case/1/act/", {"seen": "1", **act})
    assert answer.status_code == 302
    if is_member or act["do"] == "accuse":
        assert client.get("/case/1/").status_code == 404
        assert client.get("/case/").status_code == 200
