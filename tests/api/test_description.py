"""What the API says of itself: the guide and `openapi.json` fit what it answers."""

import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from ninja import NinjaAPI

from games.api.answers import Answer
from games.api.endpoints import UndescribedAnswer
from games.api.problems import OWN_SENTENCES
from games.api.title_schemas import SCHEMAS, Words
from games.api.views import reading
from games.models import Game
from games.rules.registry import TITLES
from games.tables.services import lobby
from games.tables.views.refusals import SENTENCES
from tests.access_api import API, SAID
from tests.api.builders import open_together
from tests.api.clients import Program
from tests.api.described import find_deviations
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.builders import open_table, play_on, start_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_answers_are_as_described(title: str) -> None:
    """Of every title, from the table to the record. `test_access.py` compares every endpoint in every state."""
    code, (program, *_) = open_together(title)
    table, me = f"games/{code}", program.read("me")["code"]
    program.post(f"{table}/talk", {"text": "Hi"})
    always = ["me", "waiting", "games", "tables", "bots", table, f"{table}/talk"]
    asked = [("GET", path) for path in (*always, f"{table}/premove")]
    later = [("GET", path) for path in (*always, f"{table}/record", f"{table}/commitment", f"people/{me}/statistics")]
    found = [*_find_deviations(program, asked)]
    seen = program.look(code)
    if seen["answers"]:
        answer = program.choose(code)
        found += [*find_deviations("POST", f"{table}/moves", answer)]
    play_on(Game.objects.get(code=code))
    found += [*_find_deviations(program, later)]
    assert found == []
    assert program.look(code)["status"] == "over"
    assert program.read(f"people/{me}/statistics")["results"][0]["games"] == 1


def _find_deviations(program: Program, asked: list[tuple[str, str]]) -> Iterator[str]:
    for method, path in asked:
        answer = program.ask(method, path)
        assert answer.status_code == 200, path
        yield from (f"{path}: {each}" for each in find_deviations(method, path, answer))
        again = program.ask(method, path, If_None_Match=answer["ETag"])
        assert again.status_code == 304, path
        yield from (f"{path} again: {each}" for each in find_deviations(method, path, again))


def test_what_is_not_described_is_found() -> None:
    answer = Program(make_person()).get("me")
    whole = answer.json()
    for body, fault in ((whole, ""), ({}, "Field required"), ({**whole, "secret": 1}, "not described")):
        answer.json = lambda body=body: body
        answer.wsgi_request.answer = Answer(body)
        found = [*find_deviations("GET", "me", answer)]
        assert (len(found), fault in "".join(found)) == (bool(fault), True), fault
    answer.status_code = 299
    assert [*find_deviations("GET", "me", answer)] == ["undeclared status 299"]


def test_what_is_not_described_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(make_person())
    whole = program.read("titles")
    monkeypatch.setattr(reading, "describe_titles", lambda: {**whole, "secret": 1})
    answer = program.get("titles")
    assert answer.json() == whole
    assert "not described" in "".join(find_deviations("GET", "titles", answer))


def test_an_answer_of_other_types_is_an_error_that_names_places_and_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(make_person())
    whole = program.read("titles")
    monkeypatch.setattr(reading, "describe_titles", lambda: {**whole, "paces": ["hush"]})
    with pytest.raises(UndescribedAnswer, match=r"int_parsing.*paces") as caught:
        program.get("titles")
    assert "hush" not in "".join(traceback.format_exception(caught.value))


def test_the_guide_explains_every_key_of_the_observations_and_moves(client: Client) -> None:
    guide = client.get("/api/1/guide.md").content.decode()
    for schemas in SCHEMAS:
        if schemas.observation is Words:
            continue
        _, heading, table = guide.partition(f"### {TITLES[schemas.name].TEXTS.name}\n")
        assert heading
        code, (program, *_) = open_together(schemas.name)
        seen = program.look(code)
        keys = [*seen["observation"], *(key for answer in seen["answers"] for move in answer for key in move)]
        assert [key for key in keys if f"| `{key}` |" not in table] == [], schemas.name


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_can_be_opened_with_every_value_that_titles_offer(language: str) -> None:
    program = Program(make_person(language=language))
    offered = program.read("titles")
    assert [each["title"] for each in offered["titles"]] == [*TITLES]
    for each in offered["titles"]:
        bodies = [{"title": each["title"], "seats": seats} for seats in each["seats"]]
        assert {program.post("games", body).status_code for body in bodies} == {201}
    names = {each["title"]: each["texts"] for each in offered["titles"]}
    assert names["insidejob"]["card"]["B7"] == {"en": "blue 7", "fr": "7 bleu"}[language]
    for preset in offered["presets"]:
        assert {preset["pace"], preset["vote_time"]} <= set(offered["paces"])
        times = {name: preset[name] for name in ("pace", "vote_time", "bank", "sleeps", "vacations")}
        assert program.post("games", {"title": "insidejob", "seats": 4, **times}).status_code == 201


def test_the_description_says_what_programs_need(client: Client) -> None:
    schema = client.get("/api/1/openapi.json").json()
    operations = {each["operationId"]: each for methods in schema["paths"].values() for each in methods.values()}
    assert all(each["tags"] and "_api_" not in name for name, each in operations.items())
    assert [each["name"] for each in operations["open"]["parameters"]] == ["Idempotency-Key"]
    assert "If-None-Match" in [each["name"] for each in operations["game"]["parameters"]]
    assert operations["leave"]["responses"].keys() >= {"204", "409"}
    assert operations["game"]["responses"]["429"]["headers"].keys() >= {"Retry-After"}
    assert all(
        [*answer["content"]] == ["application/problem+json"]
        for each in operations.values()
        for status, answer in each["responses"].items()
        if status >= "400"
    )
    assert schema["components"]["schemas"]["OpenIn"]["properties"]["title"]["enum"] == [*TITLES]


def test_every_field_and_parameter_has_a_description_and_an_example(client: Client) -> None:
    assert [*_list_unexplained(client.get("/api/1/openapi.json").json())] == []


def test_what_is_not_explained_is_found(client: Client) -> None:
    schema = client.get("/api/1/openapi.json").json()
    shapes = schema["components"]["schemas"]
    del shapes["MeOut"]["properties"]["language"]["examples"]
    del shapes["OpenIn"]["properties"]["sleeps"]["description"]
    del schema["paths"]["/api/1/tables"]["get"]["parameters"][0]["example"]
    assert [*_list_unexplained(schema)] == ["MeOut.language", "OpenIn.sleeps", "tables: page"]


def _list_unexplained(schema: Any) -> Iterator[str]:
    for name, shape in schema["components"]["schemas"].items():
        for key, field in shape.get("properties", {}).items():
            if not (_shows_values(field) and (field.get("description") or "const" in field)):
                yield f"{name}.{key}"
    for methods in schema["paths"].values():
        for operation in methods.values():
            for each in operation["parameters"]:
                if not (each.get("description") and "example" in each):
                    yield f"{operation['operationId']}: {each['name']}"


def _shows_values(field: Any) -> bool:
    """Whether a field has an example, or a type that says all."""
    if field.keys() & {"const", "enum", "format", "examples", "$ref"} or field.get("type") in ("boolean", "null"):
        return True
    several = field.get("anyOf") or field.get("oneOf")
    return all(map(_shows_values, several)) if several else "items" in field and _shows_values(field["items"])


def test_the_page_and_the_description_list_every_endpoint(client: Client) -> None:
    schema = client.get("/api/1/openapi.json").json()
    ids = [found for methods in schema["paths"].values() for found in methods.values()]
    assert len(schema["paths"]) == len(API) - 4
    assert all(found["description"] and "x-scope" in found for found in ids)
    page = client.get("/api/1/").content.decode()
    assert all(path in page for path in schema["paths"])
    assert SAID


def test_the_description_is_made_once_and_not_for_each_request(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = client.get("/api/1/openapi.json").json()
    monkeypatch.delattr(NinjaAPI, "get_openapi_schema")
    assert client.get("/api/1/").status_code == 200
    assert client.get("/api/1/openapi.json").json() == made


def test_the_guide_lists_every_code(client: Client) -> None:
    guide = client.get("/api/1/guide.md").content.decode()
    codes = {*OWN_SENTENCES, *SENTENCES, *(code for title in TITLES.values() for code in title.TEXTS.objections)}
    assert [code for code in codes if f"| `{code}` | " not in guide] == []
    assert guide.count("\n## Codes of errors\n") == 1


def test_a_game_has_the_same_keys_at_all_times() -> None:
    ada, ben = make_person(), make_person()
    host, stranger = Program(ada), Program(ben)
    opened = open_table(ada, seats=3)
    open_keys, seat_keys = host.look(opened).keys(), host.look(opened)["players"][0].keys()
    assert stranger.look(opened).keys() == open_keys
    running = start_table(ada, ben, bots=1)
    for _ in range(2):
        seen = host.look(running)
        assert (seen.keys(), seen["players"][0].keys()) == (open_keys, seat_keys)
        play_on(running)
    assert seen["status"] == "over"
    lobby.cancel_game(code=opened.code, host=ada)
    assert host.look(opened).keys() == open_keys


def test_slots_of_a_long_form_say_where_they_stand() -> None:
    ada = make_person()
    game, program = start_table(ada, make_person(), bots=1), Program(ada)
    while program.look(game)["decision"]:
        program.choose(game)
    slots = program.read(f"games/{game.code}/premove")["slots"]
    assert len({slot["group"] for slot in slots}) > 1
    places = [(slot["group"], slot["row"], slot["label"]) for slot in slots]
    assert len(set(places)) == len(places)
