"""Turns of Rendezvous, taken in a browser."""

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.waiting import answered, put_away_tips, send

WORDS = ("sea", "sky", "l’eau", "été", "猫", "arc-en-ciel")


def take_turn(page: Page, dice: Random) -> None:
    """Answer whatever is asked, by keyboard where something is written, and wait until the table has taken it."""
    put_away_tips(page)
    if page.locator("#number-button").count():
        page.locator(f"#number-{dice.randint(1, 10)}").check()
        send(page.locator("#number-button"))
    elif page.locator("#word").count():
        write(page, "#word", dice.choice(WORDS))
    elif page.locator("#guess").count():
        write(page, "#guess", "Guesswork")
    else:
        point(page, dice)


def write(page: Page, field: str, text: str) -> None:
    page.fill(field, text)
    with answered(page):
        page.press(field, "Enter")


def point(page: Page, dice: Random) -> None:
    """Point at two, or, as a spy, at one beside oneself; the button names them."""
    partners, others = (page.locator(f".voice [name=at][type={kind}]") for kind in ("radio", "checkbox"))
    if partners.count():
        partners.nth(dice.randrange(partners.count())).check()
    for place in dice.sample(range(others.count()), 2 if others.count() else 0):
        others.nth(place).check()
    expect(page.locator("#point-button")).to_have_text(re.compile(r"Point at \S+( and \S+)?"))
    expect(page.locator("#point-button bdi[translate=no]")).not_to_have_count(0)
    send(page.locator("#point-button"))
