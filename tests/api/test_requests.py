"""What holds for requests of any kind: other sites, repeated and malformed requests, sizes, descriptions."""

from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import translation
from django.utils.translation import gettext
from pydantic import TypeAdapter
from pytest_django import Settings

from games.api import schemas
from games.api.problems import OWN_SENTENCES, TOO_OFTEN
from games.api.views import playing
from games.models import Game, Player
from games.rules.engine.errors import MalformedMove
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from games.state.table import load_table
from games.tables.services import lobby
from games.tables.services import moves as move_service
from games.tables.services.stand_ins import hand_over
from games.tables.views.refusals import word_refusal
from tests.api.builders import open_together
from tests.api.clients import BASE, Bot, Program
from tests.builders_people import make_person
from tests.tables.builders import asked, finish, open_table, play_on, play_to_scene, start_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def program() -> Program:
    return Program(make_person())


def test_other_sites_may_read_with_a_token_and_do_nothing_else(program: Program) -> None:
    allowed = program.ask("OPTIONS", "me", Origin="https://elsewhere.example")
    assert allowed.status_code == 204
    assert allowed.headers["Access-Control-Allow-Methods"] == "GET"
    assert "Authorization" in allowed.headers["Access-Control-Allow-Headers"]
    for answer in (allowed, program.get("me"), Program().get("me")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Access-Control-Allow-Origin" not in program.post("games", {}).headers
    assert "Access-Control-Allow-Origin" not in program.client.get("/games/").headers


def test_the_host_closes_a_table_and_others_leave_it() -> None:
    host, friend = Program(make_person()), Program(make_person())
    code = host.post("games", {"title": "insidejob", "seats": 4}).json()["code"]
    assert friend.look(code)["players"] == []
    assert len(friend.post(f"games/{code}/join").json()["players"]) == 4
    assert friend.post(f"games/{code}/leave").status_code == 204
    assert host.post(f"games/{code}/close").status_code == 204
    cancelled = host.look(code)
    assert (cancelled["status"], cancelled["players"], cancelled["seats"]) == ("cancelled", [], 0)
    TypeAdapter(schemas.GameOut).validate_python(cancelled)


def test_a_host_without_a_seat_learns_only_that_the_game_has_begun() -> None:
    """As of a weekly table, which the owner of the circle hosts."""
    owner = make_person()
    game = open_table(make_person(), seats=3)
    Game.objects.filter(pk=game.pk).update(host=owner)
    program = Program(owner)
    answer = program.post(f"games/{game.code}/fill")
    assert answer.status_code == 200
    assert {name: value for name, value in answer.json().items() if value} == {
        "code": game.code, "title": "insidejob", "status": "running",
    }  # fmt: skip
    assert program.get(f"games/{game.code}").json()["code"] == "private"


def test_who_lost_their_seat_since_learns_no_more_by_their_key() -> None:
    ada, body = make_person(), {"title": "insidejob", "seats": 3, "options": {"memory": "open"}}
    program = Program(ada)
    code = program.post("games", body, Idempotency_Key="a").json()["code"]
    program.post(f"games/{code}/fill")
    Player.objects.filter(game__code=code, user=ada).update(user=make_person())
    again = program.post("games", body, Idempotency_Key="a")
    assert (again.status_code, again.json()["code"], again.json()["options"]) == (200, code, {})


def test_a_body_may_be_left_out_where_all_of_it_may() -> None:
    host, friend = Program(make_person()), Program(make_person())
    code = host.post("games", {"title": "insidejob", "seats": 4}).json()["code"]
    assert friend.ask("POST", f"games/{code}/join").status_code == 200
    assert host.ask("POST", f"games/{code}/fill").json()["status"] == "running"


def test_a_table_that_has_not_begun_is_not_called_over() -> None:
    host = Program(make_person())
    code = host.post("games", {"title": "insidejob", "seats": 4}).json()["code"]
    refused = host.get(f"games/{code}/premove")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_running")
    assert "hasn’t started" in refused.json()["detail"]


def test_a_seat_is_taken_back_from_a_stand_in() -> None:
    code, (program, *_) = open_together("insidejob")
    player, seen = Player.objects.get(game__code=code, user__code=program.read("me")["code"]), program.look(code)
    assert player.user
    hand_over(code=code, user=player.user)
    refused = program.post(f"games/{code}/moves", {"decision": seen["decision"], "moves": seen["answers"][0]})
    assert refused.json()["code"] == "stand_in"
    seats = program.post(f"games/{code}/take-back").json()["players"]
    assert not seats[player.seat]["stand_in"]
    player.refresh_from_db()
    assert not player.stand_in


def test_another_answer_to_an_old_question_is_refused() -> None:
    code, (program, *_) = open_together("insidejob")
    seen = program.look(code)
    decision, answers = seen["decision"], seen["answers"]
    assert program.post(f"games/{code}/moves", {"decision": decision, "moves": answers[0]}).status_code == 200
    again = program.post(f"games/{code}/moves", {"decision": decision, "moves": answers[0]})
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    other = program.post(f"games/{code}/moves", {"decision": decision, "moves": answers[-1]})
    assert (other.status_code, other.json()["code"]) == (409, "not_asked")
    assert Game.objects.get(code=code).status == "running"


BODIES = {
    "no JSON": (b"{", 400),
    "not UTF-8": (b'{"text": "\xff"}', 400),
    "half of an emoji": (b'{"text": "\\ud83d"}', 400),
    "the same key twice": (b'{"text": "a", "text": "b"}', 400),
    "no number": (b'{"text": NaN}', 400),
    "too deep": (b'{"text": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", 400),
    "no object": (b"[]", 422),
    "another type": (b'{"text": 7}', 422),
    "a field too many": (b'{"text": "a", "secret-word": 1}', 422),
    "a zero byte": (b'{"text": "a\\u0000"}', 201),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_malformed_body_is_refused_and_not_repeated(what: str) -> None:
    body, status = BODIES[what]
    program = Program(make_person())
    code = program.post("games", {"title": "insidejob", "seats": 3}).json()["code"]
    answer = program.client.generic(
        "POST", f"{BASE}games/{code}/talk", body, "application/json", headers=program.headers
    )
    assert answer.status_code == status, answer.content
    if status == 400:
        assert answer.json()["code"] == "not_json"
    if what == "another type":
        assert answer.json()["fields"] == ["text"]


MOVES: list[Any] = [
    [], [{}], [{"type": "play"}], [{"type": ["play"]}], [{"type": "play", "card": "Z9", "wager": False}],
    [{"type": "play", "card": {"a": 1}, "wager": False}], [{"type": "vote", "against": [10**30]}],
    [{"type": "hide", "spies": [[1], 2, 3]}], [{"type": "attack", "from": {}, "spy": 1, "target": 2}],
    [{"type": "say", "word": "x" * 5000}], [{"type": "say", "emoji": [[]]}], ["play"], 7,
]  # fmt: skip


@pytest.mark.parametrize("title", ["insidejob", "target", "rendezvous"])
def test_a_move_that_does_not_exist_is_refused(title: str) -> None:
    code, (program, *_) = open_together(title)
    decision = program.look(code)["decision"] or "turn-1"
    for moves in MOVES:
        answer = program.post(f"games/{code}/moves", {"decision": decision, "moves": moves})
        assert answer.status_code in (409, 422), moves
        assert answer.json()["detail"], moves


def test_options_that_do_not_exist_are_refused_by_their_code(program: Program) -> None:
    for options in ({"nonsense": 1}, {"memory": "none"}, {"roles": [["a"]]}, {"roles": ["house-agents-2bt"]}):
        answer = program.post("games", {"title": "insidejob", "seats": 4, "options": options})
        assert answer.status_code in (409, 422), options
        assert answer.json()["detail"]
    for wrong in ({"title": "chess", "seats": 3}, {"title": "insidejob", "seats": 19}, {"title": "insidejob"}):
        assert program.post("games", wrong).status_code in (409, 422)


def test_only_the_owner_reads_results_against_bots() -> None:
    ada, ben = make_person(), make_person()
    start_table(ada, ben, bots=1)
    finish(start_table(ada, bots=2))
    path = f"people/{ada.code}/statistics?against_bots=true"
    assert Program(ada).read(path)["results"]
    assert not Program(ben).read(path)["results"]


def test_sentences_are_in_the_language_of_the_reader() -> None:
    ada = make_person(language="fr")
    game, program = start_table(ada, make_person(), bots=1), Program(ada)
    play_on(game, 1)
    told = [event["text"] for passage in program.look(game)["narration"] for event in passage["events"]]
    assert told
    refused = program.post(f"games/{game.code}/moves", {"decision": "x", "moves": [{}]})
    with translation.override("fr"):
        assert refused.json()["detail"] == word_refusal(MalformedMove("malformed"), game.played_by)


def test_a_list_of_terms_stays_a_list_in_what_is_narrated() -> None:
    ada = make_person()
    game = start_table(ada, make_person(), bots=1)
    finish(game)
    events = [event for passage in Program(ada).look(game)["narration"] for event in passage["events"]]
    suspects = [event["params"]["suspects"] for event in events if event["code"] == "voted"]
    assert suspects
    assert all(term["kind"] == "seat" for terms in suspects for term in terms)


def test_an_invalid_field_says_why_and_what_is_allowed(program: Program) -> None:
    def ask(**changed: Any) -> Any:
        return program.post("games", {"title": "insidejob", "seats": 3, **changed}).json()

    assert ask(title="chess")["errors"] == [
        {"field": "title", "type": "one_of", "why": f"Input should be one of {[*TITLES]}"}
    ]
    assert "86400" in ask(pace=60)["errors"][0]["why"]
    assert {each["type"] for each in ask(seats="2", talk="loud")["errors"]} == {"int_type", "literal_error"}
    assert "'open', 'between' or 'off'" in ask(talk="loud")["errors"][0]["why"]
    assert ask(seats=9)["allowed"] == [2, 3, 4, 5]
    assert ask(options={"memory": "none"})["allowed"]
    assert "memory" in ask(options={"nonsense": 1})["allowed"]


@pytest.mark.parametrize("code", TOO_OFTEN)
def test_every_429_says_when_to_come_back(program: Program, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    def refuse(**chosen: Any) -> None:
        raise Refusal(code)

    monkeypatch.setattr(lobby, "open_game", refuse)
    refused = program.post("games", {"title": "insidejob", "seats": 3})
    assert (refused.status_code, int(refused.headers["Retry-After"]) > 0) == (429, True)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_errors_of_no_endpoint_are_in_the_language_of_the_token(language: str) -> None:
    program = Program(make_person(language=language))
    answers = [program.get("nothing"), program.ask("BREW", "me"), program.get("games/nosuchcode")]
    with translation.override(language):
        sentences = [gettext(OWN_SENTENCES[code]) for code in ("not_found", "method", "not_found")]
    for other in ("en", "fr"):
        with translation.override(other):
            assert [answer.json()["detail"] for answer in answers] == sentences
            assert program.get("nothing").json()["detail"] == sentences[0]


def test_the_narration_is_read_from_a_scene_on() -> None:
    ada = make_person()
    game, program = start_table(ada, make_person(), bots=1), Program(ada)
    play_to_scene(game, 3)
    path = f"games/{game.code}"
    whole, rest = program.look(game), program.read(f"{path}?from_scene=3")
    assert [passage["scene"] for passage in whole["narration"]] == [1, 2, 3]
    assert rest == {**whole, "narration": whole["narration"][2:]}
    assert program.read(f"{path}?from_scene=0") == whole


def test_a_poll_is_answered_for_the_scene_that_it_asks(settings: Settings) -> None:
    settings.POLLS_FROM_CACHE = True
    ada = make_person()
    game, program = start_table(ada, make_person(), bots=1), Program(ada)
    play_to_scene(game, 2)
    path = f"games/{game.code}?from_scene=2"
    tag = program.get(path).headers["ETag"]
    assert program.get(path, If_None_Match=tag).status_code == 304
    assert program.get(f"games/{game.code}", If_None_Match=tag).status_code == 200


@pytest.mark.parametrize(
    ("service", "method", "path", "body"),
    [
        ("games.tables.services.lobby.open_game", "POST", "games", {"title": "insidejob", "seats": 4}),
        ("games.notifications.contacts.connect", "PUT", "webhook", {"url": "https://hooks.example.org/ada"}),
        ("games.notifications.contacts.disconnect", "DELETE", "webhook", None),
    ],
)
def test_what_cannot_be_stored_is_said(
    monkeypatch: pytest.MonkeyPatch, service: str, method: str, path: str, body: Any
) -> None:
    def refuse(*given: Any, **named: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(service, refuse)
    answer = Bot(make_person()).ask(method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
    assert answer.has_header("Retry-After")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fails", ["reading back", "the commit", "a statement before"])
def test_what_may_be_stored_is_not_called_not_stored(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    ada = make_person()
    game = start_table(ada, make_person(), bots=1)
    program = Program(next(game.players.get(seat=seat).user for seat in asked(load_table(game))))
    seen = program.look(game)
    body = {"decision": seen["decision"], "moves": seen["answers"][0]}

    def fail(*given: Any, **named: Any) -> None:
        if fails == "the commit":
            commit(*given)
        raise OperationalError("the connection was lost")

    commit = BaseDatabaseWrapper.commit
    owner, name = {
        "reading back": (playing, "describe_game"),
        "the commit": (BaseDatabaseWrapper, "commit"),
        "a statement before": (move_service, "_refresh_game"),
    }[fails]
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, fail)
        answer = program.post(f"games/{game.code}/moves", body)
    is_stored = program.look(game)["decision"] != seen["decision"]
    assert is_stored == (fails != "a statement before")
    assert (answer.status_code, answer.json()["code"]) == (503, "maybe_stored" if is_stored else "not_stored")
    assert answer.has_header("Retry-After")
    again = program.post(f"games/{game.code}/moves", body)
    assert (again.status_code, again.has_header("Idempotent-Replayed")) == (200, is_stored)


@pytest.mark.parametrize(("seats", "status"), [(3, 201), (3.0, 201), (3.5, 422), ("3", 422), (True, 422), (1e300, 422)])
def test_a_number_without_fraction_is_an_integer(program: Program, seats: Any, status: int) -> None:
    assert program.post("games", {"title": "insidejob", "seats": seats}).status_code == status


def test_an_unknown_address_is_a_problem(program: Program) -> None:
    for path in ("nothing", "games/nosuchcode", "cases/999999999999"):
        answer = program.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    assert program.ask("BREW", "me").status_code == 405
