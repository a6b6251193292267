"""A program plays by the API against a person in a browser, to the end of a game of each title."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Page, expect

from tests.browser import test_rendezvous, test_target, turns
from tests.browser.conftest import NewPerson, Scenes
from tests.browser.turns import RESULT, is_asked, is_over
from tests.browser.waiting import loading, wait_until

pytestmark = pytest.mark.browser


@dataclass
class Program:
    request: APIRequestContext
    token: str

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self.request.fetch(f"/api/1/{path}", method=method, headers=headers, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def take_turn(self, code: str, dice: Random) -> bool:
        """Answer what is asked, and return whether anything was."""
        seen = self.ask("GET", f"games/{code}")
        if seen["decision"] is None or seen["own_choice"]:
            return False
        self.ask("POST", f"games/{code}/moves", {"decision": seen["decision"], "moves": dice.choice(seen["answers"])})
        return True


def take_targets_turn(page: Page, dice: Random) -> None:
    if page.locator("#hide-button").count():
        test_target.hide(page, "258")
    else:
        test_target.take_turn(page, dice)


TITLES: dict[str, tuple[dict[str, Any], Callable[[Page, Random], None]]] = {
    "insidejob": ({"seats": 3}, turns.take_turn),
    "target": ({"seats": 2}, take_targets_turn),
    "rendezvous": ({"seats": 3, "options": {"rounds": 1}}, test_rendezvous.take_turn),
}


@pytest.mark.parametrize("title", TITLES)
def test_a_program_plays_a_person_to_the_end(title: str, new_person: NewPerson, scenes: Scenes) -> None:
    opening, take_turn = TITLES[title]
    person, owner, dice = new_person(), new_person(), Random(4)
    owner.sign_in(scenes["email"], scenes["password"])
    program = Program(owner.context.request, make_token(owner.go("/accounts/settings/tokens/"), scenes["password"]))
    code = program.ask("POST", "games", {"title": title, **opening})["code"]
    person.sign_in(scenes["friend"], scenes["password"])
    page = person.go(f"/g/{code}/")
    with loading(page):
        page.locator("form[action$='/join/'] button").click()
    if program.ask("GET", f"games/{code}")["status"] == "open":
        program.ask("POST", f"games/{code}/fill", {})
    while not is_over(person.go(f"/g/{code}/")):
        if is_asked(page):
            take_turn(page, dice)
        else:
            wait_until(page, lambda: program.take_turn(code, dice) or has_news(page), "the next question")
    result = program.ask("GET", f"games/{code}")
    assert result["status"] == "over"
    assert result["observation"]["result"]
    expect(page.locator(RESULT)).to_be_visible()


def has_news(page: Page) -> bool:
    page.reload()
    return is_asked(page) or is_over(page)


def make_token(page: Page, password: str) -> str:
    if page.locator("main [name=password]").count():
        page.fill("main [name=password]", password)
        with loading(page):
            page.locator("main form button.primary").first.click()
    page.fill("[name=name]", "Against a browser")
    for scope in ("tables", "play"):
        page.check(f"[name=scopes][value={scope}]")
    with loading(page):
        page.locator("form", has=page.locator("[name=scopes]")).locator("button.primary").click()
    return page.locator("#token").inner_text()
