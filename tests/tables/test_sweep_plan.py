"""A sweep finds what is due by an index, however many games there are."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Game
from games.tables.services import deadlines, weekly_tables
from tests.builders_people import make_person

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.usefixtures("many_games")]

GAMES = 3000


@pytest.fixture
def many_games() -> None:
    """Store games, most of them over, some running; a few are due or have been open for long."""
    host, now = make_person(), timezone.now()
    rows = [Game(title="insidejob", rules=1, options={}, seat_count=3, host=host) for _ in range(GAMES)]
    for number, game in enumerate(rows):
        game.status = [Game.Status.OVER, Game.Status.RUNNING, Game.Status.OPEN][number % 3]
        game.due_at = now + timedelta(minutes=number) if game.is_running else None
        game.opened_at = now - timedelta(minutes=number)
    Game.objects.bulk_create(rows)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")


def test_what_is_due_is_found_by_an_index() -> None:
    now = timezone.now()
    due = deadlines._find_due(now + timedelta(minutes=30)).explain()
    assert "games_by_due" in due
    assert "Seq Scan" not in due
    assert "Sort" not in due, "the index gives the order, too"


def test_what_never_filled_and_weekly_tables_that_settle_are_found_by_an_index() -> None:
    now = timezone.now()
    unfilled, gathered = deadlines._find_unfilled(now + timedelta(days=5, hours=1)), weekly_tables.find_gathered(now)
    for query, index in ((unfilled, "games_open"), (gathered, "games_to_settle")):
        assert index in query.explain()
        assert "Seq Scan" not in query.explain()
