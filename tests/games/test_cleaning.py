"""Old notices go, and with them nothing else: what happened to a game's mail is kept as long as anybody may ask."""

from datetime import timedelta

import pytest

from games.models import Game, Notice
from games.reads.table import load_table
from games.services import lobby
from games.services.check import check_game
from games.services.cleaning import NOTICES_KEPT, clear_expired
from tests.games.builders import make_person, open_table, play_on, start_table

pytestmark = pytest.mark.django_db


def age(game: Game, by: timedelta) -> None:
    """Let a game and its notices be so much older."""
    for notice in Notice.objects.filter(game=game):
        Notice.objects.filter(pk=notice.pk).update(written_at=notice.written_at - by)
    ended_at = Game.objects.get(pk=game.pk).ended_at
    Game.objects.filter(pk=game.pk).update(ended_at=ended_at and ended_at - by)


def noticed() -> set[int]:
    """Return the games that have notices, by primary key."""
    return set(Notice.objects.values_list("game", flat=True))


def test_notices_of_games_long_over_are_removed_and_no_others() -> None:
    ada, ben = make_person(), make_person()
    long_over, over, running = (start_table(ada, ben, bots=1) for _ in range(3))
    for game in (long_over, over):
        while play_on(game, 1).outcome is None:
            pass
    closed, closed_lately = (open_table(ada, ben, seats=4) for _ in range(2))
    for game in (closed, closed_lately):
        lobby.cancel_game(code=game.code, host=ada)
    assert noticed() == {game.pk for game in (long_over, over, running, closed, closed_lately)}
    for game in (long_over, running, closed):
        age(game, NOTICES_KEPT + timedelta(minutes=1))
    age(over, NOTICES_KEPT - timedelta(minutes=1))
    clear_expired()
    assert noticed() == {over.pk, running.pk, closed_lately.pk}
    assert load_table(long_over).outcome
    assert [sentence for game in Game.objects.all() for sentence in check_game(game)] == []
    assert Game.objects.count() == 5
