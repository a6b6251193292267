"""Compression: pages come compressed, but never another's words beside what is secret."""

import pytest
from django.test import Client

from games.models import Game
from games.tables.services.talk import say
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import HTMX, link, sign_in

pytestmark = pytest.mark.django_db
GZIP = {"Accept-Encoding": "gzip"}


def client_of(game: Game) -> Client:
    person = game.players.get(seat=0).user
    assert person
    return sign_in(person)


def is_compressed(client: Client, path: str, **headers: str) -> bool:
    answer = client.get(path, headers={**GZIP, **headers})
    assert answer.status_code == 200
    assert answer.content
    return answer.get("Content-Encoding") == "gzip"


def test_a_table_comes_compressed_and_its_talk_apart() -> None:
    game = start_table(make_person(), make_person(), bots=1)
    say(game=game, seat=1, text="Trust me")
    client = client_of(game)
    assert is_compressed(client, link("table", game))
    assert is_compressed(client, link("panel", game, "talk"), **HTMX)
    assert not is_compressed(client, link("table", game) + "?tab=talk"), "the hand and talk are on one page"


def test_words_that_are_part_of_the_game_stand_beside_a_password_and_go_as_they_are() -> None:
    game = start_table(*(make_person() for _ in range(4)), title="rendezvous", options={"language": "en"})
    play_on(game, 3)
    client = client_of(game)
    for name in ("table", "replay"):
        assert not is_compressed(client, link(name, game))
    assert not is_compressed(client, link("panel", game, "log"), **HTMX)
    assert not is_compressed(client, link("news", game) + "?v=0&c=x", **HTMX)
