"""A whole game of each title in Chromium, Firefox and WebKit, on a screen like a phone's and one like a laptop's.

One player answers whatever the page asks, with mouse and keyboard; bots have the other seats.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random

import pytest

from tests.browser.conftest import HAS_FAILED, NewPerson
from tests.browser.engines import RUN, DrivenWindow, find_missing
from tests.browser.failed import keep_window
from tests.browser.player import Chromium, Window, play
from tests.browser.site import Site
from tests.browser.turns import START_BUTTONS
from tests.browser.waiting import LOOK_SOON, PATIENCE

pytestmark = pytest.mark.browser
ENGINES = ("chromium", *RUN)
SIZES = {"phone": (390, 844), "laptop": (1280, 720)}
SIDEWAYS = "return document.documentElement.scrollWidth - document.documentElement.clientWidth;"
MAKE_ERRORS = """console.error("written");
Promise.reject(new Error("rejected"));
setTimeout(() => { throw new Error("thrown"); });
document.head.append(Object.assign(document.createElement("script"), { textContent: "1" }));"""
ERRORS = ("written", "rejected", "thrown", "script-src")
"""What the console says then; the last is that the Content-Security-Policy refuses the script."""


OpenDriven = Callable[[str], DrivenWindow]
OpenWindow = Callable[[str], Window]


@pytest.fixture(scope="module")
def open_driven(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDriven]:
    """Starts an engine once, for one guest: a site takes few of them in an hour."""
    windows: dict[str, DrivenWindow] = {}
    with ExitStack() as running:

        def get(engine: str) -> DrivenWindow:
            if engine not in windows:
                windows[engine] = running.enter_context(RUN[engine](tmp_path_factory.mktemp(engine)))
            return windows[engine]

        yield get


@pytest.fixture
def open_window(open_driven: OpenDriven, new_person: NewPerson, request: pytest.FixtureRequest) -> Iterator[OpenWindow]:
    """Opens an engine's window; skips the test where a package is missing."""
    opened: list[DrivenWindow] = []

    def get(engine: str) -> Window:
        if engine == "chromium":
            return Chromium(new_person(reveals=True))
        if missing := find_missing(engine):
            pytest.skip(f"{engine} needs Debian's {', '.join(missing)}")
        window = open_driven(engine)
        window.leave()
        opened.append(window)
        return window

    yield get
    if request.node.stash[HAS_FAILED]:
        for window in opened:
            keep_window(request.node.nodeid, window)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", START_BUTTONS)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_whole_game_has_no_errors(
    engine: str, title: str, size: str, open_window: OpenWindow, site: Site, request: pytest.FixtureRequest
) -> None:
    window = open_window(engine)
    window.resize(*SIZES[size])
    window.open(site.url)
    window.press(START_BUTTONS[title])
    play(window, Random(request.node.name))
    assert window.run("return innerWidth;") == SIZES[size][0]
    assert window.run(SIDEWAYS) == 0
    assert window.read_errors() == []


@pytest.mark.parametrize("engine", ENGINES)
def test_errors_in_the_console_are_seen(engine: str, open_window: OpenWindow, site: Site) -> None:
    window = open_window(engine)
    window.open(site.url)
    window.run(MAKE_ERRORS)
    end = time.monotonic() + PATIENCE / 1000
    while unseen := [what for what in ERRORS if not any(what in error for error in window.read_errors())]:
        assert time.monotonic() < end, unseen
        # Playwright hears of errors while it is asked something.
        window.run("return 0;")
        time.sleep(LOOK_SOON / 1000)
    if isinstance(window, Chromium):
        window.person.forgive(*ERRORS)
