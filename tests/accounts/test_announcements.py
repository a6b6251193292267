"""What operators announce: on every page, in the reader's language, until its time or until it is closed."""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.announcements import services as announcements
from accounts.models import Announcement
from tests.builders_people import make_person
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
BAR = '<aside class="announcement"'
FRENCH, ENGLISH = "Le site s’arrête ce soir à 22 h.", "The site stops at 10 tonight."


def announce(text: str, language: str, **until: Any) -> None:
    """Announce as an operator does, by default for an hour."""
    end = timezone.localtime() + timedelta(**(until or {"hours": 1}))
    call_command("announce", text, language=language, until=end.strftime("%Y-%m-%dT%H:%M:%S"), verbosity=0)


def visit(language: str) -> Client:
    return Client(headers={"accept-language": language})


@pytest.mark.parametrize("address", ["/", "/rules/", "/accounts/login/", "/nowhere/", "/g/nosuchtable/"])
def test_it_is_told_on_pages_of_every_kind_in_the_readers_language(address: str) -> None:
    assert BAR not in text_of(visit("fr").get(address))
    announce(FRENCH, "fr")
    announce(ENGLISH, "en")
    told = text_of(visit("fr").get(address)), text_of(visit("en").get(address))
    assert [(FRENCH in page, ENGLISH in page) for page in told] == [(True, False), (False, True)]


def test_another_language_is_told_as_such_where_there_is_nothing_in_ones_own() -> None:
    announce(FRENCH, "fr")
    assert f'<p lang="fr">{FRENCH}</p>' in text_of(visit("en").get("/"))


def test_it_ends_with_its_time_and_when_it_is_withdrawn() -> None:
    announce(FRENCH, "fr")
    Announcement.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert BAR not in text_of(visit("fr").get("/"))
    announce(FRENCH, "fr")
    call_command("announce", verbosity=0)
    assert BAR not in text_of(visit("fr").get("/"))


def test_its_signs_stand_for_themselves() -> None:
    announce("<b>1 < 2</b> & more", "en")
    assert "&lt;b&gt;1 &lt; 2&lt;/b&gt; &amp; more" in text_of(visit("en").get("/"))


def test_one_who_closes_it_is_led_back_and_shown_the_next_one() -> None:
    announce(ENGLISH, "en")
    client = sign_in(make_person())
    code = Announcement.objects.get().code
    assert f'value="{code}"' in text_of(client.get("/games/"))
    answer = client.post("/accounts/announcement/close/", {"code": code, "next": "/games/"})
    assert answer["Location"] == "/games/"
    assert not answer.cookies["announcement"]["max-age"]
    assert not answer.cookies["announcement"]["expires"]
    assert BAR not in text_of(client.get("/games/"))
    assert BAR in text_of(visit("en").get("/"))
    announce("All is well again.", "en")
    assert "All is well again." in text_of(client.get("/games/"))


@pytest.mark.parametrize("code", ["", "a; Path=/", "é", "x\r\ny"])
def test_what_is_no_code_is_not_kept(code: str) -> None:
    assert not Client().post("/accounts/announcement/close/", {"code": code}).cookies


@pytest.mark.parametrize(
    "arguments",
    [
        {"language": "fr"},
        {"until": "2099-01-01T10:00"},
        {"language": "fr", "until": "2020-01-01T10:00"},
        {"language": "fr", "until": "tomorrow"},
        {"language": "fr", "until": "2099-13-01T10:00"},
    ],
)
def test_what_cannot_be_announced_is_refused(arguments: dict[str, str]) -> None:
    with pytest.raises(CommandError):
        call_command("announce", "Hello", **arguments)
    with pytest.raises(CommandError):
        call_command("announce", "x" * 301, language="fr", until="2099-01-01T10:00")
    with pytest.raises(CommandError):
        call_command("announce", "Hello", language="fr", until="9999-12-31T23:59-12:00")
    assert not Announcement.objects.exists()


@pytest.mark.parametrize(
    ("until", "said"),
    [("2099-01-01T10:00", "2099-01-01 10:00"), ("2099-01-01T10:00+00:00", "2099-01-01 11:00")],
    ids=["the site's zone", "another"],
)
def test_the_time_is_told_with_its_zone(capsys: pytest.CaptureFixture[str], until: str, said: str) -> None:
    call_command("announce", "Hello", language="en", until=until)
    assert f"until {said} (Europe/Paris)." in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "  "])
def test_a_time_without_a_text_withdraws_nothing(text: str) -> None:
    announce(FRENCH, "fr")
    with pytest.raises(CommandError):
        call_command("announce", text, language="fr", until="2099-01-01T10:00")
    assert Announcement.objects.get().text == FRENCH


def test_no_page_fails_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Announcement.objects, "all", Mock(side_effect=OperationalError))
    assert Client().get("/").status_code == 200


def test_a_process_asks_the_database_once_in_a_while(settings: Any, django_assert_num_queries: Any) -> None:
    settings.ANNOUNCEMENTS_KEPT = 3600 * 24 * 365 * 1000
    announcements._list_in_turn.cache_clear()
    with django_assert_num_queries(1):
        for _ in range(3):
            Client().get("/rules/")
    announcements._list_in_turn.cache_clear()
