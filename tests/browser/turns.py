"""Playing by hand: what a person presses at a table, whatever the game asks."""

import time
from random import Random

from playwright.sync_api import Page, expect

NEWS_WITHIN = 20.0
"""Seconds until news shows at the latest: a page asks every four, and a busy machine may take its time."""
ASKED = "#status-line[data-turn]"
FORM = "#choice-form"
CAN_BE_TAKEN = ":enabled:not([aria-disabled=true])"
RESULT = "section.result"


def is_asked(page: Page) -> bool:
    """Tell whether the table says that it waits for this player."""
    return page.locator(ASKED).count() > 0


def is_over(page: Page) -> bool:
    """Tell whether the table shows the result."""
    return page.locator(RESULT).count() > 0


def is_vote(page: Page) -> bool:
    """Tell whether the player is asked to vote."""
    return page.locator("#vote-button").count() > 0


def take_turn(page: Page, dice: Random) -> None:
    """Make some legal choice and wait until the table has taken it."""
    if is_vote(page):
        vote(page, page.locator(f"{FORM} [name=against]").first.input_value())
        return
    asked = page.locator(f"{FORM} [name=decision]").input_value()
    if page.locator("#partner-button").count():
        pick(page, "partner", dice)
        page.locator("#partner-button").click()
    elif page.locator("#larry-button").count():
        card = pick(page, "card", dice)
        pick(page, "back", dice, f":not([value={card}])")
        page.locator("#larry-button").click()
    else:
        play_card(page, dice)
    expect(page.locator(f"{FORM} [name=decision][value='{asked}']")).to_have_count(0)
    settle(page)


def settle(page: Page) -> None:
    """Wait until what was swapped in has its own attributes: for a moment HTMX leaves it those of what it replaced."""
    expect(page.locator(".htmx-request, .htmx-settling, .htmx-added")).to_have_count(0)


def pick(page: Page, name: str, dice: Random, which: str = "") -> str:
    """Pick one of the choices called `name` that can be picked, and return its value."""
    choices = page.locator(f"{FORM} [name={name}]{CAN_BE_TAKEN}{which}")
    chosen = choices.nth(dice.randrange(choices.count()))
    chosen.check()
    return chosen.input_value()


def play_card(page: Page, dice: Random) -> None:
    """Play a card: with a mission where one leads, mostly without an intel where one may be put on it."""
    if page.locator(f"{FORM} [name=mission]").count():
        pick(page, "mission", dice)
    pick(page, "card", dice)
    if page.locator("#wager").count() and dice.random() < 0.3:
        page.locator("#wager").check()
    page.locator("#play-button").click()


def vote(page: Page, seat: str) -> None:
    """Vote against a seat and wait until the table has taken it."""
    page.locator(f"#against-{seat}").check()
    with page.expect_response(lambda response: response.url.endswith("/move/")):
        page.locator("#vote-button").click()
    expect(page.locator(f"#mine .note, {RESULT}").first).to_be_visible()
    settle(page)


def open_tab(page: Page, name: str) -> None:
    """Open a tab beside the table, unless it is open."""
    if page.locator(f"#tab-{name}[aria-current]").count() == 0:
        page.locator(f"#tab-{name}").click()
    expect(page.locator(f"#tab-{name}[aria-current]")).to_be_visible()


def say(page: Page, text: str) -> None:
    """Say something to the table, in the tab for it."""
    open_tab(page, "talk")
    page.fill("#talk-text", text)
    page.locator("#talk-form button").click()
    expect(page.locator("#talk")).to_contain_text(text)


def version(page: Page) -> str:
    """Return what the page will ask for when it asks for news: it changes with all that is new."""
    return page.locator("#live").get_attribute("hx-get") or ""


def wait_for_news(page: Page, since: str) -> float:
    """Return the seconds until a page that nobody touches shows something newer than `since`."""
    start = time.monotonic()
    expect(page.locator(f'#live[hx-get="{since}"]')).to_have_count(0, timeout=3 * NEWS_WITHIN * 1000)
    return time.monotonic() - start


def look_again(page: Page, since: str) -> None:
    """Come back to the page, which asks for news at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for_news(page, since)
