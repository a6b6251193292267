"""What browser tests get: one site and one Chromium for all, people as needed, and no page in trouble."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import Person, run_chromium
from tests.browser.site import Site, run_site
from tests.run_browser import ADVICE, find_chromium

NewPerson = Callable[..., Person]
Scenes = dict[str, Any]
PATIENCE = 30_000
"""Milliseconds that a page may take on a busy machine: no test here judges speed."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, started once."""
    with run_site(tmp_path_factory.mktemp("var")) as site:
        yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    program = find_chromium()
    assert program, ADVICE
    with sync_playwright() as playwright, run_chromium(playwright, program) as browser:
        yield browser


@pytest.fixture(scope="session")
def scenes(site: Site) -> Scenes:
    """People and tables made beforehand."""
    return site.set_up()


@pytest.fixture
def new_person(browser: Browser, site: Site) -> Iterator[NewPerson]:
    """Makes somebody with a browser of their own; in the end nobody's pages had errors or strangers."""
    people: list[Person] = []

    def make(**options: Any) -> Person:
        people.append(Person(browser, site, **options))
        return people[-1]

    yield make
    troubles = [trouble for person in people for trouble in person.troubles]
    for person in people:
        person.leave()
    assert troubles == []
