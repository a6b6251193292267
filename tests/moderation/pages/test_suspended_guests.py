"""A suspended guest: signed in to nothing, told until when and why, and back afterwards with the same browser."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts import suspensions
from accounts.models import User
from accounts.services import GUEST_KEPT
from games.models import Game
from games.personal_data.deletion import close_account
from games.site.cleaning import clear_expired
from games.tables.services import lobby
from games.wording.sentences import word_moment
from tests.accounts.forms_and_emails import send_sign_up
from tests.builders_people import make_guest, make_person
from tests.tables.builders import finish, open_table, start_table
from tests.tables.builders_guests import sit
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
REASON = "You insulted people at three tables."


def suspend(guest: User, days: int = 1) -> None:
    suspensions.suspend(guest, REASON, timezone.now() + days * DAY)


@pytest.mark.parametrize(("until", "said"), [(DAY, "you can’t play until"), (None, "for now, you can’t play")])
def test_a_suspended_guest_reads_it_and_comes_back_afterwards(until: timedelta | None, said: str) -> None:
    guest = make_guest()
    game, browser = start_table(make_person(), guest, bots=1), sign_in(guest)
    suspensions.suspend(guest, REASON, timezone.now() + until if until else None)
    answer = browser.get("/")
    assert (said in text_of(answer), REASON in text_of(answer)) == (True, True)
    assert answer["Cache-Control"] == "no-store, private"
    table = browser.get(f"/g/{game.code}/", follow=True)
    assert not table.context["user"].is_authenticated
    assert said in text_of(table)
    for stranger in (Client(headers={"accept-language": "en"}), sign_in(make_guest()), sign_in(make_person())):
        assert "suspended" not in text_of(stranger.get("/", follow=True))
    suspensions.give_back(guest)
    page = browser.get(f"/g/{game.code}/")
    assert page.context["user"] == guest
    assert "suspended" not in text_of(page)


def test_a_guest_whose_data_is_deleted_is_a_stranger() -> None:
    guest = make_guest()
    browser = sign_in(guest)
    suspensions.close(guest, REASON)
    close_account(guest)
    assert "suspended" not in text_of(browser.get("/", headers={"accept-language": "en"}))


def read_end(browser: Client) -> datetime:
    return Session.objects.get(session_key=browser.session.session_key).expire_date


@pytest.mark.parametrize("how", ["sign up", "join"])
def test_a_suspended_guest_who_begins_to_sign_up_keeps_the_session(guest: User, how: str) -> None:
    browser, table = sign_in(guest), open_table(make_person(), seats=4)
    suspend(guest)
    if how == "join":
        browser.post(link("join", table))
    else:
        send_sign_up(browser, "zoe@example.org", "Zoe")
    assert read_end(browser) > timezone.now() + 100 * DAY


@pytest.mark.parametrize("presses", ["play now", "sit down"])
def test_a_suspended_guest_does_not_become_another_guest(guest: User, presses: str) -> None:
    browser, table = sign_in(guest), open_table(make_person(), seats=4, guests_welcome=True)
    suspend(guest)
    if presses == "play now":
        answer = browser.post(reverse("games:play"), follow=True)
    else:
        answer = browser.post(link("join_as_guest", table), {"display_name": "Zoe"}, follow=True)
    assert "you can’t play until" in text_of(answer)
    assert User.objects.filter(is_guest=True).count() == 1
    suspensions.give_back(guest)
    assert browser.get("/").context["user"] == guest


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_closed_guest_reads_when_everything_is_deleted(language: str) -> None:
    guest = make_guest(language)
    browser = sign_in(guest)
    suspensions.close(guest, REASON)
    said = text_of(browser.get("/"))
    assert {"en": "has closed your access as a guest", "fr": "a fermé ton accès d’invité\u202f:"}[language] in said
    with translation.override(language), timezone.override(guest.time_zone):
        assert guest.leaves_at
        assert word_moment(guest.leaves_at) in said
    assert REASON in said
    assert {"en": "for now", "fr": "pour le moment"}[language] not in said


def test_a_suspended_guest_reads_the_language_that_the_browser_chose(guest: User) -> None:
    browser = sign_in(guest)
    suspend(guest)
    assert '<html lang="en">' in text_of(browser.get("/", headers={"accept-language": "fr"}))
    browser.post(reverse("accounts:language"), {"language": "fr"})
    assert "Un modérateur a suspendu" in text_of(browser.get("/"))


def open_for_friends(guest: User) -> Game:
    return open_table(guest, make_person(), seats=4)


def sit_at_a_friends(guest: User) -> Game:
    table = open_table(make_person(), seats=4, guests_welcome=True)
    sit(table, guest.display_name, guest)
    return table


def end_with_bots(guest: User) -> Game:
    game = start_table(guest, bots=2)
    finish(game)
    return game


def press_play_now(guest: User) -> Game:
    return lobby.play_against_bots(user=guest, title="insidejob", seat_count=4)


@pytest.mark.parametrize("plays", [None, open_for_friends, sit_at_a_friends, end_with_bots, press_play_now])
@pytest.mark.parametrize("end", ["suspended", "closed", "over"])
def test_a_suspended_guest_stays_until_the_end_and_is_then_active_again(plays: Any, end: str) -> None:
    guest = make_guest()
    game = plays(guest) if plays else None
    away = timezone.localdate() - GUEST_KEPT - DAY
    User.objects.filter(pk=guest.pk).update(last_active=away, joined_at=timezone.now() - 2 * GUEST_KEPT)
    guest.refresh_from_db()
    if end == "closed":
        suspensions.close(guest, REASON)
    else:
        suspend(guest, days=1 if end == "suspended" else -1)
    clear_expired()
    assert User.objects.filter(pk=guest.pk, left_at=None).exists()
    assert not game or Game.objects.filter(pk=game.pk).exists()
    assert User.objects.get(pk=guest.pk).is_active is (end == "over")
