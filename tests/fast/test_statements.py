"""The statements of a move do on every database what the ORM would do."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import BigAutoField, DateTimeField, Model
from django.utils import timezone

from games.fast import statements
from games.fast.compiled_queries import CompiledQuery, Given
from games.models import Game, Notification, Outage, Player, SealedChoice
from games.notifications import types
from tests.builders_people import make_person
from tests.tables.builders import start_table

pytestmark = pytest.mark.django_db


def values(row: Model | None) -> dict[str, Any] | None:
    """Return what a row holds, by attribute."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} if row else None


def start() -> Game:
    """Start a game with people and a bot in which each column has something to be mistaken."""
    game = start_table(make_person(), make_person(), bots=1)
    Player.objects.filter(game=game, seat=0).update(
        premove={"card": "B7"}, bank_spent=timedelta(days=2, microseconds=3), away=[["a", "b"]], won=True, since=4
    )
    return game


def test_players_are_those_that_the_orm_reads() -> None:
    game = start()
    plain = list(game.players.select_related("user").order_by("seat"))
    read = statements.list_players(game)
    assert [values(player) for player in read] == [values(player) for player in plain]
    assert [values(player.user) for player in read] == [values(player.user) for player in plain]
    assert all(player.game is game for player in read)
    assert read[-1].user is None
    assert [player.sealed for player in read] == [[], [], []]


def test_players_bring_along_what_lies_sealed_of_theirs() -> None:
    game = start()
    for seat, decision in ((1, "vote-1"), (1, "vote-2"), (2, "vote-2")):
        SealedChoice.objects.create(game=game, seat=seat, decision=decision, content=[{"é": decision}], by="player")
    read = statements.list_players(game)
    assert [player.seat for player in read] == [0, 1, 2]
    plain = [list(game.sealed_choices.filter(seat=seat).order_by("pk")) for seat in range(3)]
    assert [[values(choice) for choice in player.sealed or ()] for player in read] == [
        [values(choice) for choice in choices] for choices in plain
    ]


def test_a_game_is_found_as_the_orm_reads_it() -> None:
    game = start()
    assert values(statements.find_game(game.code)) == values(Game.objects.get(pk=game.pk))
    assert statements.find_game("no-such") is None


def test_a_composed_query_finds_what_it_is_given() -> None:
    game, other = start(), start()
    ask = CompiledQuery(
        lambda: (
            Player.objects.filter(game=Given("game", BigAutoField()), game__opened_at__lte=Given("at", DateTimeField()))
            .exclude(user=Given("user", BigAutoField()))
            .order_by("-seat")
            .values_list("game__code", "seat", "away", "bank_spent")[:2]
        )
    )
    for each in (game, other, game):
        person = each.host_id
        wanted = (
            each.players.exclude(user=person).order_by("-seat").values_list("game__code", "seat", "away", "bank_spent")
        )
        assert ask.ask(game=each.pk, at=timezone.now(), user=person) == list(wanted[:2])
        assert ask.ask(game=each.pk, at=timezone.now() - timedelta(days=1), user=person) == []


@pytest.mark.parametrize("outages", [0, 2])
def test_a_locked_game_is_the_one_that_the_orm_reads(outages: int) -> None:
    game, now = start(), timezone.now()
    for number in range(1, outages + 1):
        Outage.objects.create(began_at=now, ended_at=now, lost=timedelta(hours=number, microseconds=7))
    with transaction.atomic():
        locked = statements.lock_game(game.code)
    plain = Game.timed.get(pk=game.pk)
    assert locked is not None
    assert values(locked) == values(plain)
    assert locked.site_clock == plain.site_clock
    assert locked.until == plain.until
    with transaction.atomic():
        assert statements.lock_game("no-such") is None


def test_an_update_stores_the_fields_named_and_no_other() -> None:
    game = start()
    first, second, bot = statements.list_players(game)
    first.premove, first.bank_spent, first.asked_at, first.won, first.statistics = (
        None,
        timedelta(seconds=1),
        None,
        None,
        {},
    )
    second.premove, second.bank_spent = {"word": "“élan”"}, timedelta(microseconds=5)
    second.asked_at, second.won, second.statistics = timezone.now(), False, {"led": [1, 2]}
    first.zone = second.zone = "Not/Stored"
    names = ("premove", "bank_spent", "asked_at", "won", "statistics")
    statements.update([first, second], names)
    now = statements.list_players(game)
    for stored, wanted in zip(now, (first, second, bot), strict=True):
        assert [getattr(stored, name) for name in names] == [getattr(wanted, name) for name in names]
    assert all(player.zone != "Not/Stored" for player in now)
    assert Player.objects.filter(game=game, premove__isnull=True).count() == 2
    statements.update([], names)


def test_what_is_there_stays_as_it_is_where_conflicts_are_ignored() -> None:
    game = start()
    Notification.objects.all().delete()
    person, now = game.host, timezone.now()
    old = Notification(recipient=person, game=game, kind=types.TURN.code, key="one", send_at=now)
    statements.insert([old])
    again = Notification(recipient=person, game=game, kind=types.TURN.code, key="one", send_at=now + timedelta(days=1))
    new = Notification(recipient=person, game=game, kind=types.TURN.code, key="two", send_at=now)
    statements.insert((row for row in (again, new)), conflicts=statements.STAY_AS_THEY_ARE)
    assert sorted(Notification.objects.values_list("key", "send_at", "state", "told_left")) == [
        ("one", now, "waiting", None),
        ("two", now, "waiting", None),
    ]
    statements.insert([])
