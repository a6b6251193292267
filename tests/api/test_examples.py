"""`games/api/examples.json` has a request and an answer of every operation, for `openapi.json` and the page of the API.

`GOLDEN=write .venv/bin/python -m pytest tests/api/test_examples.py` writes them anew.
"""

import json
import os
from typing import Any

import pytest
from django.db import transaction

from games.api.openapi import EXAMPLES, _load_examples
from games.rules.registry import TITLES
from tests.access import World
from tests.api.access import ENDPOINTS, KINDS, expect, list_paths
from tests.api.builders import open_together
from tests.api.clients import Bot, Program
from tests.api.described import find_misfits, find_operation, load_description, load_models
from tests.builders_people import make_person

pytestmark = pytest.mark.django_db
Example = dict[str, Any]
LONG = 6
"""Of a longer list an example has the first two."""


def list_operations() -> list[Any]:
    return [operation for methods in load_description()["paths"].values() for operation in methods.values()]


def describes_answer(operation: Any) -> bool:
    """Whether an operation answers JSON of its own. Many answer the game as it is then, which `game` shows."""
    schemas = {each["operationId"]: find_schema(each) for each in list_operations()}
    name = operation["operationId"]
    return schemas[name] is not None and (name == "game" or schemas[name] != schemas["game"])


def find_schema(operation: Any) -> Any:
    answered = operation["responses"].get("200") or operation["responses"].get("201") or {}
    return answered.get("content", {}).get("application/json", {}).get("schema")


class Story:
    """Asks operations, and keeps of each the first request that is granted, with its answer."""

    def __init__(self) -> None:
        self.examples: dict[str, Example] = {}

    def ask(self, program: Program, method: str, path: str, body: Any = None, name: str = "answer") -> Any:
        """Send a request, and keep it under a name, which is that of a title where each has its types."""
        answer = program.ask(method, path, body)
        assert answer.status_code in (200, 201, 204), (method, path, answer.content)
        operation = find_operation(method, path)
        example = self.examples.setdefault(operation["operationId"], {"requests": {}, "answers": {}})
        if body:
            example["requests"].setdefault(name, {"value": body})
        if describes_answer(operation):
            example["answers"].setdefault(name, {"value": shorten(answer.json())})
        return answer.json() if answer.content else None


def find_examples() -> dict[str, Example]:
    """Return an example of every operation, by its name."""
    story = Story()
    people = [Program(make_person(name)) for name in ("Ada", "Ben", "Cleo")]
    for title in TITLES:
        play(story, title, people if 3 in TITLES[title].SEATS else people[:2])
    bot = Bot(make_person("Nadia"))
    story.ask(bot, "PUT", "invitations", {"games": [{"title": "insidejob", "seats": [3, 4]}]})
    terms = {"pace": 86400, "is_public": True, "allows_bots": True}
    opened = story.ask(people[0], "POST", "games", {"title": "insidejob", "seats": 4, **terms})
    story.ask(people[1], "GET", "tables")
    [invited] = story.ask(people[0], "GET", "bots")["bots"]
    story.ask(people[0], "POST", f"games/{opened['code']}/invite", {"person": invited["code"]})
    story.ask(bot, "PUT", "webhook", {"url": "https://hooks.example.org/turns"})
    story.ask(bot, "GET", "webhook")
    story.ask(bot, "DELETE", "webhook")
    world = World()
    for (method, path), (body, _, answers) in ENDPOINTS.items():
        asked = ((state, address, kind) for state, address in list_paths(world, path) for kind in KINDS)
        for state, address, kind in asked:
            if expect(answers, state, kind) in ("200", "201", "204"):
                with transaction.atomic():
                    story.ask(Program(world.people[kind]), method, address, body)
                    transaction.set_rollback(True)
                break
    return story.examples


def play(story: Story, title: str, people: list[Program]) -> None:
    """Chat, note, play the first moves of a game, prepare one, pause, and hand a seat over."""
    code, programs = open_together(title, people)
    table = f"games/{code}"
    story.ask(programs[0], "POST", f"{table}/talk", {"text": "Good luck!"})
    story.ask(programs[0], "GET", f"{table}/talk")
    story.ask(programs[0], "GET", "games")
    noted = story.ask(programs[0], "POST", f"{table}/notes", {"text": "Ben hid a yellow card."})["notes"][-1]
    story.ask(programs[0], "PUT", f"{table}/notes/{noted['number']}", {"text": "Ben has no yellow card."})
    story.ask(programs[0], "GET", f"{table}/notes")
    for program in programs:
        seen = story.ask(program, "GET", table, name=title)
        if seen["answers"]:
            story.ask(program, "GET", "waiting")
            choice = {"decision": seen["decision"], "moves": seen["answers"][0]}
            story.ask(program, "POST", f"{table}/moves", choice, name=title)
    for program in programs:
        if not (offered := program.read(f"{table}/premove"))["slots"]:
            continue
        story.ask(program, "GET", f"{table}/premove")
        for slot in (slot for slot in offered["slots"] if slot["choices"]):
            prepared = {"fields": {slot["name"]: slot["choices"][-1]["value"]}, "question": offered["question"]}
            if program.ask("PUT", f"{table}/premove", prepared).status_code == 200:
                story.ask(program, "PUT", f"{table}/premove", prepared)
                break
    story.ask(programs[0], "GET", f"{table}/replay", name=title)
    for program in programs:
        story.ask(program, "POST", f"{table}/pause", {"agrees": True})
    story.ask(programs[0], "POST", f"{table}/resume")
    story.ask(programs[0], "POST", f"{table}/hand-over")
    story.ask(programs[1], "POST", f"{table}/open-seat", {"seat": 0})
    story.ask(programs[1], "POST", f"{table}/close-seat", {"seat": 0})


def shorten(value: Any) -> Any:
    if isinstance(value, list):
        return [shorten(each) for each in value[: 2 if len(value) > LONG else LONG]]
    return {key: shorten(each) for key, each in value.items()} if isinstance(value, dict) else value


def test_every_operation_has_an_example_that_fits_its_description() -> None:
    if os.environ.get("GOLDEN") == "write":
        lines = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in find_examples().items())
        EXAMPLES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    examples = _load_examples()
    for operation in list_operations():
        name = operation["operationId"]
        found = examples.pop(name, {"requests": {}, "answers": {}})
        assert bool(found["answers"]) == describes_answer(operation), name
        assert found["requests"] or not operation.get("requestBody", {}).get("required"), name
        model = load_models()[name].get(200) or load_models()[name].get(201)
        assert [fault for each in found["answers"].values() for fault in find_misfits(model, each["value"])] == [], name
    assert not examples
