"""My games: what waits for me comes first, and one button leads to the next."""

import datetime as dt

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.reads.table import load_table
from games.services import lobby
from tests.builders_people import make_guest, make_person
from tests.games.builders import asked, open_table, play_on, start_table
from tests.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db

MY_GAMES, NEXT = "/games/", "/games/next/"


def start_waiting(person: User, days: int) -> Game:
    """Return a game that has waited so many days for `person`."""
    game = start_table(person, bots=2)
    asked_at = timezone.now() - dt.timedelta(days=days)
    Seat.objects.filter(game=game, user=person).update(asked_at=asked_at)
    return game


def start_idle(person: User) -> Game:
    """Return a game that waits for somebody else."""
    game = start_table(person, make_person(), bots=1)
    while asked(load_table(game)) != [1]:
        play_on(game, 1)
    return game


def codes_on(text: str, *games: Game) -> list[str]:
    """Return the codes of `games` in the order in which the page shows them."""
    return sorted((game.code for game in games if game.code in text), key=text.index)


def test_games_stand_in_the_order_in_which_they_need_me() -> None:
    ada = make_person()
    over = start_table(ada, bots=2)
    play_on(over)
    unstarted = open_table(ada, seats=4)
    idle, recent, oldest = start_idle(ada), start_waiting(ada, 1), start_waiting(ada, 3)
    games = (over, unstarted, idle, recent, oldest)
    page = text_of(sign_in(ada).get(MY_GAMES))
    assert codes_on(page, *games) == [game.code for game in (oldest, recent, idle, unstarted, over)]


def test_one_button_leads_to_the_game_that_has_waited_longest() -> None:
    ada = make_person()
    start_idle(ada)
    start_waiting(ada, 1)
    oldest = start_waiting(ada, 3)
    client = sign_in(ada)
    assert f'href="{NEXT}"' in text_of(client.get(MY_GAMES))
    assert client.get(NEXT)["Location"] == f"/g/{oldest.code}/"


def test_without_a_game_that_waits_there_is_no_button_and_next_leads_to_my_games() -> None:
    ada = make_person()
    start_idle(ada)
    client = sign_in(ada)
    assert f'href="{NEXT}"' not in text_of(client.get(MY_GAMES))
    assert client.get(NEXT)["Location"] == MY_GAMES


def test_a_table_leads_on_to_the_next_one_that_waits_never_to_itself() -> None:
    ada = make_person()
    here, other = start_waiting(ada, 3), start_waiting(ada, 1)
    assert sign_in(ada).get(f"/g/{here.code}/").context["next_game"] == other.code
    assert sign_in(ada).get(f"/g/{other.code}/").context["next_game"] == here.code
    assert f"/g/{other.code}/" in text_of(sign_in(ada).get(f"/g/{here.code}/"))


def test_nobody_sees_the_games_of_others() -> None:
    game = start_idle(make_person())
    assert game.code not in text_of(sign_in(make_person()).get(MY_GAMES))


def test_a_guest_sees_their_games_and_nobody_is_offered_what_guests_may_not_do() -> None:
    guest = make_guest()
    game = start_table(guest, bots=2)
    page = text_of(sign_in(guest).get(MY_GAMES))
    assert game.code in page
    assert "/games/new/" not in page


def test_cancelled_tables_are_gone_and_kept_places_are_shown() -> None:
    ada, bob = make_person(), make_person()
    closed, kept = open_table(ada, seats=3), open_table(bob, seats=3)
    lobby.cancel_game(code=closed.code, host=ada)
    kept.seats.filter(index=1).update(user=ada, invited=True)
    page = text_of(sign_in(ada).get(MY_GAMES))
    assert closed.code not in page
    assert kept.code in page
    assert "a seat is kept for you" in page
