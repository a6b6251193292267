"""How many statements a request costs, and how many requests a page: few, and the same as tricks and games grow.

All count, the session's and the person's too, and what begins or ends a transaction (in a test, a savepoint).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games.models import Game, Player
from games.reads.table import load_table
from games.rules.registry import TITLES
from games.services import lobby
from tests.builders_people import make_person
from tests.games.builders import asked, choose, play_on, start_table
from tests.games.stored import is_voting
from tests.pages.browser import HTMX, link, sign_in, text_of
from tests.pages.worlds import lay_out_vote

pytestmark = pytest.mark.django_db

MAX_QUERIES = 12
MAX_REQUESTS = 7
"""The page itself, what it looks like, its icon, and what runs in it."""


@contextmanager
def counted() -> Iterator[list[str]]:
    """Give the list of statements sent to the database, those about savepoints left out."""
    statements: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if "SAVEPOINT" not in sql:
            statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield statements


def fields_of(game: Game, seat: int) -> dict[str, str]:
    """Return what a legal choice of a seat sends."""
    table = load_table(game)
    decision = table.title.decision(table.states[-1], seat)
    fields = {"decision": decision.name if decision else ""}
    for move in choose(table, seat):
        for name, value in table.title.dump_move(move).items():
            fields[name] = str(value[0] if isinstance(value, list) else int(value) if value in (True, False) else value)
    return fields


def wait_for(game: Game, tricks: int, cards: int) -> bool:
    """Play on until seat 0 is asked in the trick after `tricks`, with so many cards on it; tell whether it came."""
    while (table := load_table(game)).outcome is None and not is_voting(table.title, table.states[-1]):
        state = table.states[-1]
        if (len(state.tricks), len(state.plays)) == (tricks, cards) and asked(table) == [0]:
            return True
        play_on(game, 1)
    return False


def cost_of_move(person: User, tricks: int, cards: int) -> int:
    """Return the statements of a move by HTMX, after so many tricks, as card number `cards` of its trick."""
    while not wait_for(game := start_table(person, make_person(), make_person(), make_person()), tricks, cards):
        pass
    client, fields = sign_in(person), fields_of(game, 0)
    with counted() as statements:
        assert client.post(link("move", game), fields, headers=HTMX).status_code == 200
    assert load_table(game).entries[-1].move.seat == 0
    return len(statements)


@pytest.mark.parametrize("cards", [0, 1, 3])
def test_a_move_costs_few_statements_and_no_more_late_in_the_game(cards: int) -> None:
    person = make_person()
    early, late = cost_of_move(person, 0, cards), cost_of_move(person, 9, cards)
    assert early == late
    assert early <= MAX_QUERIES


def test_a_move_costs_the_same_with_many_games() -> None:
    person = make_person()
    alone = cost_of_move(person, 0, 1)
    add_games(person, 200)
    assert cost_of_move(person, 0, 1) == alone


def add_games(person: User, count: int) -> None:
    """Copy so many running and finished games of `person`, as far as lists look at them."""
    original = start_table(person, make_person(), bots=1)
    result = {"reason": "missions", "winners": [0]}
    for number in range(count):
        over = bool(number % 2)
        game = Game.objects.create(
            title="insidejob",
            rules=1,
            options=original.options,
            seat_count=3,
            host=person,
            status=Game.Status.OVER if over else Game.Status.RUNNING,
            result=result if over else None,
        )
        for player in original.players.all():
            fields = {"owes": "" if over else "play-1", "won": True if over else None}
            Player.objects.create(game=game, seat=player.seat, user=player.user, bot=player.bot, **fields)


@pytest.mark.parametrize("last", [False, True])
def test_a_vote_costs_few_statements(last: bool) -> None:
    game = lay_out_vote("queries")
    clients = [sign_in(player.user) for player in game.players.select_related("user") if player.user]
    voters = list(range(3 if last else 1))
    for seat in voters[:-1]:
        clients[seat].post(link("move", game), fields_of(game, seat))
    fields = fields_of(game, voters[-1])
    with counted() as statements:
        assert clients[voters[-1]].post(link("move", game), fields, headers=HTMX).status_code == 200
    assert len(statements) <= MAX_QUERIES + 1


def count_get(client: Client, path: str, **headers: str) -> int:
    """Return the statements that reading a page costs."""
    with counted() as statements:
        assert client.get(path, headers=headers).status_code in (200, 204)
    return len(statements)


def test_nothing_new_costs_one_statement_besides_session_and_person() -> None:
    person = make_person()
    game = start_table(person, bots=3)
    client = sign_in(person)
    with counted() as statements:
        answer = client.get(f"{link('news', game)}?v={game.version}&c=lead-1", headers=HTMX)
    assert answer.status_code == 204
    assert len(statements) == 3


def test_my_games_cost_the_same_with_one_and_with_many() -> None:
    person = make_person()
    client = sign_in(person)
    add_games(person, 2)
    few = count_get(client, "/games/")
    add_games(person, 50)
    assert count_get(client, "/games/") == few


def test_the_table_costs_the_same_early_and_late_and_with_many_games() -> None:
    person = make_person()
    client = sign_in(person)
    while not wait_for(game := start_table(person, make_person(), make_person(), make_person()), 0, 1):
        pass
    early = count_get(client, link("table", game))
    add_games(person, 50)
    assert count_get(client, link("table", game)) == early
    while not wait_for(game, 8, 1):
        game = start_table(person, make_person(), make_person(), make_person())
    for _ in range(20):
        client.post(link("talk", game), {"text": "Hm"})
    assert count_get(client, link("table", game)) == early


@pytest.mark.parametrize("title", TITLES)
def test_a_cold_page_of_a_table_takes_few_requests_and_none_elsewhere(title: str) -> None:
    ada = make_person()
    game = lobby.play_against_bots(user=ada, title=title, seat_count=TITLES[title].USUAL_SEATS)
    page = text_of(sign_in(ada).get(link("table", game)))
    files = re.findall(r'<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"', page)
    assert f"/static/css/{TITLES[title].FOLDER}.css" in files
    assert all(file.startswith("/static/") for file in files)
    assert 1 + len(set(files)) <= MAX_REQUESTS
