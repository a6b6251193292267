"""The language of visitors: theirs if it is ours, English if theirs is not, French if they name none."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.circles.services import make_circle
from tests.accounts.forms_and_emails import last_code, outbox, send_code, send_sign_up
from tests.builders_people import make_person
from tests.tables.pages.browser import read_form

pytestmark = pytest.mark.django_db
NAMED = [
    (None, "fr"),
    ("", "fr"),
    ("*", "fr"),
    ("not a language;;", "fr"),
    ("fr-CA", "fr"),
    ("FR", "fr"),
    ("en-GB,fr;q=0.5", "en"),
    ("de", "en"),
    ("de-CH,de;q=0.9,*;q=0.1", "en"),
    ("de,fr;q=0.3", "fr"),
    ("pt-BR,en;q=0.2,fr;q=0.1", "en"),
]


def visit(named: str | None) -> Client:
    return Client(headers={} if named is None else {"accept-language": named})


def language_of(client: Client) -> str:
    page = client.get("/rules/").content.decode()
    return page.partition('<html lang="')[2].partition('"')[0]


@pytest.mark.parametrize(("named", "spoken"), NAMED)
def test_a_visitor_is_answered_in_their_language_else_in_english_and_in_french_without_a_word(
    named: str | None, spoken: str
) -> None:
    assert language_of(visit(named)) == spoken


@pytest.mark.parametrize("chosen", ["fr", "en"])
def test_the_language_once_chosen_stays(chosen: str) -> None:
    client = visit("de")
    assert client.post("/accounts/language/", {"language": chosen, "next": "/rules/"})["Location"] == "/rules/"
    assert language_of(client) == chosen


@pytest.mark.parametrize(
    ("came_from", "led_to"),
    [
        (OPEN := "http://testserver/games/open/?seats=4&x=%C3%A9", OPEN),
        (ODD := "http://testserver//elsewhere.example/", ODD),
        ("https://elsewhere.example/rules/", "/"),
        ("http://testserver@elsewhere.example/rules/", "/"),
        ("javascript:alert(1)", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_who_switches_the_language_stays_on_the_page_if_it_is_ours(came_from: str, led_to: str) -> None:
    answer = visit("fr").post("/accounts/language/", {"language": "en"}, headers={"Referer": came_from})
    assert answer["Location"] == led_to


def test_a_page_that_no_browser_names_tells_its_address_itself() -> None:
    path = reverse("games:join_circle", args=[make_circle(owner=make_person(), name="Thursdays").invitation])
    page = visit("fr").get(path)
    assert page["Referrer-Policy"] == "strict-origin"
    form = read_form(page, reverse("accounts:language"))
    answer = visit("fr").post(form.action, form.press(), headers={"Referer": "http://testserver/"})
    assert answer["Location"] == path


@pytest.mark.parametrize(("named", "spoken"), [("de", "en"), (None, "fr")])
def test_mail_and_the_person_speak_the_language_of_the_page_on_which_they_signed_up(
    named: str | None, spoken: str
) -> None:
    client = visit(named)
    send_sign_up(client, "ada@example.org", "Ada")
    body = str(outbox()[-1].body)
    assert ("Bonjour" in body) is (spoken == "fr")
    assert ("Hello" in body) is (spoken == "en")
    send_code(client, last_code())
    assert User.objects.get().language == spoken
