"""What the host of an open table does with its seats: bots in the free ones, and somebody out of theirs."""

import pytest

from accounts.models import User
from games.models import Game
from games.tables.services import lobby
from tests.builders_people import make_person
from tests.tables.acts import fresh
from tests.tables.builders import open_table
from tests.tables.pages.browser import Page, link, read_form, sign_in, text_of
from tests.tables.pages.seating import follow, names

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> User:
    return make_person("Bob")


def test_the_host_fills_the_free_seats_with_bots_and_the_game_starts(ada: User) -> None:
    game = open_table(ada, make_person("Bob"), seats=4)
    client = sign_in(ada)
    fields = read_form(client.get(link("table", game)), link("fill", game)).fields
    answer = client.post(link("fill", game), fields, follow=True)
    assert (fresh(game).status, names(game)) == (Game.Status.RUNNING, ["Ada", "Bob", "steady", "steady"])
    assert "board" in Page(text_of(answer)).ids


def test_bots_leave_the_places_that_are_kept_for_people(ada: User, bob: User) -> None:
    game, client = open_table(ada, seats=4), sign_in(ada)
    game.players.filter(seat=2).update(user=bob, invited=True)
    page = follow(client, link("fill", game))
    assert (fresh(game).status, names(game)) == (Game.Status.OPEN, ["Ada", "steady", "(Bob)", "steady"])
    assert link("fill", game) not in page, "no free seat is left to fill"
    follow(client, link("fill", game))
    assert names(game)[2] == "(Bob)"
    follow(client, link("remove", game), seat="2", person=bob.code)
    follow(client, link("fill", game))
    assert (fresh(game).status, names(game)) == (Game.Status.RUNNING, ["Ada", "steady", "steady", "steady"])


def test_the_host_removes_a_player_before_the_start_for_whom_the_link_is_dead(ada: User, bob: User) -> None:
    game, client = open_table(ada, bob, seats=3), sign_in(ada)
    form = read_form(client.get(link("table", game)), link("remove", game))
    assert form.buttons == [("seat", "1")]
    client.post(link("remove", game), {**form.fields, "seat": "1"})
    assert names(game) == ["Ada", "", ""]
    assert sign_in(bob).get(link("table", game)).status_code == 403


@pytest.mark.parametrize("by", ["another", "a bot", "nobody"])
def test_whoever_sits_where_another_sat_when_the_host_looked_is_not_removed(by: str, ada: User, bob: User) -> None:
    game, client = open_table(ada, bob, seats=4), sign_in(ada)
    form = read_form(client.get(link("table", game)), link("remove", game))
    lobby.leave_game(code=game.code, user=bob)
    if by == "another":
        lobby.join_game(code=game.code, user=make_person("Cleo"))
    elif by == "a bot":
        game.players.filter(seat=1).update(bot="steady")
    before = names(game)
    assert "That seat has changed hands" in follow(client, link("remove", game), **form.fields, seat="1")
    assert names(game) == before


def test_a_bot_is_removed_like_a_player(ada: User) -> None:
    game, client = open_table(ada, seats=3), sign_in(ada)
    game.players.filter(seat=2).update(bot="steady")
    form = read_form(client.get(link("table", game)), link("remove", game))
    client.post(link("remove", game), {**form.fields, "seat": "2"})
    assert names(game) == ["Ada", "", ""]


@pytest.mark.parametrize("seat", ["0", "9", "", "-1", "²", "1\x01", "9" * 5000, "nobody"])
def test_removing_a_seat_that_is_not_somebody_elses_changes_nothing(seat: str, ada: User, bob: User) -> None:
    game = open_table(ada, bob, seats=3)
    answer = sign_in(ada).post(link("remove", game), {"seat": seat, "person": bob.code}, follow=True)
    assert answer.status_code == 200
    assert names(game) == ["Ada", "Bob", ""]


def test_the_host_chooses_how_each_bot_plays_and_all_who_look_are_told(ada: User) -> None:
    game, client = open_table(ada, make_person("Bob"), seats=5), sign_in(ada)
    page = follow(client, link("fill", game), seat="3", bot="expert")
    assert names(game) == ["Ada", "Bob", "", "expert", ""]
    assert "expert" in page
    follow(client, link("fill", game), seat="2", bot="gentle")
    follow(client, link("fill", game), bot="steady")
    assert (fresh(game).status, names(game)) == (Game.Status.RUNNING, ["Ada", "Bob", "gentle", "expert", "steady"])


@pytest.mark.parametrize("bot", ["random", "stand_in", "blending", "", "nobody"])
def test_no_other_bot_can_be_chosen(bot: str, ada: User) -> None:
    game, client = open_table(ada, seats=3), sign_in(ada)
    assert "no longer available" in follow(client, link("fill", game), seat="1", bot=bot)
    assert "no longer available" in follow(client, link("fill", game), bot=bot)
    assert names(game) == ["Ada", "", ""]


@pytest.mark.parametrize("seat", ["0", "1", "7", "x"])
def test_a_bot_takes_no_seat_that_is_not_free(seat: str, ada: User) -> None:
    game, client = open_table(ada, make_person("Bob"), seats=3), sign_in(ada)
    assert "changed hands" in follow(client, link("fill", game), seat=seat, bot="steady")
    assert names(game) == ["Ada", "Bob", ""]


def test_the_first_game_against_bots_is_gentle_and_later_ones_are_steady(ada: User) -> None:
    first = lobby.play_against_bots(user=ada, title="insidejob", seat_count=3)
    assert names(first) == ["Ada", "gentle", "gentle"]
    assert names(lobby.play_against_bots(user=ada, title="insidejob", seat_count=3)) == ["Ada", "steady", "steady"]
