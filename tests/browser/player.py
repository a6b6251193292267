"""Plays a whole game in any browser, by what the page shows alone. `player.js` says what a player would do next."""

import time
from pathlib import Path
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


def play(window: Window) -> None:
    """Play until the result is there."""
    answered, end = "", time.monotonic() + PATIENCE / 1000
    while not (step := window.run(PLAYER, answered)).get("isOver"):
        assert "refusal" not in step, step["refusal"]
        if "press" in step:
            window.press(step["press"])
        elif "write" in step:
            window.write(step["write"], step["text"])
        else:
            assert time.monotonic() < end, f"the page asks nothing after {answered!r}"
            time.sleep(LOOK_SOON / 1000)
            continue
        answered, end = step.get("answers", answered), time.monotonic() + PATIENCE / 1000
