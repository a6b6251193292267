"""Games of each title, played to the end by programs, and by a program against a person at a page."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.rules.record import verify_record
from games.rules.registry import TITLES
from games.state.table import load_table
from tests.api.builders import open_together
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.builders import asked, choose
from tests.tables.pages.browser import has_form, link, sign_in
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db


def step(program: Program, code: str, chance: Random) -> bool:
    """Answer if asked, at times twice; tell whether it was."""
    seen = program.look(code)
    if not seen["answers"] or seen["own_choice"]:
        return False
    body = {"decision": seen["decision"], "moves": chance.choice(seen["answers"])}
    answer = program.post(f"games/{code}/moves", body)
    assert answer.status_code == 200, answer.content
    if chance.random() < 0.1:
        again = program.post(f"games/{code}/moves", body)
        assert again.status_code == 200, again.content
    return True


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_programs_play_a_game_to_its_end(title: str) -> None:
    code, programs = open_together(title)
    chance = Random(title)
    while sum(step(program, code, chance) for program in programs):
        pass
    seen = [program.look(code) for program in programs]
    assert all(each["observation"]["result"]["reason"] for each in seen)
    record = programs[-1].get(f"games/{code}/record")
    assert verify_record(record.json()).state
    assert programs[0].read(f"games/{code}/commitment")["root"] == seen[0]["commitment"]
    assert programs[0].read("waiting") == {"games": []}


@pytest.mark.parametrize("title", one_in(3, [*TITLES][::-1]))
def test_a_program_plays_against_a_person_at_a_page(title: str) -> None:
    count = max(2, min(TITLES[title].SEATS))
    person, chance = make_person(), Random(title)
    program, browser = Program(make_person()), sign_in(person)
    code = program.post("games", {"title": title, "seats": count}).json()["code"]
    game = Game.objects.get(code=code)
    browser.post(link("join", game))
    if count > 2:
        assert program.post(f"games/{code}/fill", {}).status_code == 200
    for _ in range(400):
        seen = program.look(code)
        if seen["status"] != "running":
            break
        step(program, code, chance)
        choose_at_page(browser, game)
    assert program.look(code)["status"] == "over"


def choose_at_page(browser: Client, game: Game) -> None:
    """Send what the form of the table's page holds, if it asks."""
    table = load_table(Game.objects.get(pk=game.pk))
    if 1 not in asked(table) or not has_form(browser.get(link("table", game)), link("move", game)):
        return
    fields: dict[str, Any] = {"decision": table.asked[1].name}
    for move in choose(table, 1):
        fields |= worlds_of(game.title).write_form(move)
    assert browser.post(link("move", game), fields).status_code == 302
