"""What a move reads and stores in few messages: the same as the ORM finds, each statement alone or with others."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Deal, Game, Hand, Move, Player, hot
from games.models.together import ask_all, gather
from games.models.whole_log import read_logs
from games.rules.registry import TITLES
from tests.games.builders import make_person, start_table
from tests.games.test_folds import move
from tests.pages.test_queries import counted

pytestmark = pytest.mark.django_db


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
    count = "SELECT COUNT(*) FROM games_player WHERE game_id = %s"
    with counted() as statements:
        first, last = ask_all([(count, [game.pk]), (count, [0])])
    assert ([tuple(row) for row in first], [tuple(row) for row in last]) == ([(2,)], [(0,)])
    assert len(statements) == (1 if connection.vendor == "postgresql" else 2)


def store_twice(game: Game, player: Player) -> None:
    """Store a change of a player, and with it one line of a log twice."""
    with transaction.atomic(), gather():
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
    with counted() as statements, gather():
        for player in players:
            with gather():
                player.missed = 3
                hot.update([player], ("missed",))
        assert not statements
    assert len(statements) == 1
    assert list(game.players.values_list("missed", flat=True)) == [3, 3]
