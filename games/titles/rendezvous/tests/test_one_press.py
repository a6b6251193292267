"""Tables of Rendezvous that one press opens: their words are of the visitor's language, or of the one played last."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Circle, Game
from games.state.table import load_table
from games.tables.services import lobby
from games.titles.rendezvous.rules.words import find_pack
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import link, sign_in
from tests.tables.pages.circle import make_circle, path_of

pytestmark = pytest.mark.django_db
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
OTHER = {"en": "fr", "fr": "en"}


def opened_by(answer: Any) -> Game:
    return Game.objects.get(code=answer["Location"].rstrip("/").split("/")[-1])


def play_now(client: Client) -> Game:
    return opened_by(client.post(reverse("games:play"), {"title": "rendezvous"}))


def is_dealt_in(game: Game, language: str) -> bool:
    game.refresh_from_db()
    cards = [card for dealt in load_table(game).states[-1].deal.rounds for card in dealt if card]
    return bool(cards) and set(cards) <= set(find_pack(language).cards)


@LANGUAGES
def test_a_visitor_who_plays_now_is_dealt_words_of_their_language(language: str) -> None:
    visitor = Client(headers={"accept-language": language})
    for game in (play_now(visitor), play_now(visitor)):
        assert game.options["language"] == language
        assert is_dealt_in(game, language)


@LANGUAGES
def test_a_member_is_dealt_words_of_the_language_of_their_account(language: str) -> None:
    client = sign_in(make_person(language=language))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = OTHER[language]
    assert [is_dealt_in(play_now(client), language) for _ in range(2)] == [True, True]


@pytest.mark.parametrize("language", ["fr"])
def test_a_rematch_is_in_the_language_that_was_played(language: str) -> None:
    ada, ben = make_person(language=OTHER[language]), make_person(language=OTHER[language])
    first = start_table(ada, ben, bots=2, title="rendezvous", options={"language": language, "rounds": "1"})
    play_on(first)
    again = opened_by(sign_in(ada).post(link("rematch", first)))
    assert again.options == first.options
    lobby.join_game(code=again.code, user=ben)
    assert is_dealt_in(again, language)
    play_on(again)
    last = opened_by(sign_in(ben).post(link("rematch", again)))
    assert last.options == first.options
    lobby.cancel_game(code=last.code, host=ben)
    anew = opened_by(sign_in(ben).post(link("rematch", first)))
    assert (anew.rematch_of, anew.options) == (None, first.options), "the same people again, from an older game"


def test_a_rematch_of_a_game_against_bots_stays_in_its_language() -> None:
    visitor = Client(headers={"accept-language": "fr"})
    game = play_now(visitor)
    play_on(game)
    assert is_dealt_in(opened_by(visitor.post(link("rematch", game))), "fr")


@LANGUAGES
def test_the_first_table_of_a_circle_is_in_the_language_of_its_host_and_the_next_as_the_last(language: str) -> None:
    ada, ben, cleo = (make_person(language=language) for _ in range(3))
    circle = make_circle(ada, ben, cleo)
    assert open_for(circle, sign_in(ada)).options["language"] == language
    last = lobby.open_game(
        host=ben, title="rendezvous", seat_count=3, options={"language": OTHER[language]}, circle=circle
    )
    assert open_for(circle, sign_in(ada)).options == last.options


def open_for(circle: Circle, client: Client) -> Game:
    return opened_by(client.post(path_of(circle, "open_for_circle"), {"title": "rendezvous"}))
