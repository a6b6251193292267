"""Statements that PostgreSQL keeps for a connection: each once, whatever its values, and none of these with it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import DataError, connection, transaction
from django.db.models import BigAutoField
from django.utils import timezone

from games.models import Game, Notice, Player, hot, prepared
from games.models.composed import Composed, Given
from games.models.together import ask_all
from games.post import kinds
from games.reads import beside
from tests.builders_people import make_person
from tests.games.builders import start_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
ECHO = "SELECT %s::text, %s::int, %s::jsonb, %s::interval"


@pytest.fixture
def game() -> Game:
    return start_table(make_person(), make_person(), make_person())


@pytest.fixture(autouse=True)
def _forget(game: Game) -> Iterator[None]:
    """Let nothing be kept of what it took to start a game, nor of this test."""
    forget_all()
    yield
    forget_all()


def forget_all() -> None:
    """Let PostgreSQL forget what it keeps for this connection."""
    prepared.kept.clear()
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")


def list_kept() -> list[str]:
    """Return the texts that PostgreSQL keeps."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements ORDER BY prepare_time")
        return [text for (text,) in cursor.fetchall()]


def echo(text: str, number: int) -> Any:
    """Return what PostgreSQL makes of some values."""
    given = [text, number, f'{{"is": {number}}}', timedelta(days=number)]
    [[row]] = ask_all([(ECHO, given)])
    return row[:2]


@pytest.mark.parametrize("text", ["", "plain", "100 %", "%s", "$1", "it's", '"', "\\", "é; DROP TABLE x", "🕵"])
def test_values_come_through_as_they_are(text: str) -> None:
    assert [echo(text, number) for number in (1, 1, 2, -3)] == [(text, number) for number in (1, 1, 2, -3)]
    assert len(list_kept()) == 1


def test_a_statement_is_kept_once_and_no_value_with_it(game: Game) -> None:
    for code in (game.code, "another", game.code):
        found, players, _ = hot.find_with_players(code)
        assert (found is None) == (code == "another")
        assert len(players) == (0 if found is None else 3)
    assert len(list_kept()) == 2, "the game, and its players"
    assert not [text for text in list_kept() if game.code in text or "another" in text]


def test_enough_are_kept_and_others_sent_whole(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MOST", 1)
    for _ in range(2):
        assert echo("kept", 1) == ("kept", 1)
        assert hot.find_game(game.code) == game
    assert len(list_kept()) == 1


def test_what_is_undone_leaves_the_statement(game: Game) -> None:
    with transaction.atomic():
        hot.find_game(game.code)
        transaction.set_rollback(True)
    assert hot.find_game(game.code) == game
    assert len(list_kept()) == 1


def test_what_goes_wrong_is_told_as_ever_and_the_next_goes_well() -> None:
    for _ in range(2):
        with pytest.raises(DataError), transaction.atomic():
            ask_all([(ECHO, ["text", "no number", "{}", "1 day"])])
        assert echo("text", 7) == ("text", 7)
    assert len(list_kept()) == 1


def test_no_name_is_used_twice() -> None:
    """Nor where nobody knows any longer what PostgreSQL keeps."""
    echo("before", 1)
    prepared.kept.clear()
    assert echo("after", 2) == ("after", 2)
    assert len(list_kept()) == 2


def test_rows_are_stored_by_kept_statements(game: Game) -> None:
    def notify(key: str) -> Notice:
        return Notice(recipient=game.host, game=game, kind=kinds.TURN.code, key=key, send_at=timezone.now())

    for number in range(3):
        hot.insert([notify(f"stored {number}%s"), notify(f"stored {number}'")])
    keys = Notice.objects.filter(key__startswith="stored 2").values_list("key", flat=True)
    assert set(keys) == {"stored 2%s", "stored 2'"}
    first, second, *_ = hot.list_players(game)
    first.prepared, second.prepared = {"card": "É%s'"}, None
    for first.missed in (3, 4):
        hot.update([first, second], ("missed", "prepared"))
    stored = Player.objects.get(pk=first.pk)
    assert (stored.missed, stored.prepared) == (4, {"card": "É%s'"})
    assert len(list_kept()) == 3


def test_nothing_that_never_changes_is_left_open(game: Game) -> None:
    """Who owes something is found by an index of those alone, which no plan can use that could be of anybody."""
    user = game.players.get(seat=0).user_id
    beside.ask_all.ask(reader=1, game=game.pk, user=user, seat=0, read=0)
    [text] = [text for text in list_kept() if "games_player" in text]
    with connection.cursor() as cursor:
        cursor.execute("SELECT parameter_types::text[] FROM pg_prepared_statements WHERE statement = %s", [text])
        [types] = cursor.fetchone() or ([],)
    assert "'running'" in text
    assert len(types) > 1
    assert set(types) <= {"bigint", "smallint"}, "keys and seats are given, words are not"


@pytest.mark.parametrize("key", ["100 %", "%s", "it's %d", "%%", "\\%"])
def test_what_never_changes_is_written_out_however_it_looks(game: Game, key: str) -> None:
    """Signs that mean something in a text that is to be filled stay what they are."""
    Notice.objects.filter(game=game).delete()
    notice = Notice.objects.create(
        recipient=game.host, game=game, kind="turn", key=f"a {key} b", send_at=timezone.now()
    )
    of_it = Notice.objects.filter(pk=Given("notice", BigAutoField()), key__contains=key)
    kept = Composed(lambda: of_it.values_list("key"))
    assert kept.ask(notice=notice.pk) == [(f"a {key} b",)]
    assert kept.ask(notice=notice.pk + 1) == []
    assert len(list_kept()) == 1
