"""How many statements a request costs, and how many requests a page: few, and the same as tricks and games grow.

All count, the session's and the person's too, and what begins or ends a transaction (in a test, a savepoint).
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from gzip import compress
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.fast.state_cache import state_cache
from games.models import Game, Message, Player
from games.rules.registry import TITLES
from games.state.table import load_table, read_log
from games.tables.selectors import talk
from games.tables.services import lobby, moves
from tests.builders_people import make_person
from tests.site.pages.counting import count_get, counted
from tests.site.pages.known import learn
from tests.tables.builders import choose, start_table
from tests.tables.pages.browser import HTMX, link, sign_in, text_of
from tests.tables.pages.votes import lay_out_vote
from tests.tables.stored import is_voting, store_when
from tests.watching.asks import open_to_spectators, watch_link

pytestmark = pytest.mark.django_db

MAX_QUERIES = 7
"""Of a move whose log this process knows, as it does after a move of its own; one more where it must read it."""
TO_READ = 1
MAX_BYTES = 3_000
"""Of the answer to a move, compressed: some hundred more than was measured at most."""
PAGE_QUERIES = 5
"""Of the page of a table, the same; one more with the tab of the talk. One asks for announcements."""
WATCH_QUERIES = 5
"""Of the page of a visitor who watches. A member's session, row, blocks and former seat cost three more."""
PAGE_BYTES = 110_000
"""Of the page of a table, as it comes."""
MAX_REQUESTS = 9
"""The page itself, what it looks like, its icon, and what runs in it. A first game adds a style sheet and a script."""


def fields_of(game: Game, seat: int) -> dict[str, str]:
    table = load_table(game)
    decision = table.title.decision(table.states[-1], seat)
    fields = {"decision": decision.name if decision else ""}
    for move in choose(table, seat):
        for name, value in table.title.dump_move(move).items():
            fields[name] = str(value[0] if isinstance(value, list) else int(value) if value in (True, False) else value)
    return fields


def store_turn(person: User, tricks: int, cards: int) -> Game:
    """Store a game in which `person` is asked in the trick after `tricks`, with so many cards on it."""
    title, people = TITLES["insidejob"], [person, make_person(), make_person(), make_person()]

    def is_there(state: Any) -> bool:
        is_asked = title.to_act(state) == (0,) and not is_voting(title, state)
        return is_asked and (len(state.tricks), len(state.plays)) == (tricks, cards)

    return store_when(is_there, people).game


def cost_of_move(person: User, tricks: int, cards: int) -> int:
    """Return the statements of a move by HTMX, after so many tricks, as card number `cards` of its trick."""
    return count_move(sign_in_without_tips(person), store_turn(person, tricks, cards))


def count_move(client: Client, game: Game) -> int:
    fields = fields_of(game, 0)
    with counted() as statements:
        assert client.post(link("move", game), fields, headers=HTMX).status_code == 200
    assert load_table(game).entries[-1].move.seat == 0
    return len(statements)


def sign_in_without_tips(person: User) -> Client:
    """Return a browser in which all tips were put away, as they are after a first game."""
    client = sign_in(person)
    session = client.session
    session["tips"] = {name: [tip.code for tip in title.TEXTS.tips] for name, title in TITLES.items()}
    session.save()
    return client


@pytest.mark.parametrize("cards", [0, 3])
def test_a_move_costs_few_statements_and_no_more_late_in_the_game(cards: int) -> None:
    person = make_person()
    early, late = cost_of_move(person, 0, cards), cost_of_move(person, 9, cards)
    assert early == late
    assert early <= MAX_QUERIES + TO_READ


def test_a_move_at_a_table_that_the_process_knows_reads_no_log(
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    person = make_person()
    game = store_turn(person, 4, 3)
    with django_capture_on_commit_callbacks(execute=True), moves.lock_table(game.code) as locked:
        locked.game.stamp = "known"
        locked.game.save(update_fields=["stamp"])
        state_cache.keep_once_committed(game.code, "known", read_log(locked.game))
    assert count_move(sign_in_without_tips(person), game) <= MAX_QUERIES


@pytest.mark.parametrize(("tricks", "cards"), [(0, 1), (5, 0), (9, 3)])
def test_the_answer_to_a_move_is_small(tricks: int, cards: int) -> None:
    person = make_person()
    game = store_turn(person, tricks, cards)
    client = sign_in(person)
    known = learn(text_of(client.get(link("table", game))))
    headers = {**HTMX, "X-Parts": " ".join(known)}
    answer = client.post(link("move", game), fields_of(game, 0), headers=headers)
    assert 1_000 < len(compress(answer.content)) <= MAX_BYTES


def test_what_was_said_costs_a_move_one_statement_as_long_as_it_is_not_read() -> None:
    person = make_person()
    games = [store_turn(person, 4, 1) for _ in range(3)]
    for game, lines in zip(games, (0, 1, 200), strict=True):
        for number in range(lines):
            # As by `say`, which allows fewer in a minute.
            said = Message.objects.create(game=game, seat=1, text=f"Line {number}").pk
            Game.objects.filter(pk=game.pk).update(last_said=said)
    silent, little, much = (count_move(sign_in_without_tips(person), game) for game in games)
    assert (little, much) == (silent + 1, silent + 1)


@pytest.mark.parametrize("title", TITLES)
def test_a_newcomer_with_much_to_read_costs_a_table_page_no_statement_more(title: str) -> None:
    people = [make_person() for _ in range(TITLES[title].USUAL_SEATS)]
    game = start_table(*people, title=title)
    client = sign_in(people[0])
    say_much(game, 200)
    page = client.get(link("table", game))
    assert 'data-count="200"' in text_of(page)
    assert count_get(client, link("table", game)) <= PAGE_QUERIES + TO_READ
    assert len(page.content) < PAGE_BYTES


@pytest.mark.parametrize("title", TITLES)
def test_the_tab_of_the_talk_costs_the_same_after_few_lines_and_after_many(title: str) -> None:
    people = [make_person() for _ in range(TITLES[title].USUAL_SEATS)]
    game, client = start_table(*people, title=title), sign_in_without_tips(people[0])
    address, costs, sizes = f"{link('table', game)}?tab=talk", set(), []
    for lines in (talk.NEWEST, 12 * talk.NEWEST):
        say_much(game, lines)
        first, later = client.get(address), client.get(address)
        assert len(first.content) < PAGE_BYTES, "what is new is shown up to a bound"
        costs.add(count_get(client, address))
        sizes.append(len(later.content))
    assert len(costs) == 1
    assert max(costs) <= PAGE_QUERIES + 1 + TO_READ
    assert sizes[1] < sizes[0] + 1_000, "what leads to earlier lines, and longer numbers"


def say_much(game: Game, lines: int) -> None:
    """Let seat 1 say so many lines: by `say` it may say fewer in a minute."""
    author = game.players.get(seat=1).user
    said = [Message(game=game, seat=1, author=author, text=f"Line {number} of many") for number in range(lines)]
    Message.objects.bulk_create(said)
    Game.objects.filter(pk=game.pk).update(last_said=Message.objects.latest("pk").pk)


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
        state: Any = {"status": "over", "result": result} if over else {"status": "running"}
        terms: Any = {"title": "insidejob", "rules": 1, "options": original.options, "seat_count": 3}
        game = Game.objects.create(host=person, **terms, **state)
        for player in original.players.all():
            fields = {"owes": "" if over else "play-1", "won": True if over else None}
            Player.objects.create(game=game, seat=player.seat, user=player.user, bot=player.bot, **fields)


@pytest.mark.parametrize("last", [False, True])
def test_a_vote_costs_few_statements(last: bool) -> None:
    game = lay_out_vote("queries")
    clients = [sign_in_without_tips(player.user) for player in game.players.select_related("user") if player.user]
    voters = list(range(3 if last else 1))
    for seat in voters[:-1]:
        clients[seat].post(link("move", game), fields_of(game, seat))
    fields = fields_of(game, voters[-1])
    with counted() as statements:
        assert clients[voters[-1]].post(link("move", game), fields, headers=HTMX).status_code == 200
    # Besides, the sealed choices are read and taken away, and what was said is not read yet.
    assert len(statements) <= MAX_QUERIES + TO_READ + 3


def test_nothing_new_costs_one_statement_besides_that_for_session_and_user() -> None:
    person = make_person()
    game = start_table(person, bots=3)
    client = sign_in(person)
    with counted() as statements:
        answer = client.get(f"{link('news', game)}?v={game.version}&c=lead-1", headers=HTMX)
    assert answer.status_code == 204
    assert len(statements) == 2


@pytest.mark.parametrize("is_member", [False, True])
def test_watching_costs_the_same_early_and_late(is_member: bool) -> None:
    costs = []
    for tricks in (0, 9):
        game = store_turn(make_person(), tricks, 1)
        Game.objects.filter(pk=game.pk).update(**open_to_spectators())
        game.refresh_from_db()
        client = sign_in(make_person()) if is_member else Client()
        costs.append([count_get(client, watch_link(game, tab)) for tab in ("log", "past", "about")])
    assert costs[0] == costs[1]
    assert max(costs[0]) <= WATCH_QUERIES + 3 * is_member


def test_my_games_cost_the_same_with_one_and_with_many() -> None:
    person = make_person()
    client = sign_in(person)
    add_games(person, 2)
    few = count_get(client, "/games/")
    add_games(person, 12)
    assert count_get(client, "/games/") == few


def test_a_table_page_costs_few_statements_and_the_same_early_and_late_and_with_many_games() -> None:
    person = make_person()
    client = sign_in_without_tips(person)
    game = store_turn(person, 0, 1)
    early = count_talked(client, game, 1)
    assert early <= PAGE_QUERIES + TO_READ
    add_games(person, 12)
    assert count_talked(client, game, 0) == early
    assert count_talked(client, store_turn(person, 8, 1), 20) == early


def count_talked(client: Client, game: Game, lines: int) -> int:
    """Return the statements of a table's page once so much more was said, by a process that does not know the log."""
    for _ in range(lines):
        client.post(link("talk", game), {"text": "Hm"})
    state_cache.forget()
    return count_get(client, link("table", game))


@pytest.mark.parametrize("title", TITLES)
def test_a_cold_page_of_a_table_takes_few_requests_and_none_elsewhere(title: str) -> None:
    ada = make_person()
    game = lobby.play_against_bots(user=ada, title=title, seat_count=TITLES[title].USUAL_SEATS)
    page = text_of(sign_in(ada).get(link("table", game)))
    files = re.findall(r'<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"', page)
    assert f"/static/css/{TITLES[title].FOLDER}.css" in files
    assert all(file.startswith("/static/") for file in files)
    assert 1 + len(set(files)) <= MAX_REQUESTS
