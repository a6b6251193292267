"""Playing by hand: what a person presses at a table, whatever the game asks."""

from random import Random

from playwright.sync_api import Page, expect

from tests.browser.waiting import follow, put_away_tips, send, settle, wait_until

ASKED = "#status-line[data-turn]"
FORM = "#choice-form"
CAN_BE_TAKEN = ":enabled:not([aria-disabled=true])"
RESULT = "section.result"
START_BUTTONS = {"insidejob": ".hero-button", "target": "#play-target", "rendezvous": "#play-rendezvous"}
"""The buttons of the first page, by the title that they start."""


def is_asked(page: Page) -> bool:
    return page.locator(ASKED).count() > 0


def is_over(page: Page) -> bool:
    return page.locator(RESULT).count() > 0


def is_vote(page: Page) -> bool:
    return page.locator("#vote-button").count() > 0


def take_turn(page: Page, dice: Random) -> None:
    """Make some legal choice and wait until the table has taken it."""
    put_away_talk(page)
    put_away_tips(page)
    if is_vote(page):
        vote(page, page.locator(f"{FORM} [name=against]").first.input_value())
        return
    asked = page.locator(f"{FORM} [name=decision]").input_value()
    if page.locator("#partner-button").count():
        pick(page, "partner", dice)
        press = page.locator("#partner-button")
    elif page.locator("#larry-button").count():
        card = pick(page, "card", dice)
        pick(page, "back", dice, f":not([value={card}])")
        press = page.locator("#larry-button")
    else:
        pick_card(page, dice)
        press = page.locator("#play-button")
    send(press)
    expect(page.locator(f"{FORM} [name=decision][value='{asked}']")).to_have_count(0)


def pick(page: Page, name: str, dice: Random, which: str = "") -> str:
    """Pick one of the choices called `name` that can be picked, and return its value."""
    choices = page.locator(f"{FORM} [name={name}]{CAN_BE_TAKEN}{which}")
    chosen = choices.nth(dice.randrange(choices.count()))
    chosen.check()
    return chosen.input_value()


def pick_card(page: Page, dice: Random) -> None:
    """Pick a card: with a mission where one leads, mostly without an intel where one may be put on it."""
    if page.locator(f"{FORM} [name=mission]").count():
        pick(page, "mission", dice)
    pick(page, "card", dice)
    if page.locator("#wager").count() and dice.random() < 0.3:
        page.locator("#wager").check()


def vote(page: Page, seat: str) -> None:
    """Vote against a seat and wait until the table has taken it."""
    page.locator(f"#against-{seat}").check()
    send(page.locator("#vote-button"))
    expect(page.locator(f"#mine .note, {RESULT}").first).to_be_visible()


IS_STYLED = "[...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet)"
"""Until then nothing new is drawn, and nothing in it can have the focus."""


def open_tab(page: Page, name: str) -> None:
    """Open a tab beside the table, unless it is open; without scripts that is another page."""
    settle(page)
    open_now = page.locator(f"#tab-{name}[aria-current]")
    if open_now.count() == 0:
        page.locator(f"#tab-{name}").click()
    expect(open_now).to_be_visible()
    settle(page)
    wait_until(page, lambda: bool(page.evaluate(IS_STYLED)), "the style sheet of a tab")


def put_away_talk(page: Page) -> None:
    """On a phone talk lies over the hand; without scripts the page is loaded again without it."""
    close = page.locator("#talk-close")
    if close.is_visible():
        close.click()
        expect(close).to_have_count(0)
        settle(page)


def say(page: Page, text: str) -> None:
    open_tab(page, "talk")
    page.fill("#talk-text", text)
    page.locator("#talk-form button").click()
    expect(page.locator("#talk")).to_contain_text(text)
    settle(page)


def start_game(page: Page, button: str = ".hero-button") -> None:
    """Start a game from the first page, which is open, by the `button` there, without the tips of a first game."""
    follow(page.locator(button).first)
    put_away_tips(page)
