"""The installed app: a page when the network is gone, and the number on its icon."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.waiting import follow, wait_until

pytestmark = pytest.mark.browser
INSTALLED = """
    const ask = window.matchMedia;
    window.matchMedia = (query) =>
        query === "(display-mode: standalone)" ? { matches: true, addEventListener() {} } : ask.call(window, query);
"""
KEPT = """async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
}"""
CONTROLLED = "navigator.serviceWorker.controller !== null"
LISTEN = """() => {
    self.numbers = [];
    self.navigator.setAppBadge = async (number) => self.numbers.push(number);
    self.navigator.clearAppBadge = async () => self.numbers.push(0);
}"""


@pytest.fixture
def browser(whole_browser: Browser) -> Browser:
    """The headless shell crashes at a service worker."""
    return whole_browser


def open_app(page: Page) -> None:
    """Open the app at its first page, and wait until its service worker is in charge."""
    page.context.add_init_script(INSTALLED)
    page.goto("/games/")
    wait_until(page, lambda: bool(page.evaluate(CONTROLLED)), "a service worker in charge")


@pytest.mark.parametrize(("locale", "again"), [("fr-FR", "Réessayer"), ("en-GB", "Try again")])
def test_without_a_network_the_app_shows_a_page_to_try_again(member: NewPerson, locale: str, again: str) -> None:
    person = member("camille", locale=locale)
    page, context = person.page, person.context
    open_app(page)
    kept = page.evaluate(KEPT)
    assert kept[0] == "/offline/"
    assert all(path.startswith("/static/css/") for path in kept[1:])

    context.set_offline(True)
    page.goto("/rules/")
    button = page.get_by_role("link", name=again)
    expect(button).to_be_visible()
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert page.locator(".panel").evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    assert person.site.url + "/rules/" == page.url
    button.click()
    expect(button).to_be_visible()

    context.set_offline(False)
    follow(page.get_by_role("link", name=again))
    expect(page.locator("#rules, main h1").first).to_be_visible()
    assert page.get_by_role("link", name=again).count() == 0
    person.troubles = [each for each in person.troubles if "ERR_INTERNET_DISCONNECTED" not in each]


def test_the_icon_has_the_number_of_tables_that_wait(member: NewPerson) -> None:
    person = member("camille")
    page = person.page
    open_app(page)
    [worker] = person.context.service_workers
    worker.evaluate(LISTEN)

    def has_number() -> bool:
        waiting = int(person.context.request.get("/games/waiting/").text())
        return bool(worker.evaluate("self.numbers.at(-1)") == waiting)

    page.goto("/games/")
    wait_until(page, has_number, "the number on the icon")
