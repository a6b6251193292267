"""Being watched changes nothing that players do or get, but for the count."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.fast.state_cache import state_cache
from games.models import Game
from games.notifications.presence import find_activity
from games.notifications.spectators import count_spectators
from games.rules.registry import TITLES
from games.watching import polls, views
from tests.access import copy_database
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.acts import people_of
from tests.tables.builders import play_on, start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import HTMX, link, page_of, sign_in, text_of
from tests.tables.pages.differences import read_body
from tests.watching.asks import news_link, watch_link

pytestmark = pytest.mark.django_db
COUNT = re.compile(r'(<span id="watching".*?</svg>.*?</span>\s*)(\d+)(\s*</span>)', re.DOTALL)


def start(title: str) -> Game:
    seats = min(TITLES[title].SEATS)
    return start_table(*(make_person() for _ in range(max(seats, 2))), title=title, watchers="link", is_public=True)


def watch(game: Game, count: int = 2) -> None:
    """Let so many visitors of different networks watch, and one who is signed in."""
    clients = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(1, count + 1)]
    for client in (*clients, sign_in(make_person())):
        assert client.get(watch_link(game)).status_code == 200
        assert client.get(news_link(game), headers=HTMX).status_code == 200


def list_gets(game: Game) -> Iterator[worlds.Ask]:
    table, news = link("table", game), link("news", game)
    yield from (("get", path, {}, {}) for path in (table, f"{table}?tab=about", "/games/", f"{news}?v={game.version}"))
    yield "get", f"{news}?v=-1&c=", {}, HTMX
    yield from (("get", link("panel", game, tab), {}, HTMX) for tab in ("log", "talk", "past", "notes"))


def ask_all(game: Game) -> list[tuple[Any, ...]]:
    """Return what the first two players get: status, text without the count, statements."""
    state_cache.forget()
    answers = []
    for person in people_of(game)[:2]:
        client = sign_in(person)
        received = [worlds.send(client, *ask) for ask in list_gets(game)]
        answers += [(each[0], each[1], hide_count(read_body(each)), each[4]) for each in received]
    return answers


def hide_count(text: str) -> str:
    return COUNT.sub(r"\1\3", text).rstrip(" ")


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_players_get_the_same_but_for_the_count(title: str) -> None:
    game = start(title)
    play_on(game, 2)
    with worlds.frozen():
        # Looking makes them present.
        ask_all(game)
        before = ask_all(game)
        watch(game)
        assert ask_all(game) == before


def test_a_page_that_shows_more_than_the_count_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start("insidejob")
    with worlds.frozen():
        before = ask_all(game)
        note_page = polls.note_page

        def announce(request: Any, watched: Game, *more: Any) -> None:
            note_page(request, watched, *more)
            Game.objects.filter(pk=watched.pk).update(version=watched.version + 1)

        monkeypatch.setattr(views, "note_page", announce)
        watch(game)
        assert ask_all(game) != before


def test_watching_writes_nothing_and_makes_no_one_present(zoe: User) -> None:
    game = start("insidejob")
    client = sign_in(zoe)
    before = copy_database()
    for _ in range(3):
        client.get(watch_link(game))
        client.get(news_link(game), headers={**HTMX, "X-Active": "0"})
    assert copy_database() == before
    assert {find_activity(game.pk, person.pk) for person in (zoe, *people_of(game))} == {None}


def test_a_move_costs_the_same_statements_with_spectators() -> None:
    counts = []
    # Compiled queries are prepared by the first.
    for is_watched in (False, False, True):
        game = start("target")
        if is_watched:
            watch(game)
        with CaptureQueriesContext(connection) as queries:
            play_on(game, 1)
        counts.append([(query["sql"] or "").split(" ")[0] for query in queries])
    assert counts[1] == counts[2]


def test_players_see_how_many_watch_and_not_who() -> None:
    game = start("insidejob")
    host = sign_in(game.host)

    def read_count() -> str:
        shown = COUNT.search(page_of(game, host))
        assert shown
        return shown[2]

    assert read_count() == "0"
    zoe = make_person("Zoé Observatrice")
    sign_in(zoe).get(watch_link(game))
    assert read_count() == "1"
    page = page_of(game, host, "about")
    assert zoe.code not in page
    assert "Observatrice" not in page
    assert watch_link(game) in page
    fragments = text_of(host.get(f"{link('news', game)}?v=-1&c=", headers=HTMX))
    assert COUNT.search(fragments)


def test_a_hidden_page_does_not_count() -> None:
    game = start("insidejob")
    Client().get(news_link(game), headers={**HTMX, "X-Hidden-Tab": "yes"})
    assert "</span>\n0" in page_of(game, game.host).replace("\n\n", "\n")


def test_a_page_that_loads_again_in_a_hidden_tab_counts_once_it_is_shown() -> None:
    game, spectator = start("insidejob"), Client()
    # Before the start spectators have another page.
    news = news_link(game, version=Game.Status.OPEN)
    assert spectator.get(news, headers={**HTMX, "X-Hidden-Tab": "yes"})["HX-Refresh"] == "true"
    spectator.get(watch_link(game))
    assert count_spectators(game.pk) == 0
    spectator.get(news_link(game), headers=HTMX)
    assert count_spectators(game.pk) == 1


def test_a_game_that_no_one_may_watch_shows_no_count(ada: User) -> None:
    page = text_of(sign_in(ada).get(link("table", start_table(ada, make_person(), bots=1))))
    assert 'class="watching"' not in page
    assert "/watch/" not in page
