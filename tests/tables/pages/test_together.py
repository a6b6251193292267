"""Sitting together: the page says that all are here, and nothing else about who is."""

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Notification
from games.notifications.presence import ACTIVE_FOR
from games.tables import together
from games.tables.services import pauses, stand_ins
from tests.builders_people import make_person
from tests.tables.builders import start_table
from tests.tables.pages.browser import HTMX, link, page_of, sign_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("polls_from_cache")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return start_table(*people, bots=1)


@pytest.fixture
def clients(people: list[User]) -> list[Client]:
    return [sign_in(person) for person in people]


def read_key(client: Client, game: Game) -> str:
    """Return what a new page knows of who is together."""
    [key] = re.findall(r'id="together"[^>]*data-key="([^"]*)"', page_of(game, client))
    return str(key)


def poll(client: Client, game: Game, shown: str) -> Any:
    headers = {**HTMX, "X-Active": "0", together.HEADER: shown}
    return client.get(f"{link('news', game)}?v={game.version}&c=", headers=headers)


def fetch(client: Client, game: Game) -> str:
    return text_of(client.get(link("together", game), headers=HTMX))


def test_a_page_says_so_once_the_last_has_come(game: Game, clients: list[Client]) -> None:
    assert [read_key(client, game) for client in clients] == ["", "", "here"]
    assert [read_key(client, game) for client in clients] == ["here"] * 3
    assert "Everyone is here." in fetch(clients[0], game)


def test_a_poll_tells_it_without_a_query_and_only_once(game: Game, clients: list[Client]) -> None:
    ada, ben, cleo = clients
    for client in (ada, ben):
        read_key(client, game)
        assert "HX-Trigger" not in poll(client, game, "").headers
    read_key(cleo, game)
    with CaptureQueriesContext(connection) as queries:
        told, quiet = (poll(ada, game, shown) for shown in ("", "here"))
    assert (len(queries), told.status_code, quiet.status_code) == (0, 204, 204)
    assert told.headers["HX-Trigger"] == together.EVENT
    assert "HX-Trigger" not in quiet.headers
    old = ada.get(f"{link('news', game)}?v={game.version}&c=", headers=HTMX)
    assert "HX-Trigger" not in old.headers, "a page of an older release has no place for it"


def test_without_the_cache_of_polls_it_is_told_too(game: Game, clients: list[Client], settings: Settings) -> None:
    settings.POLLS_FROM_CACHE = False
    for client in clients:
        read_key(client, game)
    assert poll(clients[0], game, "").headers["HX-Trigger"] == together.EVENT


def test_who_went_counts_for_minutes_so_that_nobody_learns_when(game: Game, clients: list[Client]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for client in clients:
            read_key(client, game)
        clock.shift(ACTIVE_FOR - 10)
        assert poll(clients[0], game, "here").headers.get("HX-Trigger") is None
        clock.shift(20)
        # One stayed, two went.
        assert poll(clients[0], game, "here").headers["HX-Trigger"] == together.EVENT
        page = fetch(clients[0], game)
    assert "Everyone" not in page
    assert 'data-key=""' in page


def test_one_press_shows_the_others_who_would_like_to_play_on(game: Game, clients: list[Client]) -> None:
    for client in clients:
        read_key(client, game)
    version = Game.objects.get().version
    notified = Notification.objects.count()
    own = text_of(clients[1].post(link("play_on", game), headers=HTMX))
    assert '<p id="play-on"' in own
    assert poll(clients[0], game, "here").headers["HX-Trigger"] == together.EVENT
    others = fetch(clients[0], game)
    assert "Ben would like to keep playing now" in others
    assert '<button class="play-on" id="play-on"' in others
    assert "Cleo" not in others, "nobody is named who has pressed nothing"
    assert (Game.objects.get().version, Notification.objects.count()) == (version, notified)
    assert clients[0].post(link("play_on", game)).status_code == 302
    assert "Ada" in fetch(clients[2], game)


def test_what_was_proposed_counts_while_all_are_here_alone(game: Game, clients: list[Client]) -> None:
    read_key(clients[1], game)
    clients[1].post(link("play_on", game))
    assert "Ben" not in fetch(clients[0], game)


def test_seats_of_bots_and_stand_ins_do_not_count(game: Game, clients: list[Client], people: list[User]) -> None:
    for client in clients[:2]:
        read_key(client, game)
    stand_ins.hand_over(code=game.code, user=people[2])
    assert read_key(clients[0], game) == "here"
    # It is not said to the one who does not play, neither by the page nor by a poll.
    game.refresh_from_db()
    assert "Everyone" not in fetch(clients[2], game)
    assert read_key(clients[2], game) == ""
    for _ in range(2):
        assert "HX-Trigger" not in poll(clients[2], game, "").headers


def test_alone_with_bots_or_in_a_pause_nothing_is_said(game: Game, clients: list[Client], people: list[User]) -> None:
    alone = start_table(people[0], bots=2)
    assert [read_key(clients[0], alone) for _ in range(2)] == ["", ""]
    for client, person in zip(clients, people, strict=True):
        read_key(client, game)
        pauses.agree_to_pause(code=game.code, user=person, agrees=True)
    # An open page, whose version is older, asks for that part again.
    told = clients[0].get(f"{link('news', game)}?v=0&c=", headers={**HTMX, together.HEADER: "here"})
    assert together.EVENT in told.headers["HX-Trigger-After-Swap"]
    assert read_key(clients[0], game) == ""


def test_strangers_learn_and_propose_nothing(game: Game, clients: list[Client]) -> None:
    for client in clients:
        read_key(client, game)
    stranger = sign_in(make_person())
    assert stranger.get(link("together", game), headers=HTMX).status_code == 403
    assert stranger.post(link("play_on", game), headers=HTMX).status_code == 403
    assert "would like" not in fetch(clients[0], game)
    assert "HX-Trigger" not in poll(stranger, game, "").headers


def test_without_a_cache_the_page_says_nothing(
    game: Game, clients: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ConnectionError

    for name in ("get_many", "set"):
        monkeypatch.setattr(f"games.tables.together.cache.{name}", fail)
    assert [read_key(clients[0], game) for _ in range(2)] == ["", ""]
    assert clients[0].post(link("play_on", game)).status_code == 302
