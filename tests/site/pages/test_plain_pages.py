"""Pages come compressed, but for what shows text that others chose after the deal, beside a secret."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.notifications.email_links import make_turn_token
from games.state.table import load_table
from games.tables.services import lobby, stand_ins
from games.tables.services.talk import say
from tests.builders_people import make_person
from tests.tables.acts import replace_by
from tests.tables.builders import asked, play_on, start_table
from tests.tables.pages.browser import HTMX, link, read_form, sign_in
from tests.tables.pages.listening import GZIP

pytestmark = pytest.mark.django_db


def is_compressed(client: Client, path: str, **headers: str) -> bool:
    answer = client.get(path, headers={**GZIP, **headers})
    assert answer.status_code == 200
    assert answer.content
    return answer.get("Content-Encoding") == "gzip"


def test_a_page_that_tells_what_was_done_names_others_and_goes_as_it_is(people: list[User]) -> None:
    game, client = start_table(*people), sign_in(people[0])
    assert is_compressed(client, link("table", game))
    client.post(reverse("games:block", args=[people[1].code]), {"blocked": "1", "next": link("table", game)})
    assert not is_compressed(client, link("table", game))
    assert is_compressed(client, link("table", game))


def test_the_score_of_a_series_names_others_and_goes_as_it_is(people: list[User]) -> None:
    first, client = start_table(*people), sign_in(people[0])
    play_on(first)
    assert is_compressed(client, link("table", first))
    second = lobby.open_rematch(code=first.code, user=people[0])
    for person in people[1:]:
        lobby.join_game(code=second.code, user=person)
    play_on(second)
    for game in (first, second):
        assert not is_compressed(client, link("table", game))
        assert not is_compressed(client, link("news", game) + "?v=-1&c=x", **HTMX)


def test_my_games_go_as_they_are_where_questions_are_secret(people: list[User]) -> None:
    start_table(*people)
    client = sign_in(people[0])
    assert is_compressed(client, "/games/")
    start_table(*people, title="rendezvous", options={"language": "en"})
    assert not is_compressed(client, "/games/")


def seat_substitute(game: Game, owner: User, by: User) -> None:
    stand_ins.hand_over(code=game.code, user=owner)
    seat = game.players.get(user=owner).seat
    replace_by(game, by, make_person(), seat)


@pytest.mark.parametrize("has_substitute", [False, True])
def test_pages_of_a_mail_s_link_go_as_they_are_with_a_substitute(people: list[User], has_substitute: bool) -> None:
    game = start_table(*people)
    if has_substitute:
        seat_substitute(game, people[1], people[2])
    while asked(load_table(game)) != [0]:
        play_on(game, 1)
    path = reverse("games:play_by_mail", args=[make_turn_token(game.players.get(seat=0))])
    fields = read_form(Client().post(path), path).fill(Random(1))
    answers = [Client().post(path, sent, headers=GZIP) for sent in ({}, fields)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.has_header("Content-Encoding") for answer in answers] == [not has_substitute] * 2


@pytest.mark.parametrize("has_substitute", [False, True])
def test_a_replay_and_a_form_to_prepare_go_as_they_are_with_a_substitute(
    people: list[User], has_substitute: bool
) -> None:
    game = start_table(*people)
    play_on(game, 2)
    if has_substitute:
        seat_substitute(game, people[1], people[2])
    while asked(load_table(game)) == [0]:
        play_on(game, 1)
    client = sign_in(people[0])
    assert is_compressed(client, link("replay", game)) is not has_substitute
    assert is_compressed(client, link("premove_form", game), **HTMX) is not has_substitute


def test_a_table_comes_compressed_and_its_talk_apart() -> None:
    person = make_person()
    game, client = start_table(person, make_person(), bots=1), sign_in(person)
    say(game=game, seat=1, text="Trust me")
    assert is_compressed(client, link("table", game))
    assert is_compressed(client, link("panel", game, "talk"), **HTMX)
    assert not is_compressed(client, link("table", game) + "?tab=talk"), "the hand and talk are on one page"


def test_words_of_the_game_are_not_compressed_with_a_password() -> None:
    people = [make_person() for _ in range(4)]
    game, client = start_table(*people, title="rendezvous", options={"language": "en"}), sign_in(people[0])
    play_on(game, 3)
    assert not is_compressed(client, link("replay", game))
    # Its words stand apart: see `test_words_apart.py`.
    assert is_compressed(client, link("table", game))
