"""Plays a whole game in any browser, by what the page shows alone. `player.js` says what a player would do next."""

import time
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tests.browser.people import Person
from tests.browser.waiting import LOOK_SOON, PATIENCE

PLAYER = Path(__file__).with_name("player.js").read_text()


class Window(Protocol):
    """What one plays in."""

    def open(self, url: str) -> None: ...
    def run(self, script: str, *arguments: Any) -> Any: ...
    def press(self, selector: str) -> None: ...
    def write(self, selector: str, text: str) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def read_errors(self) -> list[str]: ...


class Chromium:
    """The page of a person, whose browser is new."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"list => (function () {{ {script} }})(...list)", arguments)

    def press(self, selector: str) -> None:
        self.page.click(selector)

    def write(self, selector: str, text: str) -> None:
        self.page.locator(selector).press_sequentially(text)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def read_errors(self) -> list[str]:
        return self.person.troubles


def play(window: Window, dice: Random, turns: float = inf) -> None:
    """Play until the result is there, or until the page asks again after so many answers."""
    answered, answers, luck, end = "", 0, dice.random(), find_end()
    while not (step := window.run(PLAYER, answered, luck)).get("isOver"):
        assert "refusal" not in step, step["refusal"]
        if not step:
            assert time.monotonic() < end, f"the page asks nothing after {answered!r}"
            time.sleep(LOOK_SOON / 1000)
            continue
        if answers >= turns:
            return
        if "press" in step:
            window.press(step["press"])
        else:
            window.write(step["write"], step["text"])
        answers += "answers" in step
        # However often the page is looked at in between, the next step has luck of its own.
        answered, luck, end = step.get("answers", answered), dice.random(), find_end()


def find_end() -> float:
    return time.monotonic() + PATIENCE / 1000
