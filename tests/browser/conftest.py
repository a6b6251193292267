"""What browser tests get: one site and one Chromium for a worker's, people as needed, and no page in trouble."""

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.failed import keep_pages
from tests.browser.people import Person, run_chromium
from tests.browser.site import Site, run_site, set_up
from tests.browser.waiting import PATIENCE
from tests.run_browser import find_chromium, find_shell

collect_ignore = ["test_heard.py"]
"""Files that run only where they are named."""
NewPerson = Callable[..., Person]
Scenes = dict[str, Any]
HAS_FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the fixtures of a test know whether it failed, when they end."""
    report = yield
    item.stash[HAS_FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site with people and tables made beforehand: made once, by whichever worker is first."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with open(shared / "stage.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "scenes.json").exists():
            (shared / "stage").mkdir()
            (shared / "scenes.json").write_text(json.dumps(set_up(shared / "stage")))
    return shared / "stage"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, stage: Path) -> Iterator[Site]:
    """The site, started once, with people and tables of its own."""
    var = tmp_path_factory.mktemp("site") / "var"
    shutil.copytree(stage, var)
    with run_site(var) as site:
        yield site


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium without its window, started once."""
    with run_chromium(playwright, find_shell()) as browser:
        yield browser


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium itself, started once, for what makes its headless shell crash."""
    with run_chromium(playwright, find_chromium()) as browser:
        yield browser


@pytest.fixture(scope="session")
def scenes(stage: Path) -> Scenes:
    """The names of people and tables made beforehand."""
    scenes: Scenes = json.loads(stage.with_name("scenes.json").read_text())
    return scenes


@pytest.fixture
def member(new_person: NewPerson) -> NewPerson:
    """Signs somebody of the stage in by their name, with a browser of their own."""

    def sign_in(name: str = "camille", **options: Any) -> Person:
        person = new_person(**options)
        person.sign_in(name)
        return person

    return sign_in


@pytest.fixture
def new_person(browser: Browser, site: Site, stage: Path, request: pytest.FixtureRequest) -> Iterator[NewPerson]:
    """Makes somebody with a browser of their own; in the end nobody's pages had errors or strangers."""
    people: list[Person] = []

    def make(**options: Any) -> Person:
        people.append(Person(browser, site, **options))
        return people[-1]

    yield make
    troubles = [trouble for person in people for trouble in person.troubles]
    if people and (troubles or request.node.stash[HAS_FAILED]):
        keep_pages(request.node.nodeid, people)
    for person in people:
        person.leave()
    assert troubles == []
    opened, played = (set[str]().union(*codes) for codes in ([p.opened for p in people], [p.played for p in people]))
    test = request.node.nodeid.replace(" ", "-")
    assert find_shared(stage.with_name("visits"), test, opened, played) == []


def find_shared(visits: Path, test: str, opened: set[str], played: set[str]) -> list[str]:
    """Return the tables at which one test plays and that another opens: what that one sees depends on their order.

    The file `visits` lists what the tests of all workers did so far.
    """
    with open(visits, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        others = [visit for visit in map(str.split, file) if visit[0] != test]
        file.writelines(f"{test} {code} {'plays' if code in played else 'opens'}\n" for code in opened)
    return [
        f"{code}: {other} {does} there, too"
        for other, code, does in others
        if code in played or (code in opened and does == "plays")
    ]
