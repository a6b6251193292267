"""On the page: until when, a stand-in in my seat, and an end that all agree to; every form works without JavaScript."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, SealedChoice
from games.rules.engine.values import BOT, PLAYER
from games.state.table import load_table
from games.tables.services import deadlines, stand_ins
from tests.builders_people import make_person
from tests.tables.acts import agree_to_end, fresh, healthy, person_in
from tests.tables.builders import (
    asked,
    fields_of,
    finish,
    play_on,
    play_to_the_vote,
    start_beside_stand_in,
    start_table,
)
from tests.tables.pages.browser import HTMX, has_form, link, page_of, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db


def press(client: Client, game: Game, name: str) -> Any:
    """Press the button of a form on the table's page and return the page that follows."""
    form = read_form(look(client, game), link(name, game))
    answer = client.post(form.action, form.press(), follow=True)
    assert answer.status_code == 200
    return answer


def look(client: Client, game: Game) -> Any:
    """Return the table's page with the tab that tells of the table itself."""
    return client.get(link("table", game) + "?tab=about")


def test_a_seat_is_handed_over_and_taken_back(game: Game, people: list[User]) -> None:
    ada, ben = sign_in(people[0]), sign_in(people[1])
    version = game.version
    page = press(ada, game, "hand_over")
    assert "A bot is standing in for you." in text_of(page)
    assert not has_form(page, link("hand_over", game))
    assert not has_form(page, link("end", game))
    assert not has_form(page, link("move", game))
    told = ben.get(f"{link('news', game)}?v={version}&c=", headers=HTMX)
    assert "A bot is standing in for Ada" in text_of(told)
    page = press(ada, game, "take_back")
    assert "A bot is standing in" not in text_of(page)
    assert has_form(look(ada, game), link("hand_over", game))
    assert "A bot is standing in for Ada" not in text_of(look(ben, game))


def test_a_waiting_page_shows_until_when_is_asked_after_an_outage(game: Game, people: list[User]) -> None:
    waiting, asks = sign_in(people[0]), re.compile(r'hx-get="([^"]*/news/[^"]*)"')

    def poll(page: Any) -> Any:
        return waiting.get(html.unescape(asks.findall(text_of(page))[0]), headers=HTMX)

    deadlines.sweep()
    page = look(waiting, game)
    assert poll(page).status_code == 204
    before, rows = re.findall(r'<time data-left datetime="([^"]+)"', text_of(page)), list(Game.objects.values())
    deadlines.sweep(now=timezone.now() + timedelta(minutes=50))
    assert list(Game.objects.values()) == rows
    news = poll(page)
    [after] = re.findall(r'<time data-left datetime="([^"]+)"', text_of(news))
    assert datetime.fromisoformat(after) - datetime.fromisoformat(before[0]) >= timedelta(minutes=49)
    assert poll(news).status_code == 204


def test_two_stand_ins_are_told_in_the_plural(game: Game, people: list[User]) -> None:
    for person in people[:2]:
        stand_ins.hand_over(code=game.code, user=person)
    assert "Bots are standing in for Ada and Ben" in text_of(look(sign_in(people[2]), game))


def test_on_my_turn_i_am_asked_again_after_taking_my_seat_back(game: Game, people: list[User]) -> None:
    seat = asked(load_table(game))[0]
    client = sign_in(people[seat])
    press(client, game, "hand_over")
    press(client, game, "take_back")
    while asked(load_table(game)) != [seat]:
        play_on(game, 1)
    assert has_form(look(client, game), link("move", game))
    assert client.post(link("move", game), fields_of(game, seat=seat)).status_code == 302
    mine = [entry.by for entry in healthy(game).entries if entry.move.seat == seat]
    assert (mine[0], mine[-1]) == (BOT, PLAYER)


def test_whoever_plays_beside_their_stand_in_is_told_kindly() -> None:
    game = play_to_the_vote(3)
    seat = asked(load_table(game))[0]
    client = sign_in(person_in(game, seat))
    fields = fields_of(game, seat=seat)
    press(client, game, "hand_over")
    kept = SealedChoice.objects.get(game=game).content
    for headers, status in (({}, 409), (HTMX, 200)):
        answer = client.post(link("move", game), fields, headers=headers)
        assert answer.status_code == status
        assert "Take your seat back first." in text_of(answer)
        assert has_form(answer, link("take_back", game))
    assert SealedChoice.objects.get(game=game).content == kept


def test_the_vote_that_a_stand_in_cast_is_shown_and_changed() -> None:
    game = play_to_the_vote(3)
    seat = asked(load_table(game))[0]
    client = sign_in(person_in(game, seat))
    press(client, game, "hand_over")
    page = press(client, game, "take_back")
    form = read_form(page, link("move", game))
    cast = SealedChoice.objects.get(game=game).content[0]["against"][0]
    assert form.checked == {"against": str(cast)}
    other = next(value for value in form.picks["against"] if value != str(cast))
    client.post(link("move", game), {**form.fields, "against": other})
    assert SealedChoice.objects.get(game=game).content[0]["against"] == [int(other)]


def test_the_game_ends_once_all_have_agreed(game: Game, people: list[User]) -> None:
    ada, ben, cleo = map(sign_in, people)
    press(ada, game, "end")
    assert "Ada wants to end this game here" in text_of(look(ben, game))
    press(ada, game, "end")
    assert "Ada wants to end this game here" not in text_of(look(ben, game)), "whoever changes their mind may"
    for client in (ada, ben, cleo):
        page = press(client, game, "end")
    assert "Everyone still playing agreed to end this game here." in text_of(page)
    for name in ("move", "hand_over", "take_back", "end"):
        assert not has_form(page, link(name, game))
    assert "your turn" not in text_of(page)
    assert 'class="due"' not in text_of(page)


def test_a_game_ended_by_agreement_opens_nothing_shows_each_their_hand_and_can_be_played_again(
    game: Game, people: list[User]
) -> None:
    agree_to_end(game, *people)
    for seat, person in enumerate(people):
        page = look(sign_in(person), game)
        view = page.context["view"]
        assert (view.seen.outcome, view.seen.hands, view.awaited, view.decision) == (None, (), (), None)
        assert view.seen.roles.count(None) == 2
        assert 'class="card' in text_of(page), seat
        assert game.code in text_of(sign_in(person).get("/games/"))
        assert "Ended by agreement" in text_of(sign_in(person).get("/games/"))
    answer = sign_in(people[0]).post(link("rematch", game), follow=True)
    assert answer.redirect_chain[-1][0] not in (link("table", game), "/games/")


def test_whose_stand_in_plays_at_the_end_sees_the_end(people: list[User]) -> None:
    game = start_table(people[0], people[1], bots=1)
    stand_ins.hand_over(code=game.code, user=people[0])
    finish(game)
    page = page_of(game, people[0])
    assert "The game is over." in page
    assert "A bot is standing in for you." not in page


def test_a_refusal_is_a_kind_sentence(game: Game, people: list[User]) -> None:
    stranger = sign_in(make_person())
    for name in ("hand_over", "take_back", "end"):
        assert stranger.post(link(name, game)).status_code == 302
        assert "You don’t have a seat at this table." in text_of(stranger.get("/games/"))
    ada = sign_in(people[0])
    press(ada, game, "hand_over")
    answer = ada.post(link("end", game), {"agrees": "1"}, follow=True)
    assert "Take your seat back first." in text_of(answer)


def test_my_games_say_that_a_stand_in_plays_for_me(game: Game, people: list[User]) -> None:
    client = sign_in(people[0])
    press(client, game, "hand_over")
    assert "a bot is standing in for you" in text_of(client.get("/games/"))


SHOWN = [
    # A day for a decision, begun before the clocks change: the same hour by the sun, another by the clock.
    ("Europe/Paris", datetime(2026, 3, 28, 12, tzinfo=UTC), "Sunday 29 March, 14:00"),
    ("Europe/Paris", datetime(2026, 10, 24, 12, tzinfo=UTC), "Sunday 25 October, 13:00"),
    ("America/Montreal", datetime(2026, 3, 7, 17, tzinfo=UTC), "Sunday 8 March, 13:00"),
    ("America/Montreal", datetime(2026, 10, 31, 16, tzinfo=UTC), "Sunday 1 November, 11:00"),
]


@pytest.mark.parametrize(("zone", "begun", "shown"), SHOWN)
def test_the_deadline_is_shown_in_the_readers_zone(zone: str, begun: datetime, shown: str, people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone=zone)
    with time_machine.travel(begun, tick=False):
        game = start_table(*people)
        place, (day, time) = zone.partition("/")[2], shown.split(", ")
        page = text_of(look(sign_in(people[0]), game))
        assert "1 d 0 h</time> left\n" in page
        assert f'<span class="due-at">({day.split()[0]} {time})</span>' in page
        assert f"This turn ends {shown} ({place})." in page


@pytest.mark.parametrize(
    ("begun", "shown"),
    [
        # Eleven tricks of a day and the vote's two, and an hour that October gives back.
        (datetime(2026, 10, 20, 12, tzinfo=UTC), "Monday 2 November, 13:00"),
        (datetime(2026, 12, 24, 12, tzinfo=UTC), "Wednesday 6 January 2027, 13:00"),
    ],
    ids=["in winter time", "next year"],
)
def test_the_latest_end_is_shown_in_the_readers_zone(begun: datetime, shown: str, people: list[User]) -> None:
    with time_machine.travel(begun, tick=False):
        game = start_beside_stand_in(people[0], bots=1)
        assert f"Ends by {shown} (Paris) at the latest." in text_of(look(sign_in(people[0]), game))


@pytest.mark.parametrize(("language", "words"), [("fr", "beaucoup de changements"), ("en", "a lot of changes")])
def test_a_switch_pressed_too_often_is_refused_with_a_kind_word(language: str, words: str) -> None:
    person = make_person(language=language)
    game = start_table(person, make_person(), bots=1)
    client = sign_in(person)
    for agrees in ("1", "") * 3:
        client.post(link("end", game), {"agrees": agrees})
    before = fresh(game).version
    answer = client.post(link("end", game), {"agrees": "1"}, follow=True)
    assert words in text_of(answer)
    assert fresh(game).version == before
    assert not game.players.get(seat=0).agrees_to_end
