"""What is stored as plain SQL is stored as the ORM would, on every database."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.fast import switches
from games.fast.writes import insert, update
from games.models import Game, Move, Notification, Player
from games.notifications import types
from games.state.table import load_players
from tests.builders_people import make_person
from tests.tables.builders import start_table

pytestmark = pytest.mark.django_db
NAMES = ("premove", "bank_spent", "asked_at", "won", "statistics")


@pytest.fixture(params=["", "writes"], autouse=True)
def switched_off(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switches, "OFF", {request.param})


@pytest.fixture
def game() -> Game:
    return start_table(make_person(), make_person(), bots=1)


def notify(game: Game, key: str, at: datetime) -> Notification:
    return Notification(recipient=game.host, game=game, kind=types.TURN.code, key=key, send_at=at)


def test_an_update_stores_the_fields_named_and_no_other(game: Game) -> None:
    first, second, bot = load_players(game)
    first.premove, first.bank_spent, first.asked_at, first.won, first.statistics = None, timedelta(1), None, None, {}
    second.premove, second.bank_spent = {"word": "“élan” 100 %"}, timedelta(microseconds=5)
    second.asked_at, second.won, second.statistics = timezone.now(), False, {"led": [1, 2]}
    first.zone = second.zone = "Not/Stored"
    update([first, second], NAMES)
    now = load_players(game)
    for stored, wanted in zip(now, (first, second, bot), strict=True):
        assert [getattr(stored, name) for name in NAMES] == [getattr(wanted, name) for name in NAMES]
    assert all(player.zone != "Not/Stored" for player in now)
    assert Player.objects.filter(game=game, premove__isnull=True).count() == 2
    update([], NAMES)


def test_what_is_there_stays_as_it_is_where_conflicts_are_ignored(game: Game) -> None:
    Notification.objects.all().delete()
    now = timezone.now()
    insert([notify(game, "one", now)])
    insert([notify(game, key, now + timedelta(days=1)) for key in ("one", "two")], ignore_conflicts=True)
    assert sorted(Notification.objects.values_list("key", "send_at", "state", "told_left")) == [
        ("one", now, "waiting", None),
        ("two", now + timedelta(days=1), "waiting", None),
    ]
    insert([])


def test_a_line_of_the_log_is_never_stored_twice(game: Game) -> None:
    before = Move.objects.filter(game=game).count()
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Move(game=game, sequence=1000, seat=0, content={}, by="player") for _ in range(2))
    assert Move.objects.filter(game=game).count() == before
