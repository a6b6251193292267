"""Several sweeps share what is due: each takes games that no other has, and none waits for another or for a player."""

from datetime import timedelta
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Game, Move
from games.rules.engine.values import CLOCK
from games.site.consistency import _check_game
from games.tables.services import deadlines, moves
from tests.tables.builders import break_log, make_person
from tests.tables.stored import record_game, store_game

pytestmark = pytest.mark.django_db
Rings = list[tuple[str, str]]


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> Rings:
    """Give what was rung, and where; no batch is cut short for want of time."""
    heard: Rings = []
    monkeypatch.setattr(deadlines, "MAX_LOCK", 60.0)
    monkeypatch.setattr(deadlines, "MAX_SWEEP", 60.0)
    monkeypatch.setattr(deadlines, "wake_worker", lambda task, queue: heard.append((task, queue)))
    return heard


def store_due(count: int) -> list[Game]:
    """Store games of two in which an answer is due, without anything that could be in a bank."""
    people, chance = [make_person() for _ in range(2)], Random(1)
    games = [store_game(record_game(2, chance, title_name="target"), people, 3).game for _ in range(count)]
    Game.objects.filter(pk__in=[game.pk for game in games]).update(due_at=timezone.now() - timedelta(seconds=1))
    return games


def count_closed() -> int:
    """Return in how many games the clock has answered."""
    return Move.objects.filter(by=CLOCK).order_by().values("game").distinct().count()


@pytest.mark.parametrize("count", [deadlines.BATCH - 1, deadlines.BATCH + 3])
def test_all_that_is_due_is_closed_and_more_than_a_batch_rings_for_help(count: int, rings: Rings) -> None:
    games = store_due(count)
    assert deadlines._close_expired(timezone.now()) == count == count_closed()
    assert [_check_game(Game.objects.get(pk=game.pk)) for game in games] == [[]] * count
    assert rings == ([("games.tasks.sweep", "clock")] if count > deadlines.BATCH else [])


def test_where_there_is_little_time_games_go_one_by_one(monkeypatch: pytest.MonkeyPatch, rings: Rings) -> None:
    store_due(deadlines.BATCH + 1)
    monkeypatch.setattr(deadlines, "MAX_LOCK", 0.0)
    first = deadlines._close_batch(deadlines._find_due(timezone.now()), timezone.now(), set())
    assert (first.found, first.tried, first.closed) == (deadlines.BATCH, 1, 1)
    assert deadlines._close_expired(timezone.now()) == deadlines.BATCH


@pytest.mark.parametrize(("closing", "tried"), [(0, 10), (0.03, 4), (0.2, 1)])
def test_no_game_is_begun_once_a_batch_has_taken_a_tenth_of_a_second(
    closing: float, tried: int, monkeypatch: pytest.MonkeyPatch, rings: Rings
) -> None:
    store_due(deadlines.BATCH)
    time, close_deadline = [0.0], deadlines.close_deadline

    def close_slowly(*given: Any) -> bool:
        time[0] += closing
        return close_deadline(*given)

    monkeypatch.setattr(deadlines, "monotonic", lambda: time[0])
    monkeypatch.setattr(deadlines, "MAX_LOCK", 0.1)
    monkeypatch.setattr(deadlines, "close_deadline", close_slowly)
    batch = deadlines._close_batch(deadlines._find_due(timezone.now()), timezone.now(), set())
    assert (batch.found, batch.tried, batch.closed) == (deadlines.BATCH, tried, tried)
    assert count_closed() == tried


def test_one_that_cannot_be_folded_is_undone_alone(rings: Rings) -> None:
    games = store_due(3)
    break_log(games[1])
    failed: set[int] = set()
    batch = deadlines._close_batch(deadlines._find_due(timezone.now()), timezone.now(), failed)
    assert (batch.closed, failed) == (2, {games[1].pk})
    assert count_closed() == 2


def hold(code: str, held: Event, done: Event) -> None:
    """Hold a game as a move does, until told."""
    with moves.lock_game(code):
        held.set()
        done.wait(30)
    connection.close()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_sweep_waits_for_nobody_who_holds_a_game(rings: Rings) -> None:
    games = store_due(3)
    held, done = Event(), Event()
    other = Thread(target=hold, args=(games[0].code, held, done))
    other.start()
    try:
        assert held.wait(30)
        assert deadlines._close_expired(timezone.now()) == 2
    finally:
        done.set()
        other.join()
    assert deadlines._close_expired(timezone.now()) == 1


def sweep_apart(closed: list[int], start: Event) -> None:
    start.wait()
    closed.append(deadlines._close_expired(timezone.now()))
    connection.close()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_close_each_game_once(rings: Rings) -> None:
    games, closed, go = store_due(30), list[int](), Event()
    threads = [Thread(target=sweep_apart, args=(closed, go)) for _ in range(3)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()
    assert sum(closed) == len(games) == count_closed()
    answers = Move.objects.filter(by=CLOCK)
    assert answers.values("game", "sequence").distinct().count() == answers.count()
    assert [fault for game in Game.objects.all() for fault in _check_game(game)] == []
