"""A weekly table over four weeks of simulated time, with a vacation and summer time, and its season, in Chromium."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.models import Game
from tests.browser.checks import find_axe_faults, find_layout_faults
from tests.browser.people import Person
from tests.browser.site import Site
from tests.browser.waiting import loading
from tests.circles.weeks import DAY, HOUR, MINUTE, WEEK, go_to, latest, live, make_recurring, people_of
from tests.tables.builders import play_on
from tests.tables.pages.browser import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SUNDAY_NIGHT = datetime(2027, 3, 7, 21, tzinfo=UTC)
"""Cookies of an earlier time would have expired in Chromium, which has its own clock."""
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session", autouse=True)
def allow_queries_beside_playwright() -> None:
    """Until the database is removed."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture
def now() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(SUNDAY_NIGHT) as traveller:
        yield traveller


@pytest.fixture
def people(browser: Browser, live_server: Any, now: time_machine.Traveller) -> Iterator[dict[User, Person]]:
    site = Site(live_server.url, Path())
    seated = {user: Person(browser, site, viewport=PHONE) for user in people_of("Ada", "Ben", "Cleo", "Dora")}
    for user, person in seated.items():
        User.objects.filter(pk=user.pk).update(language="en")
        kept = sign_in(user).cookies[settings.SESSION_COOKIE_NAME].value
        person.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": kept, "url": site.url}])
    yield seated
    troubles = [trouble for person in seated.values() for trouble in person.troubles]
    for person in seated.values():
        person.leave()
    assert troubles == []


def sit_down(person: Person) -> None:
    """By the line on their own page. An open table loads itself again, so its tab is closed."""
    tab = person.context.new_page()
    tab.goto("/games/")
    with loading(tab):
        tab.locator("#for-circles + ul a", has_text="This week’s table is open").click()
    expect(tab.locator("main")).to_contain_text("09:00")
    with loading(tab):
        tab.locator("form[action$='/join/'] button").click()
    tab.close()


def take_vacation(person: Person, first: datetime, last: datetime) -> None:
    page = person.go("/holidays/")
    page.fill("#vacation-form [name=first]", f"{first:%Y-%m-%d}")
    page.fill("#vacation-form [name=last]", f"{last:%Y-%m-%d}")
    with loading(page):
        page.locator("#vacation-form button").click()


def end_week(now: time_machine.Traveller, game: Game) -> None:
    """Let the day pass, and play the game that may have started."""
    live(now, DAY + HOUR)
    game.refresh_from_db()
    if game.is_running:
        play_on(game)


def read_rows(page: Page) -> list[str]:
    return page.locator("main tbody th").all_inner_texts()


def test_four_weeks_and_their_season(people: dict[User, Person], now: time_machine.Traveller) -> None:
    ada, ben, cleo, dora = people
    recurring = make_recurring(ada, ben, cleo, dora)
    circle = recurring.circle
    take_vacation(people[ben], SUNDAY_NIGHT + WEEK, SUNDAY_NIGHT + WEEK + 5 * DAY)
    opened = []
    for week, sitting in enumerate([[ada, ben, cleo, dora], [ada, cleo, dora], [ben], [ada, ben]]):
        monday = SUNDAY_NIGHT + 11 * HOUR + week * WEEK - HOUR * (week == 3)
        go_to(now, monday - MINUTE)
        assert recurring.games.count() == week
        mail.outbox.clear()
        live(now, 3 * MINUTE, MINUTE)
        game = latest(circle)
        asked = {to for letter in mail.outbox for to in letter.to if "weekly" in letter.subject}
        opened.append((f"{game.opened_at:%d %H:%M}", ben.email in asked, ada.email in asked))
        for user in sitting:
            sit_down(people[user])
        end_week(now, game)
    assert opened == [
        ("08 08:00", True, True),
        ("15 08:00", False, True),
        ("22 08:00", True, True),
        ("29 07:00", True, True),
    ]
    assert [game.status == "cancelled" for game in recurring.games.order_by("pk")] == [False, False, True, False]

    page = people[ada].go(f"/circles/{circle.code}/")
    expect(page.locator("section[aria-labelledby=weekly]")).to_contain_text("Every Monday at 09:00 (Paris)")
    with loading(page):
        page.locator("section[aria-labelledby=seasons] a").first.click()
    assert {*read_rows(page)} >= {"Ada", "Ben", "Cleo", "Dora"}
    assert page.locator("main svg").count()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert find_layout_faults(page) == find_axe_faults(page) == []
