"""What spectators see before, during and after a game, and what players are told before they sit down."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.archive.services import share_replay
from games.circles import services as circles
from games.models import Circle, Game, Terms
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import lobby, stand_ins
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.acts import agree_to_end, agree_to_pause, open_seat, people_of, person_in, refusal_of
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.pages.browser import Page, link, page_of, sign_in, text_of
from tests.watching.asks import watch_link

pytestmark = pytest.mark.django_db
CAN_WATCH = "can watch this game."


def look(game: Game, tab: str = "", language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(watch_link(game, tab))
    assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex, nofollow")
    return text_of(answer)


def start(title: str = "insidejob", **chosen: Any) -> Game:
    seats = max(2, min(TITLES[title].SEATS))
    people = [make_person(f"Watched {number}") for number in range(seats)]
    return start_table(*people, title=title, watchers="link", **chosen)


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_spectators_see_the_board_and_can_send_nothing(title: str) -> None:
    game = start(title)
    while game.is_running:
        for tab in ("log", "past", "about"):
            page = look(game, tab)
            assert 'id="board"' in page
            assert Page(page).forms == []
            assert "Watched 0" in page
            # With the code one would come to the table, and with a deadline know when players sleep.
            assert game.code not in page
            assert not re.search(r"<time|datetime=|class=\"due\"", page)
        for _ in range(5):
            if game.is_running:
                play_on(game, 1)


@pytest.mark.parametrize("title", TITLES)
def test_the_page_says_whose_turn_it_is_in_both_languages(title: str) -> None:
    game = start(title)
    assert "You are watching." in look(game)
    assert "Tu regardes la partie." in look(game, language="fr")


def test_where_the_table_forgets_spectators_see_the_last_trick_only() -> None:
    game = start(options={"memory": "last_trick"})
    while len(load_table(game).states[-1].tricks) < 3:
        play_on(game, 1)
    log, past = look(game, "log"), look(game, "past")
    assert "look back at the last trick" in past
    assert re.findall(r'id="past-trick-(\d)"', past) == ["3"]
    assert re.findall(r"<h3[^>]*>\s*Trick (\d)\s*</h3>", log)[0] == "3"


def test_a_paused_game_says_so() -> None:
    game = start()
    agree_to_pause(game)
    page = look(game)
    assert "The game is paused." in page
    assert "Waiting for" not in page


def test_the_words_of_a_host_for_a_house_role_stay_at_the_table() -> None:
    chosen: Any = {"options": {"roles": ["house-neutral-o0"]}, "house_name": "Postmistress", "watchers": "link"}
    game = start_table(*(make_person() for _ in range(4)), **chosen)
    assert "Postmistress" in page_of(game, game.host)
    assert all("Postmistress" not in look(game, tab) for tab in ("log", "past", "about"))


def test_after_the_end_spectators_get_what_strangers_get() -> None:
    game = start()
    finish(game)
    page, closed = look(game), "stay between the players"
    assert closed in page
    assert "Watched 0" not in page
    assert "/replay/" not in page
    for person in people_of(game):
        assert closed in look(game)
        share_replay(code=game.code, user=person, agrees=True)
    shared = look(game)
    assert link("replay", game) in shared
    replay = Client(headers={"accept-language": "en"}).get(link("replay", game))
    assert replay.status_code == 200
    assert "Watched 0" not in text_of(replay)


def test_after_an_end_by_agreement_nothing_is_opened() -> None:
    game = start()
    agree_to_end(game, *people_of(game))
    assert "The game is over." in look(game)


def test_before_the_start_the_link_shows_no_people_and_no_seat() -> None:
    game = open_table(make_person("Watched 0"), seats=3, watchers="link")
    page = look(game)
    assert "hasn’t started yet" in page
    assert "Watched 0" not in page
    assert game.code not in page
    lobby.cancel_game(code=game.code, host=game.host)
    assert "closed before the game began" in look(game)


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({}, ""),
        ({"watchers": "link"}, "Anyone with the link can watch this game."),
        ({"watchers": "link", "is_public": True}, "Anyone can watch this game."),
    ],
)
def test_players_are_told_before_they_sit_down(terms: dict[str, Any], said: str, ada: User, zoe: User) -> None:
    game = open_table(ada, seats=3, **terms)
    pages = [page_of(game, client) for client in (sign_in(ada), sign_in(zoe))]
    for page in pages:
        assert (CAN_WATCH in page.replace("Nobody can watch this game.", "")) == bool(said)
        assert said in page
        assert ("Anyone with the link</dd>" in page) == bool(said)
    invitation = pages[1]
    assert not said or invitation.index(said) < invitation.index("Take a seat")


def test_substitutes_are_told_too() -> None:
    game = start()
    stand_ins.hand_over(code=game.code, user=person_in(game, 1))
    path = link("sit_in", game, open_seat(game, game.host, seat=1))
    page = text_of(Client(headers={"accept-language": "en"}).get(path))
    assert page.index(CAN_WATCH) < page.index("Take a seat")


CHOICES = {"seats": "4", "preset": "relaxed", "insidejob-memory": "last_trick"}
OPEN_TABLE = "/games/new/insidejob/"


def test_spectators_are_let_in_by_the_form_and_off_at_first(ada: User) -> None:
    client = sign_in(ada)
    form = text_of(client.get(OPEN_TABLE))
    assert re.search(r'value="none"[^>]*checked', form)
    assert 'value="circle"' not in form
    client.post(OPEN_TABLE, CHOICES)
    client.post(OPEN_TABLE, {**CHOICES, "watchers": "link"})
    first, second = Game.objects.order_by("pk")
    assert (first.watchers, first.watch_key) == ("none", "")
    assert (second.watchers, bool(second.watch_key)) == ("link", True)
    assert second.watch_key != second.code


def test_members_of_a_circle_are_offered_at_its_tables_only(ada: User) -> None:
    circle = circles.make_circle(owner=ada, name="The Thursday table")
    client = sign_in(ada)
    assert 'value="circle"' in text_of(client.get(f"{OPEN_TABLE}?circle={circle.code}"))
    assert client.post(OPEN_TABLE, {**CHOICES, "watchers": "circle"}).status_code == 422
    client.post(OPEN_TABLE, {**CHOICES, "watchers": "circle", "circle": circle.code})
    game = Game.objects.get()
    assert (game.watchers, game.circle) == ("circle", circle)


@pytest.mark.parametrize("watchers", ["circle", "everyone"])
def test_a_table_takes_no_other_choice(watchers: str) -> None:
    assert refusal_of(open_table, make_person(), watchers=watchers) == "watchers"


def test_a_rematch_keeps_who_may_watch_under_a_new_link() -> None:
    game = start()
    finish(game)
    rematch = lobby.open_rematch(code=game.code, user=game.host)
    assert rematch.watchers == "link"
    assert rematch.watch_key not in ("", game.watch_key)


def open_for_circle(ada: User) -> tuple[Game, Circle]:
    """Open a table of a circle that its members may watch."""
    circle = circles.make_circle(owner=ada, name="The Thursday table")
    terms = Terms(watchers="circle")
    game = lobby.open_game(host=ada, title="insidejob", seat_count=3, options={}, terms=terms, circle=circle)
    return game, circle


def test_a_rematch_without_the_circle_shows_its_members_nothing(ada: User, ben: User) -> None:
    game, _ = open_for_circle(ada)
    lobby.join_game(code=game.code, user=ben)
    lobby.fill_with_bots(code=game.code, host=ada)
    finish(game)
    rematch = lobby.open_rematch(code=game.code, user=ben)
    assert (rematch.circle, rematch.watchers, rematch.watch_key) == (None, "none", "")


def test_the_next_table_of_a_circle_keeps_who_may_watch(ada: User) -> None:
    _, circle = open_for_circle(ada)
    game = circles.open_for_circle(code=circle.code, user=ada, title="insidejob", options={})
    assert game.watchers == "circle"


def test_a_quick_game_against_bots_cannot_be_watched() -> None:
    game = lobby.play_against_bots(user=make_person(), title="insidejob", seat_count=4)
    assert (game.watchers, game.watch_key) == ("none", "")


def test_public_games_are_listed_while_they_run() -> None:
    game = start(is_public=True)
    visitor = Client(headers={"accept-language": "en"})

    def is_listed(query: str = "") -> bool:
        return watch_link(game) in text_of(visitor.get(f"/tables/{query}"))

    assert is_listed()
    assert is_listed("?title=insidejob")
    assert not is_listed("?title=target")
    finish(game)
    assert not is_listed()


def test_a_game_by_newer_rules_says_so() -> None:
    game = start(is_public=True)
    Game.objects.filter(pk=game.pk).update(rules=99)
    visitor = Client(headers={"accept-language": "en"})
    assert visitor.get(watch_link(game)).status_code == 409
    assert watch_link(game) not in text_of(visitor.get("/tables/"))


def test_an_unknown_key_leads_nowhere() -> None:
    for name in ("watch", "watch_news"):
        for key in ("nosuchgame", "x", "0" * 300):
            assert Client().get(reverse(f"games:{name}", args=[key])).status_code == 404
