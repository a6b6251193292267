"""Requests that are repeated with their `Idempotency-Key` take effect once."""

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from games.api.services import idempotency
from games.models import Game, IdempotentRequest, Message
from games.personal_data.deletion import close_account
from games.site import retention
from games.state.refusals import Refusal
from games.tables.services import lobby
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.tables.builders import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def program() -> Program:
    return Program(make_person())


def test_a_table_is_opened_once_and_a_line_said_once(program: Program) -> None:
    body = {"title": "insidejob", "seats": 3}
    answers = [program.post("games", body, Idempotency_Key="a") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json()["code"] == answers[1].json()["code"]
    assert program.post("games", body, Idempotency_Key="b").json()["code"] != answers[0].json()["code"]
    code = answers[0].json()["code"]
    for _ in range(2):
        assert program.post(f"games/{code}/talk", {"text": "Hi"}, Idempotency_Key="c").status_code == 201
    assert Message.objects.count() == 1


def test_a_key_counts_for_one_request_alone() -> None:
    ada = make_person()
    program, body = Program(ada), {"title": "insidejob", "seats": 3}
    one, two = (program.post("games", body).json()["code"] for _ in range(2))
    assert program.post(f"games/{one}/talk", {"text": "Hi"}, Idempotency_Key="a").status_code == 201
    for path, other in ((f"games/{two}/talk", {"text": "Hi"}), (f"games/{one}/talk", {"text": "Ha"}), ("games", body)):
        refused = program.post(path, other, Idempotency_Key="a")
        assert (refused.status_code, refused.json().get("fields")) == (422, ["Idempotency-Key"]), path
    long = "k" * 100
    assert program.post("games", body, Idempotency_Key=f"{long}1").status_code == 201
    assert program.post("games", body, Idempotency_Key=f"{long}2").status_code == 201
    # Another person has keys of their own.
    assert Program(make_person()).post("games", body, Idempotency_Key="a").status_code == 201


def test_what_was_said_cannot_be_guessed_from_what_is_stored(settings: Any) -> None:
    ada = make_person()
    program, path, body = Program(ada), f"games/{open_table(ada, seats=3).code}/talk", {"text": "Hi"}
    assert program.post(path, body, Idempotency_Key="a").status_code == 201
    asked = IdempotentRequest.objects.get().asked
    guessed = f"/api/1/{path}".encode() + b"\0" + json.dumps(body).encode()
    assert asked != hashlib.sha256(guessed).hexdigest()
    # With another secret key the request is another one, and it is still not made again.
    settings.SECRET_KEY = "another" * 8
    assert program.post(path, body, Idempotency_Key="a").status_code == 422
    assert Message.objects.count() == 1


def test_a_renewed_token_opens_no_second_table() -> None:
    ada, body = make_person(), {"title": "insidejob", "seats": 3}
    first, again = (Program(ada).post("games", body, Idempotency_Key="a") for _ in range(2))
    assert [first.status_code, again.status_code] == [201, 200]
    assert first.json()["code"] == again.json()["code"]


def test_a_refused_request_may_be_repeated_and_a_second_one_waits(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"title": "insidejob", "seats": 3}
    found: list[int] = []
    honest = lobby.open_game

    def refuse(**chosen: Any) -> None:
        raise Refusal("many_openings")

    def ask_again(**chosen: Any) -> Game:
        found.append(program.post("games", body, Idempotency_Key="a").status_code)
        return honest(**chosen)

    for replaced, status in ((refuse, 429), (ask_again, 201), (honest, 200)):
        monkeypatch.setattr(lobby, "open_game", replaced)
        assert program.post("games", body, Idempotency_Key="a").status_code == status
    assert found == [409]
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("loses", ["the answer to the commit", "the cache"])
def test_what_is_repeated_with_its_key_takes_effect_once(monkeypatch: pytest.MonkeyPatch, loses: str) -> None:
    ada = make_person()
    program, opened = Program(ada), open_table(ada, seats=3)
    commit = BaseDatabaseWrapper.commit

    def store_and_fail(*given: Any) -> None:
        commit(*given)
        raise OperationalError("the connection was lost")

    for path, body in (("games", {"title": "insidejob", "seats": 3}), (f"games/{opened.code}/talk", {"text": "Hi"})):
        with monkeypatch.context() as patched:
            if loses != "the cache":
                patched.setattr(BaseDatabaseWrapper, "commit", store_and_fail)
            first = program.post(path, body, Idempotency_Key=path)
        assert first.status_code == (201 if loses == "the cache" else 503)
        cache.clear()
        assert program.post(path, body, Idempotency_Key=path).status_code == (200 if path == "games" else 201)
    assert (Game.objects.count(), Message.objects.count()) == (2, 1)


def test_two_requests_with_a_key_that_run_at_once_without_the_cache_are_one(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, honest = {"title": "insidejob", "seats": 3}, idempotency._find_made
    first = program.post("games", body, Idempotency_Key="a")
    # The second one looks before the first is stored.
    found = iter(("",))
    monkeypatch.setattr(idempotency, "_find_made", lambda *given: next(found, None) or honest(*given))
    second = program.post("games", body, Idempotency_Key="a")
    assert (first.status_code, second.status_code) == (201, 200)
    assert (first.json()["code"], Game.objects.count()) == (second.json()["code"], 1)


def test_keys_are_stored_for_a_day_and_no_longer_than_the_account() -> None:
    ada, ben = make_person(), make_person()
    for person in (ada, ben):
        Program(person).post("games", {"title": "insidejob", "seats": 3}, Idempotency_Key="a")
    close_account(ada)
    assert [row.user for row in IdempotentRequest.objects.all()] == [ben]
    retention.remove_old(timezone.now() + timedelta(hours=23))
    assert IdempotentRequest.objects.exists()
    retention.remove_old(timezone.now() + timedelta(hours=25))
    assert not IdempotentRequest.objects.exists()
