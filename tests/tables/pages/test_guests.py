"""Guests by the dozen: one network makes so many in an hour, and is told kindly what else there is."""

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.rules.registry import TITLES
from games.tables.services import lobby
from tests.builders_people import make_guest, make_person
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
PLAY = reverse("games:play")


@pytest.fixture(autouse=True)
def few_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.rate_limits.GUESTS_AN_HOUR", 3)


def play(address: str = "192.0.2.1") -> Any:
    """Press the button as a new visitor."""
    return Client(headers={"accept-language": "en"}, REMOTE_ADDR=address).post(PLAY)


def test_one_network_makes_so_many_guests_an_hour_and_the_next_visitor_may_sign_up() -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        assert [play().status_code for _ in range(3)] == [302] * 3
        refused = play()
        assert refused.status_code == 429
        assert f'href="{reverse("account_signup")}"' in text_of(refused)
        assert "without one, please come back a little later" in text_of(refused)
        assert User.objects.count() == Game.objects.count() == 3
        assert play("198.51.100.7").status_code == 302
        now.shift(3601)
        assert play().status_code == 302


def test_whoever_is_signed_in_already_plays_on() -> None:
    for _ in range(4):
        play()
    for person in (make_guest(), make_person()):
        assert sign_in(person).post(PLAY).status_code == 302


def test_the_quick_game_is_of_the_first_title() -> None:
    play()
    assert Game.objects.get().title == next(iter(TITLES))


def test_the_first_game_of_a_title_is_opened_with_what_it_wants_for_newcomers_and_the_next_as_usual() -> None:
    person, other = make_person(), make_person()
    for title in TITLES.values():
        spoken = {option.name: "en" for option in title.OPTIONS if option.is_language}
        usual = title.dump_options(title.parse_options(spoken, title.USUAL_SEATS))
        first = title.dump_options(title.parse_options({**spoken, **title.FIRST_OPTIONS}, title.USUAL_SEATS))
        assert [open_at_once(person, title.NAME) for _ in range(3)] == [first, usual, usual]
        assert open_at_once(other, title.NAME) == first
    assert TITLES["insidejob"].FIRST_OPTIONS == {"wagers": False}


def test_a_table_that_was_never_dealt_is_no_game_played(person: User) -> None:
    lobby.open_game(host=person, title="insidejob", seat_count=4, options={})
    assert open_at_once(person, "insidejob")["wagers"] is False


def open_at_once(person: User, title: str) -> dict[str, Any]:
    """Press the button of a title, and return the options of the game that it opened."""
    sign_in(person).post(PLAY, {"title": title})
    options: dict[str, Any] = Game.objects.latest("pk").options
    return options
