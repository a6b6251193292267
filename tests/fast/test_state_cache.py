"""Logs that a process keeps folded: the same as read anew, never another one, never one that was not committed."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import transaction
from django.db.models import F

from games.fast import state_cache as kept
from games.fast.state_cache import EVERYBODY, FoldedLog, StateCache, state_cache
from games.models import Game, Move
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.table import load_table, make_table, read_log
from games.tables.services import moves
from tests.builders_people import make_person
from tests.fast.builders import move
from tests.site.pages.counting import counted
from tests.tables.acts import fresh, person_in
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, sign_in
from tests.tables.pages.worlds import lay_out

pytestmark = pytest.mark.django_db

Committed = Callable[..., AbstractContextManager[object]]


@pytest.fixture(autouse=True)
def forget() -> None:
    state_cache.forget()


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Committed) -> Committed:
    """Give what does at its end what waits for a commit, which a test never reaches."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def start(title: str = "insidejob") -> Game:
    seats = min(TITLES[title].SEATS)
    return start_table(*(make_person() for _ in range(max(2, seats))), title=title)


def find(game: Game, reader: int = EVERYBODY) -> FoldedLog | None:
    """Return what is kept of the log of a game as it is stored."""
    return state_cache.find(game.code, fresh(game).stamp, reader)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_kept_is_what_reading_the_log_gives(title: str, committed: Committed) -> None:
    game, found = start(title), 0
    for _ in range(12):
        with committed():
            move(game)
        log = find(game)
        found += log is not None
        assert log in (None, read_log(fresh(game)))
        if not fresh(game).is_running:
            break
    assert found > 1


def test_a_known_log_is_not_read_again(committed: Committed) -> None:
    game = start()
    with committed():
        move(game)
    with counted() as statements:
        load_table(fresh(game))
    assert not [sql for sql in statements if "games_move" in sql or "games_hand" in sql]
    state_cache.forget()
    with counted() as statements:
        load_table(fresh(game))
    read = [sql for sql in statements if "games_move" in sql or "games_hand" in sql or "games_deal" in sql]
    assert len(read) == 1, "the deal, the hands and the moves are read together"


def test_after_the_move_of_another_process_the_log_is_read(committed: Committed) -> None:
    game = start()
    with committed():
        move(game)
    before = state_cache.kept[game.code, EVERYBODY]
    with committed():
        after = move(game)
    # This process did not hear of that move.
    state_cache.kept[game.code, EVERYBODY] = before
    assert find(game) is None
    assert load_table(fresh(game)).entries == after.entries
    assert move(game).entries[: len(after.entries)] == after.entries


def test_a_move_that_was_rolled_back_is_not_kept(committed: Committed) -> None:
    game = start()
    with committed():
        move(game)
    known = state_cache.kept[game.code, EVERYBODY]
    with committed(), transaction.atomic():
        move(game)
        transaction.set_rollback(True)
    assert state_cache.kept[game.code, EVERYBODY] == known
    assert load_table(fresh(game)).entries == read_log(fresh(game)).entries


def test_nothing_is_kept_before_the_commit(committed: Committed) -> None:
    game = start()
    with committed():
        move(game)
        assert (game.code, EVERYBODY) not in state_cache.kept
    assert (game.code, EVERYBODY) in state_cache.kept


@pytest.mark.parametrize("title", TITLES)
def test_a_world_put_in_the_place_of_another_is_the_one_that_is_met(title: str, committed: Committed) -> None:
    game, other = start(title), start(title)
    for _ in range(max(2, game.seat_count)):
        with committed():
            move(game)
            move(other)
    ours, theirs = load_table(fresh(game)), load_table(fresh(other))
    assert (ours.deal, ours.entries) != (theirs.deal, theirs.entries)
    lay_out(fresh(game), theirs.deal, theirs.entries)
    met = load_table(fresh(game))
    assert (met.deal, met.entries, met.states) == (theirs.deal, theirs.entries, theirs.states)
    # With the stamp of before, the world of before would be met: there was something to be mistaken for.
    Game.objects.filter(pk=game.pk).update(stamp=ours.game.stamp)
    assert load_table(fresh(game)).entries == ours.entries


def test_a_stamp_is_new_with_each_move_though_the_version_is_the_same() -> None:
    game = start()
    first = fresh(game)
    move(game)
    second = fresh(game)
    Game.objects.filter(pk=game.pk).update(version=F("version") - 1)
    assert fresh(game).version == first.version
    assert first.stamp != second.stamp
    assert first.stamp


def test_a_log_without_a_stamp_is_never_known(committed: Committed) -> None:
    game = start()
    with committed():
        move(game)
    Game.objects.filter(pk=game.pk).update(stamp="")
    state_cache.kept[game.code, EVERYBODY] = ("", state_cache.kept[game.code, EVERYBODY][1])
    assert find(game) is None


def test_the_games_last_moved_in_are_kept_and_no_more() -> None:
    few, log = StateCache(most=2), FoldedLog(None, (), ())
    for code in ("one", "two", "one", "three"):
        few.keep(code, f"stamp of {code}", log)
    assert list(few.kept) == [("one", EVERYBODY), ("three", EVERYBODY)]
    assert kept.MOST <= 500


def reads_log(look: Callable[[], object]) -> bool:
    with counted() as statements:
        look()
    return any("games_deal" in sql for sql in statements)


@pytest.mark.parametrize("title", TITLES)
def test_what_a_page_read_is_known_to_its_reader_alone(title: str) -> None:
    """If a page came sooner because another player had looked, it would tell that they had."""
    game = start(title)
    ada, bob, *_ = (sign_in(player.user) for player in game.players.order_by("seat") if player.user)
    state_cache.forget()
    assert [reads_log(lambda who=who: who.get(link("table", game))) for who in (ada, ada, bob, bob)] == [  # type: ignore[misc]
        True,
        False,
        True,
        False,
    ]
    stranger = sign_in(make_person())
    assert reads_log(lambda: stranger.post(link("move", game), {"decision": "none"}))
    assert find(game) is None


def test_what_a_page_read_is_what_a_move_of_its_reader_folds_on() -> None:
    game = start()
    user = person_in(game, 0)
    state_cache.forget()
    read = load_table(fresh(game), reader=user)

    def lock() -> None:
        with moves.lock_table(game.code, user) as table:
            assert (table.deal, table.states, table.entries) == (read.deal, read.states, read.entries)

    assert not reads_log(lock)
    move(game)
    with pytest.raises(AssertionError):
        lock()


def test_a_log_that_is_newer_than_its_row_is_kept_as_what_it_is() -> None:
    """Whoever moves while a page is read may get in between its game and the log."""
    game = start()
    user = game.players.get(seat=0).user
    before = fresh(game)
    move(game)
    state_cache.forget()
    table = load_table(before, reader=user)
    assert len(table.entries) > 0
    assert state_cache.find(before.code, before.stamp, user.pk if user else 0) is None
    known = find(game, user.pk if user else 0)
    assert known
    assert known.entries == table.entries


def test_check_games_reads_the_log_whatever_is_kept(committed: Committed) -> None:
    game = start()
    with committed():
        table = move(game)
    assert _check_game(fresh(game)) == []
    last = Move.objects.filter(game=game).latest("sequence")
    Move.objects.filter(pk=last.pk).update(content={"type": "nothing"})
    assert find(game) is not None
    assert _check_game(fresh(game)) != []
    assert make_table(fresh(game), FoldedLog(table.deal, table.states, table.entries)).states == table.states
