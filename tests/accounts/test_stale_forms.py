"""Forms that were open when the same browser signed in: they lead on, or say what happened and keep what was typed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Message
from tests.accounts.forms_and_emails import last_code, send_sign_up
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, read_form, text_of

pytestmark = pytest.mark.django_db
LOGIN, BY_CODE, SIGN_UP = (reverse(name) for name in ("account_login", "account_request_login_code", "account_signup"))
OWN = {"Origin": "http://testserver"}


@pytest.fixture
def browser() -> Client:
    """A browser that no form without its token comes from."""
    return Client(enforce_csrf_checks=True, headers=OWN)


def fill(browser: Client, path: str, action: str = "", **typed: str) -> tuple[str, dict[str, Any]]:
    """Open a page and fill in its form, without sending it."""
    form = read_form(browser.get(path), action or path)
    return form.action, {**form.fields, **typed}


@pytest.mark.parametrize(("path", "lead"), [("?next=/rules/", "/rules/"), ("", "/games/")])
def test_a_second_press_or_tab_leads_on_once_signed_in(browser: Client, path: str, lead: str) -> None:
    make_person(email="ada@example.org")
    action, fields = fill(browser, f"{LOGIN}{path}", LOGIN, login="ada@example.org", password=PASSWORD)
    code_form = fill(browser, f"{BY_CODE}{path}", BY_CODE, email="ada@example.org")
    name_form = fill(browser, f"{SIGN_UP}{path}", SIGN_UP, email="eva@example.org", display_name="Eva")
    assert browser.post(action, fields).status_code == 302
    for stale in ((action, fields), code_form, name_form):
        answer = browser.post(*stale)
        assert (answer.status_code, answer["Location"]) == (303, lead)


def test_a_second_code_page_leads_on_too(browser: Client) -> None:
    make_person(email="ada@example.org")
    browser.post(*fill(browser, BY_CODE, email="ada@example.org"))
    confirm = reverse("account_confirm_login_code")
    action, fields = fill(browser, confirm, code=last_code())
    assert browser.post(action, fields).status_code == 302
    assert browser.post(action, fields).status_code == 303


def test_a_second_sign_up_code_page_leads_on_too(browser: Client) -> None:
    browser.handler.enforce_csrf_checks = False
    send_sign_up(browser, "eva@example.org", "Eva")
    browser.handler.enforce_csrf_checks = True
    action, fields = fill(browser, reverse("accounts:confirm_sign_up"), code=last_code())
    assert browser.post(action, fields).status_code == 302
    assert browser.post(action, fields).status_code == 303


def test_play_now_pressed_in_an_older_tab_says_what_happened_and_plays(browser: Client) -> None:
    make_person("Ada", email="ada@example.org")
    start = reverse("games:play")
    stale = fill(browser, "/", start)
    browser.post(*fill(browser, LOGIN, login="ada@example.org", password=PASSWORD))
    refused = browser.post(*stale)
    assert refused.status_code == 403
    assert "this browser has signed in: you’re Ada now" in text_of(refused)
    assert "keep cookies" not in text_of(refused)
    again = read_form(refused, start)
    assert browser.post(again.action, again.fields).status_code == 302
    assert Game.objects.count() == 1


def test_what_was_typed_is_kept_and_sent_by_one_press(browser: Client) -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = start_table(ada, ben, bots=1)
    browser.force_login(ada)
    typed = "Who took <that> trick?"
    stale = fill(browser, f"{link('table', game)}?tab=talk", link("talk", game), text=typed)
    # The token is renewed, as by signing in again.
    browser.cookies["csrftoken"] = "x" * 32
    refused = browser.post(*stale)
    assert refused.status_code == 403
    assert "no-store" in refused["Cache-Control"]
    assert not refused.has_header("Content-Encoding")
    again = read_form(refused, link("talk", game))
    assert again.fields["text"] == typed
    assert browser.post(again.action, again.fields).status_code == 302
    assert Message.objects.get().text == typed


def test_a_guest_made_in_another_tab_may_still_sign_in(browser: Client) -> None:
    ada = make_person("Ada", email="ada@example.org")
    stale = fill(browser, LOGIN, login="ada@example.org", password=PASSWORD)
    browser.force_login(make_guest())
    browser.cookies["csrftoken"] = "x" * 32
    again = read_form(browser.post(*stale), LOGIN)
    assert browser.post(again.action, again.fields).status_code == 302
    assert browser.session["_auth_user_id"] == str(ada.pk)


def test_the_form_of_another_site_is_not_offered_again(browser: Client) -> None:
    ada = make_person("Ada", language="en")
    browser.force_login(ada)
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ""}):
        refused = browser.post(reverse("accounts:language"), {"language": "fr"}, headers=headers)
        assert refused.status_code == 403
        assert "send-again" not in text_of(refused)
        assert 'value="fr"' not in text_of(refused).partition("<main")[2].partition("</main>")[0]
    assert reload(ada).language == "en"
