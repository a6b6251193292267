"""What people do in a browser, where several tests let them."""

from datetime import UTC, datetime, timedelta
from random import Random

from playwright.sync_api import Page, Request, expect

from tests.browser.people import Person
from tests.browser.waiting import send


def hide(page: Page, spies: str) -> None:
    """Hide three spies, from left to right: after each of them the page offers those for the next door."""
    for place, spy in enumerate(spies):
        page.locator(f"#spy{place}-{spy}").check()
        expect(page.locator(".to-hide:visible")).to_have_count(1)
    send(page.locator("#hide-button"))


HIDE = "Object.defineProperty(document, 'hidden', {get: () => window.isHidden === true})"


def open_table(person: Person, code: str) -> tuple[Page, list[Request]]:
    """Open a table on a page whose clock stands, and draws no luck; return it and the list of its questions."""
    page, asked = person.page, list[Request]()
    # A browser without a window shows every tab; so the page is told that it is hidden.
    page.add_init_script(f"{HIDE}; Math.random = () => 0.5")
    page.clock.install()
    page.on("request", lambda request: asked.append(request) if "/news/" in request.url else None)
    person.go(f"/g/{code}/")
    page.clock.pause_at(datetime.now(tz=UTC) + timedelta(minutes=1))
    return page, asked


def press(page: Page, name: str, dice: Random) -> None:
    choices = page.locator(f"{name}:visible")
    choices.nth(dice.randrange(choices.count())).check()
