"""A move whose press reached nobody: it is kept, said to be unsent, and sent again once the connection is back."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.turns import FORM, pick_card, start_game
from tests.browser.waiting import settle

pytestmark = pytest.mark.browser
MOVE, NEWS = re.compile("/move/$"), re.compile("/news/")
ASK_NEWS = "document.body.dispatchEvent(new CustomEvent('wake'))"
ON_ITS_WAY, WAITS_FOR_A_PRESS = "hasn’t been sent yet", "press the button again"
OTHER_CARD = f"{FORM} [name=card]:enabled:not([aria-disabled=true]):not(:checked)"
LOST = ("ERR_", "status of 5", "Status Error Code 5", "htmx:")


def pick_to_play(person: Person) -> tuple[str, list[str]]:
    """Start a game as a guest and pick one of several cards.

    Return the question and the addresses of the moves sent from now on.
    """
    start_game(person.go("/"))
    pick_card(person.page, Random(1))
    assert person.page.locator(OTHER_CARD).count(), "at this deal only one card may be played"
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.url) if MOVE.search(request.url) else None)
    return person.page.locator(f"{FORM} [name=decision]").input_value(), sent


def expect_taken(page: Page, question: str) -> None:
    expect(page.locator(f"{FORM} [name=decision][value='{question}']")).to_have_count(0)
    settle(page)
    expect(page.locator("#choice-error")).to_have_count(0)
    expect(page.locator("#connection")).to_be_empty()


def hear_news(page: Page) -> None:
    with page.expect_response(NEWS):
        page.evaluate(ASK_NEWS)
    settle(page)


def test_a_move_without_a_connection_goes_by_itself_once_it_is_back(new_person: NewPerson) -> None:
    person = new_person(viewport={"width": 390, "height": 664})
    question, _sent = pick_to_play(person)
    page, note = person.page, person.page.locator("#connection")
    card = page.locator(f"{FORM} [name=card]:checked").input_value()
    person.context.set_offline(True)
    page.locator("#play-button").click()
    expect(note).to_contain_text(ON_ITS_WAY)
    expect(note).to_be_in_viewport(ratio=1)
    # A question for news that is lost, too, does not change the note.
    page.evaluate(ASK_NEWS)
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    expect(note).to_contain_text(ON_ITS_WAY)
    person.context.set_offline(False)
    expect_taken(page, question)
    expect(page.locator(f".hand [value={card}]")).to_have_count(0)
    person.forgive(*LOST)


def test_a_choice_changed_meanwhile_waits_for_a_press(new_person: NewPerson) -> None:
    person = new_person()
    question, sent = pick_to_play(person)
    page, note = person.page, person.page.locator("#connection")
    person.context.set_offline(True)
    page.locator("#play-button").click()
    expect(note).to_contain_text(ON_ITS_WAY)
    page.locator(OTHER_CARD).first.check()
    expect(note).to_contain_text(WAITS_FOR_A_PRESS)
    person.context.set_offline(False)
    hear_news(page)
    expect(note).to_contain_text(WAITS_FOR_A_PRESS)
    assert len(sent) == 1
    page.locator("#play-button").click()
    expect_taken(page, question)
    person.forgive(*LOST)


def test_a_move_whose_answer_was_lost_is_sent_once(new_person: NewPerson) -> None:
    person = new_person()
    question, sent = pick_to_play(person)
    page = person.page

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    # The next news would already show that the move was taken.
    page.route(NEWS, lambda route: route.abort())
    page.route(MOVE, lose_answer)
    page.locator("#play-button").click()
    expect(page.locator("#connection")).to_contain_text(ON_ITS_WAY)
    page.unroute(MOVE)
    page.unroute(NEWS)
    hear_news(page)
    expect_taken(page, question)
    assert len(sent) == 1
    person.forgive(*LOST)


def test_a_move_at_which_the_site_fails_is_not_repeated_but_said_to_be_unsent(new_person: NewPerson) -> None:
    person = new_person()
    question, sent = pick_to_play(person)
    page, note = person.page, person.page.locator("#connection")
    page.route(MOVE, lambda route: route.fulfill(status=500, body="broken"))
    page.locator("#play-button").click()
    expect(note).to_contain_text(WAITS_FOR_A_PRESS)
    hear_news(page)
    expect(note).to_contain_text(WAITS_FOR_A_PRESS)
    assert len(sent) == 1
    page.unroute(MOVE)
    page.locator("#play-button").click()
    expect_taken(page, question)
    person.forgive(*LOST)


def test_a_prepared_move_without_a_connection_goes_by_itself_too(member: NewPerson, scenes: Scenes) -> None:
    person = member("philippa")
    page = person.go(f"/g/{scenes['unsent']}/?tab=log")
    page.locator("#premove-summary").click()
    page.locator("form#premove-form select").first.select_option(index=1)
    person.context.set_offline(True)
    page.locator("#premove-button").click()
    expect(page.locator("#connection")).to_contain_text(ON_ITS_WAY)
    person.context.set_offline(False)
    expect(page.locator("#premove-set")).to_be_visible()
    expect(page.locator("#connection")).to_be_empty()
    person.forgive(*LOST)
