"""Rendezvous as the house plays it: laps at once, guesses in secret, and when a game is over."""

from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from games.rules.engine.values import Seat
from games.state.table import Table, load_table
from games.state.view import latest_end, view_table
from games.tables.services import deadlines, moves
from games.titles.rendezvous.rules.deal import find_pairs
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Point, Say
from games.titles.rendezvous.rules.state import list_guessers
from tests.tables.builders import make_person, start_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_person() for _ in range(4)]


def begin(people: list[User], **options: Any) -> Table:
    game = start_table(*people, title="rendezvous", options={"rounds": "1", **options})
    first = load_table(game).states[-1].first
    return answer(game, first, ChooseNumber(first, 1))


def answer(game: Game, seat: Seat, move: Any) -> Table:
    with moves.lock_table(game.code) as table:
        decision = table.title.decision(table.states[-1], seat)
        assert decision is not None
        moves.submit(table=table, seat=seat, decision=decision.name, moves=[move])
    game.refresh_from_db()
    return load_table(game)


def talk(table: Table) -> Table:
    while table.states[-1].phase == "say":
        seat = table.title.to_act(table.states[-1])[0]
        table = answer(table.game, seat, Say(seat, None, ("🌊",)))
    return table


def test_who_has_guessed_is_no_news_to_anybody(people: list[User]) -> None:
    table = talk(begin(people, silent=True))
    (pair,) = find_pairs(table.states[-1].cards)
    for seat in range(4):
        table = answer(table.game, seat, Point(seat, pair))
    guessers = list_guessers(table.states[-1])
    before = table.game.version, [view_table(table, seat) for seat in pair]
    table = answer(table.game, guessers[0], Guess(guessers[0], "pssst"))
    assert table.sealed
    assert before == (table.game.version, [view_table(table, seat) for seat in pair])
    table = answer(table.game, guessers[1], Guess(guessers[1], None))
    assert [guess.password for guess in table.states[-1].rounds[0].guesses] == ["pssst", None]


def test_a_game_is_over_at_the_latest_once_all_took_all_their_time(people: list[User]) -> None:
    for laps, turns in (("in_turn", 2 * 4 + 1), ("at_once", 2 + 1)):
        table = begin(people, laps=laps)
        game, over_by = table.game, latest_end(table)
        assert game.due_at is not None
        assert over_by is not None
        left = (turns - 1) * game.pace + game.vote_time
        assert (over_by - game.due_at).total_seconds() == left


def test_one_who_is_asked_in_secret_has_no_bank_that_would_tell(people: list[User]) -> None:
    table = talk(begin(people, silent=True))
    Game.objects.update(bank=86400)
    (pair,) = find_pairs(table.states[-1].cards)
    finder, other = (seat for seat in range(4) if seat not in pair)
    for seat in (*pair, finder):
        table = answer(table.game, seat, Point(seat, pair))
    at = (min(finder, pair[0]), max(finder, pair[0]))
    table = answer(table.game, other, Point(other, at))
    assert list_guessers(table.states[-1]) == (finder,)
    with moves.lock_table(table.game.code) as locked:
        assert not deadlines._give_time(locked)
    assert Game.objects.get().clock_moves == []
