"""My games: what waits for me comes first, and one button leads to the next."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.state.table import load_table
from games.tables.services import lobby
from games.tables.services.talk import say
from tests.builders_people import make_guest, make_person
from tests.tables.builders import asked, fields_of, finish, open_table, play_on, start_beside_stand_in, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db

MY_GAMES, NEXT = "/games/", "/games/next/"


def start_waiting(person: User, days: int, start: Callable[..., Game] = start_table) -> Game:
    """Return a game that waits for `person` for so many days yet."""
    game = start(person, bots=2)
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() + dt.timedelta(days=days))
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
    finish(over)
    unstarted = open_table(ada, seats=4)
    idle, later, soonest = start_idle(ada), start_waiting(ada, 3), start_waiting(ada, 1)
    games = (over, unstarted, idle, later, soonest)
    page = text_of(sign_in(ada).get(MY_GAMES))
    assert codes_on(page, *games) == [game.code for game in (soonest, later, idle, unstarted, over)]


def test_where_several_wait_one_link_leads_to_the_next_deadline() -> None:
    ada = make_person()
    start_idle(ada)
    client = sign_in(ada)
    assert f'href="{NEXT}"' not in text_of(client.get(MY_GAMES))
    assert client.get(NEXT)["Location"] == MY_GAMES
    start_waiting(ada, 3, start_beside_stand_in)
    assert f'href="{NEXT}"' not in text_of(client.get(MY_GAMES))
    soonest = start_waiting(ada, 1, start_beside_stand_in)
    assert f'href="{NEXT}"' in text_of(client.get(MY_GAMES))
    assert client.get(NEXT)["Location"] == f"/g/{soonest.code}/"


def test_a_table_leads_on_to_the_next_one_that_waits_never_to_itself() -> None:
    ada = make_person()
    here, other = start_waiting(ada, 3), start_waiting(ada, 1)
    assert sign_in(ada).get(f"/g/{here.code}/").context["next_game"] == other.code
    assert sign_in(ada).get(f"/g/{other.code}/").context["next_game"] == here.code
    assert f"/g/{other.code}/" in text_of(sign_in(ada).get(f"/g/{here.code}/"))


def test_a_table_says_how_many_others_wait() -> None:
    ada = make_person()
    here, *_ = (start_waiting(ada, days) for days in (3, 1, 2))
    page = sign_in(ada).get(f"/g/{here.code}/")
    assert page.context["tables_left"] == 2
    assert "2 tables are waiting for you" in text_of(page)
    assert "are waiting for you" not in text_of(sign_in(make_person()).get("/games/"))


def test_a_page_of_my_games_does_not_count_its_own_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.home.views.my_games.GAMES_A_PAGE", 2)
    ada = make_person()
    for days in (1, 2, 3, 4):
        start_waiting(ada, days, start_beside_stand_in)
    client = sign_in(ada)
    first, second = (text_of(client.get(f"{MY_GAMES}?page={page}")) for page in (1, 2))
    assert "are waiting for you" not in first + second
    assert f'href="{NEXT}"' in second
    monkeypatch.setattr("games.home.views.my_games.GAMES_A_PAGE", 5)
    assert "4 tables are waiting for you" in text_of(client.get(MY_GAMES))


def test_once_nothing_waits_my_games_say_how_long_the_round_took() -> None:
    with time_machine.travel(dt.datetime(2026, 7, 6, 10, tzinfo=dt.UTC), tick=False) as clock:
        ada, ben = make_person(), make_person()
        games = [start_table(ada, ben, bots=1) for _ in range(2)]
        client = sign_in(ada)
        assert "all caught up" not in text_of(client.get(MY_GAMES))
        for game in games:
            while asked(load_table(game)) != [0]:
                play_on(game, 1)
            client.get(f"/g/{game.code}/")
            clock.shift(dt.timedelta(minutes=2))
            assert client.post(link("move", game), fields_of(game)).status_code == 302
        for game in games:
            while asked(load_table(game)) == [0]:
                play_on(game, 1)
        assert "Your round of the tables took 4 minutes today." in text_of(client.get(MY_GAMES))
        assert "all caught up" not in text_of(sign_in(ben).get(MY_GAMES)), "it is private"
        clock.shift(dt.timedelta(days=1))
        assert "all caught up" not in text_of(client.get(MY_GAMES))


def test_nobody_sees_the_games_of_others() -> None:
    game = start_idle(make_person())
    assert game.code not in text_of(sign_in(make_person()).get(MY_GAMES))


def test_a_guest_sees_their_games_and_nobody_is_offered_what_guests_may_not_do() -> None:
    guest = make_guest()
    game = start_table(guest, bots=2)
    page = text_of(sign_in(guest).get(MY_GAMES))
    assert (game.code in page, "/games/new/" in page) == (True, False)


def test_cancelled_tables_are_gone_and_kept_places_are_shown() -> None:
    ada, bob = make_person(), make_person()
    closed, kept = open_table(ada, seats=3), open_table(bob, seats=3)
    lobby.cancel_game(code=closed.code, host=ada)
    kept.players.filter(seat=1).update(user=ada, invited=True)
    page = text_of(sign_in(ada).get(MY_GAMES))
    assert [words in page for words in (closed.code, kept.code, "there’s a seat for you")] == [False, True, True]


def test_a_game_that_waits_for_others_says_for_whom_unless_that_is_a_secret() -> None:
    ada, bob = make_person("Ada"), make_person("Bob")
    game = start_table(ada, bob, make_person("Cleo"), title="rendezvous")
    Player.objects.filter(game=game).update(owes="")
    Player.objects.filter(game=game, user=bob).update(owes="say-3", asked_at=timezone.now())
    assert "Waiting for Bob" in text_of(sign_in(ada).get(MY_GAMES))
    Player.objects.filter(game=game, user=bob).update(owes="guess-1")
    page = text_of(sign_in(ada).get(MY_GAMES))
    assert "Waiting for Bob" not in page
    assert "progress" not in page, "a bar would tell that someone is asked"


def test_time_left_is_told_in_words_and_as_a_bar() -> None:
    ada = make_person()
    game, now = start_beside_stand_in(ada, bots=1), timezone.now()
    Player.objects.filter(game=game, user=ada).update(asked_at=now - dt.timedelta(hours=9))
    Game.objects.filter(pk=game.pk).update(due_at=now + dt.timedelta(hours=3, minutes=5))
    page = text_of(sign_in(ada).get(MY_GAMES))
    assert '<progress class="time-bar" max="100" value="26"' in page
    # A script rewrites it.
    assert re.search(r'<time data-left datetime="[^"]+">3 h 0[45]</time> left', page)
    assert 'content="1 d 1 h|1 h 01|1 min"' in page


def test_what_others_said_meanwhile_is_counted_and_what_i_said_is_not() -> None:
    ada, bob = make_person("Ada"), make_person("Bob")
    game = start_table(ada, bob, bots=1)
    for seat in (0, 1, 1):
        say(game=game, seat=seat, text="Well?")
    assert "2 new messages" in text_of(sign_in(ada).get(MY_GAMES))
    assert "1 new message" in text_of(sign_in(bob).get(MY_GAMES))


def test_one_line_says_who_is_missing_where() -> None:
    ada, bob, cleo = make_person("Ada"), make_person("Bob"), make_person("Cleo")
    game, other = open_table(ada, seats=4), open_table(bob, seats=3)
    game.players.filter(seat=1).update(user=cleo, invited=True)
    other.players.filter(seat=1).update(user=ada, invited=True)
    page = sign_in(ada).get(MY_GAMES)
    assert page.context["missing"] == [f"{game.name}: 2 seats free, Cleo not seated yet"]
    assert page.context["missing"][0] in text_of(page)
    assert sign_in(cleo).get(MY_GAMES).context["missing"] == [], "what a table lacks concerns those who sit there"
