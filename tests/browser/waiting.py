"""Waiting for what a page is about to show, so that no test looks at it on its way there.

What is pressed is pressed inside `loading` where it leads to another page, inside `answered` where it sends a choice. A
page for which others made news is asked by `catch_up`.

`page.wait_for_function` takes a function, `() => …`: an expression is evaluated again at each look, which the site's
Content-Security-Policy refuses at the second.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, Response, Route, expect

PATIENCE = 30_000
"""Milliseconds that a page may take on a busy machine: no test here judges speed."""
LOOK_EVERY, LOOK_SOON = 250, 30
"""Milliseconds between two looks at what no page tells of by itself, and at what it is about to show."""
UNSETTLED = ".htmx-request:not(#live), .htmx-settling, .htmx-added"
"""What is on its way or has just come, but for the question for news, which a page asks all the time."""
IS_UNSETTLED = f"document.querySelector('{UNSETTLED}') !== null"
VERSION = re.compile(r"[?&]v=(\d+)")
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def wait_until(
    page: Page, is_so: Callable[[], bool], what: str, patience: int = PATIENCE, every: int = LOOK_EVERY
) -> None:
    """Return once `is_so`; fail with `what` was waited for if it is not in so many milliseconds."""
    end = time.monotonic() + patience / 1000
    while not is_so():
        assert time.monotonic() < end, f"{page.url}: {what} was waited for in vain"
        page.wait_for_timeout(every)


@contextmanager
def loading(page: Page) -> Iterator[None]:
    """Wait, once what is pressed inside leads to another page, until all of that is there and its scripts have run."""
    page.wait_for_load_state()
    with page.expect_event("load"):
        yield


def follow(link: Locator) -> None:
    """Press what leads to another page, and wait until all of that is there and its scripts have run."""
    with loading(link.page):
        link.click()


def send(button: Locator) -> None:
    """Press what sends a choice, and wait until the page shows all of the answer; fail if refused."""
    with answered(button.page):
        button.click()


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Wait, once what is pressed inside has sent a choice, until the page shows all of the answer; fail if refused.

    With scripts that is part of the page, without it is another page.
    """
    page.wait_for_load_state()
    if page.evaluate("typeof htmx === 'undefined'"):
        with loading(page):
            yield
    else:
        put_away_tips(page)
        with page.expect_response(is_answer_to_move):
            yield
        settle(page)
    expect(page.locator("#choice-error")).to_have_count(0)


def put_away_tips(page: Page) -> None:
    """Put away the tips of a first game, which stand where the button comes.

    Without scripts the page is loaded again.
    """
    stop = page.locator("#tip [value=all]")
    if stop.count():
        stop.click()
        expect(stop).to_have_count(0)
        settle(page)


def is_answer_to_move(response: Response) -> bool:
    return response.url.endswith("/move/")


def settle(page: Page) -> None:
    """Wait until all that was asked for is there, with its own attributes: HTMX leaves it those of what it replaced
    for a moment."""
    page.wait_for_load_state()
    expect(page.locator(UNSETTLED)).to_have_count(0)


def settle_loaded(page: Page) -> None:
    """Do as `settle`, where nothing leads away from the page. What Playwright brings into each page for its locators,
    which takes as long as a third of loading it, comes only if something is on its way."""
    page.wait_for_load_state()
    if page.evaluate(IS_UNSETTLED):
        settle(page)


def version(page: Page) -> int:
    """Return the number of the newest thing that a page shows of its table: the same for all who sit there."""
    found = VERSION.search(page.locator("#live").get_attribute("hx-get") or "")
    assert found
    return int(found[1])


def catch_up(page: Page, ahead: Page, *, by_itself: bool = False) -> None:
    """Wait until a page shows all that the page `ahead` shows of their table.

    It asks for news at once, as if its player came back to it, or when its own time comes, `by_itself`.
    """
    newest = version(ahead)
    if not by_itself:
        page.evaluate(LOOK_AGAIN)
    wait_until(page, lambda: version(page) >= newest, f"what {ahead.url} shows", every=LOOK_SOON)
    settle(page)


def let_go(page: Page, held: list[Route]) -> None:
    """Let the one request that a route holds go on to the server; the route hears of it after the page did."""
    wait_until(page, lambda: len(held) == 1, "a request to hold")
    held.pop().continue_()


def ask_for_news(page: Page) -> Response:
    """Let a page ask for news as if its player came back to it, and return what that question is answered.

    Another question may be under way and be answered first.
    """
    with page.expect_request(re.compile("/news/")) as asked:
        page.evaluate(LOOK_AGAIN)
    answer = asked.value.response()
    assert answer
    return answer
