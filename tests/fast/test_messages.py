"""What a move reads and stores in few messages: the same as the ORM finds, each statement alone or with others."""

from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import BigAutoField
from django.utils import timezone

from games.fast import statements as hot
from games.fast.batches import ask_all, batch_writes
from games.fast.compiled_queries import CompiledQuery, Given
from games.fast.whole_log import read_logs
from games.models import Deal, Game, Hand, Move, Notification, Player
from games.rules.registry import TITLES
from games.tables.selectors import sidebar
from insidejob.settings.connections import PREPARE_AFTER
from tests.fast.test_state_cache import move
from tests.site.pages.test_queries import counted
from tests.tables.builders import make_person, start_table

pytestmark = pytest.mark.django_db
COUNT = "SELECT COUNT(*) FROM games_player WHERE game_id = %s"


@pytest.fixture
def game() -> Game:
    return start_table(make_person(), make_person())


def test_a_game_and_its_players_are_read_under_the_lock_as_they_are_apart(game: Game) -> None:
    start_table(make_person(), make_person())
    with transaction.atomic():
        locked, players, _ = hot.find_with_players(game.code, is_locked=True)
    assert locked == game == hot.lock_game(game.code)
    assert players == list(game.players.all())
    assert [player.user for player in players] == [player.user for player in game.players.all()]
    assert all(player.game is locked for player in players)


def test_no_game_has_no_players() -> None:
    assert hot.find_with_players("none") == (None, [], [])


@pytest.mark.parametrize("title", TITLES)
def test_a_log_is_read_with_what_was_dealt(title: str) -> None:
    seats = max(TITLES[title].SEATS)
    games = [start_table(*(make_person() for _ in range(seats)), title=title) for _ in range(2)]
    move(games[0])
    logs = read_logs([game.pk for game in games])
    for game in games:
        log, deal = logs[game.pk], Deal.objects.get(game=game)
        assert log.common == deal.content
        assert log.hands == list(Hand.objects.filter(deal=deal).order_by("seat").values_list("content", flat=True))
        lines = Move.objects.filter(game=game).order_by("sequence").values_list("seat", "content", "by")
        assert log.moves == list(lines)
    with counted() as statements:
        assert read_logs([]) == {}
    assert not statements


def test_what_is_sent_together_finds_what_each_finds_alone(game: Game) -> None:
    with counted() as statements:
        first, last = ask_all([(COUNT, [game.pk]), (COUNT, [0])])
    assert ([tuple(row) for row in first], [tuple(row) for row in last]) == ([(2,)], [(0,)])
    assert statements == [COUNT, COUNT]


@pytest.mark.postgres
def test_postgresql_is_waited_for_once(game: Game, tmp_path: Path) -> None:
    ask_all([(COUNT, [game.pk])])
    trace = tmp_path / "trace"
    with trace.open("w") as file:
        connection.connection.pgconn.trace(file.fileno())
        ask_all([(COUNT, [game.pk]), (COUNT, [0]), (COUNT, [game.pk])])
        connection.connection.pgconn.untrace()
    sent = [line.split("\t")[3] for line in trace.read_text().splitlines() if line.split("\t")[1] == "F"]
    assert sent.count("Execute") == 3
    assert sent.count("Sync") == 1


@pytest.mark.postgres
def test_postgresql_keeps_what_is_sent_often_and_no_value_with_it(game: Game) -> None:
    for code in [game.code, "another"] * (PREPARE_AFTER + 1):
        found, players, _ = hot.find_with_players(code)
        assert (found, len(players)) == ((game, 2) if code == game.code else (None, 0))
    kept = list_kept()
    assert len([text for text in kept if "WHERE game.code" in text]) == 1
    assert not [text for text in kept if game.code in text or "another" in text]


def list_kept() -> list[str]:
    """Return the statements that PostgreSQL keeps for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [text for (text,) in cursor.fetchall()]


@pytest.mark.postgres
def test_nothing_that_never_changes_is_left_open(game: Game) -> None:
    """Who owes something is found by an index of those alone, which no plan can use that could be of anybody."""
    user = game.players.get(seat=0).user_id
    for _ in range(PREPARE_AFTER + 2):
        sidebar.ask_all.ask(reader=1, game=game.pk, user=user, seat=0, read=0)
    [text] = [text for text in list_kept() if "'running'" in text]
    with connection.cursor() as cursor:
        cursor.execute("SELECT parameter_types::text[] FROM pg_prepared_statements WHERE statement = %s", [text])
        [types] = cursor.fetchone() or ([],)
    assert len(types) > 1
    assert set(types) <= {"bigint", "integer", "smallint"}, "keys and seats are given, words are not"


@pytest.mark.parametrize("key", ["100 %", "%s", "it's %d", "%%", "\\%"])
def test_what_never_changes_is_written_out_however_it_looks(game: Game, key: str) -> None:
    """Signs that mean something in a text that is to be filled stay what they are."""
    row = {"recipient": game.host, "game": game, "kind": "turn", "send_at": timezone.now()}
    notification = Notification.objects.create(key=f"a {key} b", **row)
    of_it = Notification.objects.filter(pk=Given("notification", BigAutoField()), key__contains=key)
    kept = CompiledQuery(lambda: of_it.values_list("key"))
    assert kept.ask(notification=notification.pk) == [(f"a {key} b",)]
    assert kept.ask(notification=notification.pk + 1) == []


def store_twice(game: Game, player: Player) -> None:
    """Store a change of a player, and with it one line of a log twice."""
    with transaction.atomic(), batch_writes():
        hot.update([player], ("missed",))
        hot.insert(Move(game=game, sequence=0, seat=0, content={}, by="player") for _ in range(2))


def test_an_error_in_one_of_them_undoes_all(game: Game) -> None:
    Player.objects.filter(game=game).update(missed=7)
    player = game.players.all()[0]
    player.missed = 1
    with pytest.raises(IntegrityError):
        store_twice(game, player)
    assert not Move.objects.filter(game=game).exists()
    assert list(game.players.values_list("missed", flat=True)) == [7, 7]


def test_what_is_gathered_within_waits_for_the_end_of_all(game: Game) -> None:
    players = list(game.players.all())
    with counted() as statements, batch_writes():
        for player in players:
            with batch_writes():
                player.missed = 3
                hot.update([player], ("missed",))
        assert not statements
    assert len(statements) == 1
    assert list(game.players.values_list("missed", flat=True)) == [3, 3]
