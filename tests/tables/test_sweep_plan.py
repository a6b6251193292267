"""A sweep finds what is due by an index, however many games there are."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Game
from games.tables.services import deadlines, recurring
from tests.builders_people import make_person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

GAMES = 3000


@pytest.fixture
def many_games() -> None:
    """Store games, most of them over, some running; a few are due or have been open for long."""
    host, now = make_person(), timezone.now()
    rows = []
    for number in range(GAMES):
        status = [Game.Status.OVER, Game.Status.RUNNING, Game.Status.OPEN][number % 3]
        due = now + timedelta(minutes=number) if status == Game.Status.RUNNING else None
        game = Game(title="insidejob", rules=1, options={}, seat_count=3, host=host, status=status, due_at=due)
        game.opened_at = now - timedelta(minutes=number)
        rows.append(game)
    Game.objects.bulk_create(rows)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")


@pytest.mark.usefixtures("many_games")
def test_what_is_due_is_found_by_an_index() -> None:
    now = timezone.now()
    due = deadlines.find_due(now + timedelta(minutes=30)).explain()
    assert "games_by_due" in due
    assert "Seq Scan" not in due
    assert "Sort" not in due, "the index gives the order, too"


@pytest.mark.usefixtures("many_games")
def test_what_never_filled_is_found_by_an_index() -> None:
    old = deadlines.find_unfilled(timezone.now() + timedelta(days=5, hours=1)).explain()
    assert "games_open" in old
    assert "Seq Scan" not in old


@pytest.mark.usefixtures("many_games")
def test_weekly_tables_that_settle_are_found_by_an_index() -> None:
    old = recurring.find_gathered(timezone.now()).explain()
    assert "games_to_settle" in old
    assert "Seq Scan" not in old
