"""The form with which a player prepares an answer: there for who waits, kept, shown to them alone, and forgotten."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Player
from games.rules.engine.premoves import Offer
from games.state.table import load_table
from games.tables.services import deadlines
from tests.builders_people import make_person
from tests.rules.premoves import draw_sound_premove, premoves_of
from tests.tables.builders import asked, play_on, start_table
from tests.tables.pages.browser import HTMX, link, page_of, sign_in, text_of
from tests.tables.stored import record_games, store_game

pytestmark = pytest.mark.django_db

FORM = 'id="premove-form"'


@pytest.fixture
def game(people: list[User]) -> Game:
    """Give a game in which the first card of a trick has been played, in suit `led`."""
    recorded = record_games(3, 1)[0]
    length = next(at for at, state in enumerate(recorded.states) if len(state.plays) == 1)
    return store_game(recorded, people, length).game


def find_waiting(game: Game) -> tuple[int, Offer]:
    """Return a seat that may prepare, with what it is offered."""
    table = load_table(game)
    for seat in range(game.seat_count):
        if offer := premoves_of(table.title).offer(table.title.observe(table.states[-1], seat)):
            return seat, offer
    raise AssertionError("nobody may prepare anything")


def prepare(game: Game, client: Client) -> str:
    """Return the page of a table with the form, as without scripts."""
    return text_of(client.get(link("premove_form", game), follow=True))


def draw_fields(game: Game, seat: int) -> dict[str, str]:
    table = load_table(game)
    premove = draw_sound_premove(table.title, table.title.observe(table.states[-1], seat), Random(3))
    assert premove
    return {"premove": "1", **premove}


def test_who_waits_prepares_sees_it_and_forgets_it(game: Game, people: list[User]) -> None:
    seat, offer = find_waiting(game)
    client, fields = sign_in(people[seat]), draw_fields(game, seat)
    page = prepare(game, client)
    assert FORM in page
    assert all(f'name="{slot.name}"' in page for slot in offer.slots)
    assert client.post(link("premove", game), fields).status_code == 302
    page = prepare(game, client)
    assert "Prepared:" in page
    assert re.search(rf'<option value="{fields[offer.slots[0].name]}" selected>', page)
    assert client.post(link("premove", game), {"forget": "1"}).status_code == 302
    assert "Prepared:" not in page_of(game, client)
    assert Player.objects.get(game=game, seat=seat).premove is None


def test_pages_and_answers_leave_the_form_to_be_fetched(game: Game, people: list[User]) -> None:
    seat, offer = find_waiting(game)
    client, fields = sign_in(people[seat]), draw_fields(game, seat)
    address, name = link("premove_form", game), offer.slots[0].name
    answer = client.post(link("premove", game), fields, headers=HTMX)
    assert answer.status_code == 200
    dock = text_of(answer)
    assert "Prepared:" in dock
    assert f'hx-get="{address}"' in dock
    assert f'name="{name}"' not in dock
    form = text_of(client.get(address, headers=HTMX))
    assert FORM in form
    assert all(f'name="{slot.name}"' in form for slot in offer.slots)
    assert re.search(rf'<option value="{fields[name]}" selected>', form)
    page = page_of(game, client)
    assert f'hx-get="{address}"' in page
    assert f'name="{name}"' not in page
    [where] = re.findall(r'<noscript>\s*<a id="prepare" href="([^"#]+)#premove-form">', page)
    assert FORM in client.get(where).content.decode()


def test_no_form_is_fetched_by_others_nor_where_nothing_can_be_prepared(game: Game, people: list[User]) -> None:
    [seat] = asked(load_table(game))
    assert sign_in(people[seat]).get(link("premove_form", game), headers=HTMX).status_code == 204
    assert sign_in(make_person()).get(link("premove_form", game), headers=HTMX).status_code == 403


def test_others_learn_nothing(game: Game, people: list[User]) -> None:
    seat, _ = find_waiting(game)
    others = [sign_in(person) for person in people if person != people[seat]]
    news = f"{link('news', game)}?v={game.version}&c=x"
    sign_in(people[seat]).post(link("premove", game), draw_fields(game, seat))
    assert all(other.get(news, headers=HTMX).status_code == 204 for other in others)
    assert all("Prepared:" not in page_of(game, other) for other in others)


def test_who_is_asked_is_offered_nothing_and_keeps_what_they_had_chosen(game: Game, people: list[User]) -> None:
    [seat] = asked(load_table(game))
    client = sign_in(people[seat])
    assert FORM not in page_of(game, client)
    answer = client.post(link("premove", game), {"premove": "1", "B": "lowest"})
    assert answer.status_code == 409
    assert "It’s already your turn" in text_of(answer)


def test_the_page_says_what_becomes_of_a_plan(game: Game, people: list[User]) -> None:
    seat, offer = find_waiting(game)
    client = sign_in(people[seat])
    client.post(link("premove", game), draw_fields(game, seat))
    play_on(game, 1)
    assert "will be played in a few seconds" in page_of(game, client)
    Player.objects.filter(game=game, seat=seat).update(premove={"other": "lowest"})
    for _ in range(2):
        assert "no longer fits" in page_of(game, client)
        # The first time it is only seen not to fit, the second time it was dropped.
        deadlines.sweep()
    assert Player.objects.get(game=game, seat=seat).premove is None
    assert offer.slots


def test_news_leaves_the_form_alone_while_the_offer_is_the_same(game: Game, people: list[User]) -> None:
    seat, offer = find_waiting(game)
    client = sign_in(people[seat])
    news = f"{link('news', game)}?v=-1&c="
    assert 'id="mine"' not in text_of(client.get(f"{news}prepare-{offer.name}", headers=HTMX))
    assert 'id="mine"' in text_of(client.get(news, headers=HTMX))


def test_a_word_that_cannot_be_prepared_is_not_lost() -> None:
    people = [make_person() for _ in range(3)]
    game = start_table(*people, title="rendezvous", options={"laps": "in_turn"})
    play_on(game, 1)
    seat, _ = find_waiting(game)
    client = sign_in(people[seat])
    for headers in ({}, HTMX):
        answer = client.post(link("premove", game), {"premove": "1", "word": "two words"}, headers=headers)
        page = text_of(answer)
        assert "Please write a single word" in page
        assert 'value="two words"' in page
        assert re.search(r'id="premove"\s+open', page)
    assert client.post(link("premove", game), {"premove": "1", "word": "qwerty"}).status_code == 302
    assert "Prepared: qwerty" in page_of(game, client)
    while asked(load_table(game)) != [seat]:
        play_on(game, 1)
    deadlines.sweep()
    assert load_table(game).states[-1].says[-1].word == "qwerty"


def test_in_french(game: Game, people: list[User]) -> None:
    seat, _ = find_waiting(game)
    people[seat].language = "fr"
    people[seat].save()
    client = sign_in(people[seat])
    assert "Préparer mon coup" in page_of(game, client)
