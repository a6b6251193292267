"""How many tables one person may keep going and open in an hour, and that nothing typed is lost at a limit."""

import datetime as dt
from functools import partial

import pytest
import time_machine
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Player
from games.tables.services import lobby
from tests.builders_people import make_person
from tests.races.racing import Racers
from tests.tables.acts import refusal_of
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.opening import CHOICES

pytestmark = pytest.mark.django_db
PLAY, NEW = "/play/", "/games/new/insidejob/"


@pytest.fixture
def small(settings: Settings) -> Settings:
    """Set limits small enough to be reached."""
    settings.TABLES_A_GUEST, settings.TABLES_A_PERSON, settings.OPENINGS_AN_HOUR = 2, 3, 4
    return settings


def open_one(person: User) -> Game:
    return lobby.open_game(host=person, title="insidejob", seat_count=4, options={})


def test_a_guest_plays_at_so_many_tables_and_no_more(small: Settings, guest: User) -> None:
    client = sign_in(guest)
    tables = [client.post(PLAY)["Location"] for _ in range(4)]
    assert all(path.startswith("/g/") for path in tables[:2])
    assert tables[2:] == ["/games/", "/games/"]
    assert Game.objects.filter(host=guest).count() == 2
    assert 'class="note' in text_of(client.get("/games/"))
    play_on(Game.objects.filter(host=guest)[0])
    assert client.post(PLAY)["Location"].startswith("/g/")


def test_a_person_neither_opens_nor_joins_more_tables_than_allowed(small: Settings) -> None:
    ada, host = make_person(), make_person()
    for _ in range(2):
        open_one(ada)
    lobby.join_game(code=open_one(host).code, user=ada)
    assert refusal_of(open_one, ada) == "many_tables"
    full = open_one(host)
    answer = sign_in(ada).post(f"/g/{full.code}/join/", follow=True)
    assert 'class="note' in text_of(answer)
    assert not Player.objects.filter(game=full, user=ada).exists()
    lobby.cancel_game(code=Game.objects.filter(host=ada)[0].code, host=ada)
    lobby.join_game(code=full.code, user=ada)


def test_tables_quick_games_and_rematches_count_as_openings_for_an_hour(small: Settings, ada: User) -> None:
    small.TABLES_A_PERSON = 100
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        over = start_table(ada, bots=3)
        finish(over)
        lobby.cancel_game(code=open_one(ada).code, host=ada)
        lobby.open_rematch(code=over.code, user=ada)
        lobby.play_against_bots(user=ada, title="insidejob", seat_count=4)
        second = start_table(make_person(), ada, bots=1)
        finish(second)
        assert refusal_of(open_one, ada) == "many_openings"
        assert refusal_of(lobby.open_rematch, code=second.code, user=ada) == "many_openings"
        assert refusal_of(lobby.play_against_bots, user=ada, title="insidejob", seat_count=4) == "many_openings"
        now.shift(dt.timedelta(minutes=61))
        assert refusal_of(open_one, ada) == ""


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_says_so_and_keeps_what_was_chosen(small: Settings, language: str) -> None:
    ada = make_person(language=language)
    for _ in range(4):
        lobby.cancel_game(code=open_one(ada).code, host=ada)
    answer = sign_in(ada).post(NEW, CHOICES | {"seats": "4", "pace": "3600", "insidejob-wagers": "on"})
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors()
    page = text_of(answer)
    assert 'value="3600" selected' in page
    assert 'role="alert"' in page
    assert Game.objects.count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_openings_at_one_instant_no_more_land_than_allowed(settings: Settings, ada: User) -> None:
    settings.OPENINGS_AN_HOUR = 5
    with Racers(16) as racers:
        answers = racers.at_once([partial(refusal_of, open_one, ada)] * 16)
    assert sorted(answers) == [""] * 5 + ["many_openings"] * 11
    assert Game.objects.count() == 5


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_seats_taken_at_one_instant_no_more_are_held_than_allowed(settings: Settings) -> None:
    settings.TABLES_A_PERSON = 3
    ada, codes = make_person(), [open_table(make_person(), seats=4).code for _ in range(8)]

    with Racers(8) as racers:
        answers = racers.at_once([partial(refusal_of, lobby.join_game, code=code, user=ada) for code in codes])
    assert sorted(answers) == [""] * 3 + ["many_tables"] * 5
    assert Player.objects.filter(user=ada).count() == 3


# My games in pages


def test_my_games_come_in_pages_of_which_the_first_has_what_waits(ada: User) -> None:
    for _ in range(30):
        open_one(ada)
    waiting = start_table(ada, bots=3)
    over = start_table(ada, bots=3)
    finish(over)
    client = sign_in(ada)
    first, second = text_of(client.get("/games/")), text_of(client.get("/games/?page=2"))
    assert first.count('class="row game-row panel') == 25
    assert second.count('class="row game-row panel') == 7
    assert waiting.code in first
    assert over.code in second
    assert 'href="?page=2"' in first
    assert 'href="?page=1"' in second
    assert 'href="/games/next/"' in second
    shown = [code for code in Game.objects.values_list("code", flat=True) if (code in first) != (code in second)]
    assert len(shown) == 32


@pytest.mark.parametrize("page", ["0", "99", "x", "-1", ""])
def test_a_page_that_is_not_there_is_the_nearest_that_is(page: str, ada: User) -> None:
    open_one(ada)
    answer = sign_in(ada).get("/games/", {"page": page})
    assert answer.status_code == 200
    assert 'rel="next"' not in text_of(answer)
