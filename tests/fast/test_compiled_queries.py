"""What a compiled query finds is what the ORM finds, and PostgreSQL keeps it without a value."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import BigAutoField, CharField, DateTimeField, Model
from django.utils import timezone

from games.fast import switches
from games.fast.compiled_queries import CompiledQuery, Given
from games.models import Deal, Game, Hand, Move, Notification, Outage, Player, SealedChoice
from games.rules.registry import TITLES
from games.state import queries
from games.state.table import find_seated, load_players
from games.tables.selectors import sidebar
from insidejob.settings.connections import PREPARE_AFTER
from tests.builders_people import make_person
from tests.fast.builders import move
from tests.tables.builders import start_table

pytestmark = pytest.mark.django_db
OFTEN = PREPARE_AFTER + 2
"""So often PostgreSQL keeps a statement."""


def values(row: Model | None) -> dict[str, Any] | None:
    """Return what a row holds, by attribute."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} if row else None


@pytest.fixture
def game() -> Game:
    """Start a game with people and a bot in which each column has something to be mistaken, beside another."""
    start_table(make_person(), make_person())
    started = start_table(make_person(), make_person(), bots=1)
    Player.objects.filter(game=started, seat=0).update(
        premove={"card": "B7"}, bank_spent=timedelta(days=2, microseconds=3), away=[["a", "b"]], won=True, since=4
    )
    return started


def test_players_are_those_that_the_orm_reads(game: Game) -> None:
    plain = list(game.players.select_related("user").order_by("seat"))
    for _ in range(OFTEN):
        read = load_players(game)
        assert [values(player) for player in read] == [values(player) for player in plain]
        assert [values(player.user) for player in read] == [values(player.user) for player in plain]
        assert all(player.game is game for player in read)
        assert read[-1].user is None


def test_sealed_choices_are_those_of_the_game(game: Game) -> None:
    for seat, decision in ((1, "vote-1"), (2, "vote-2")):
        SealedChoice.objects.create(game=game, seat=seat, decision=decision, content=[{"é": decision}], by="player")
    read = queries.ask_sealed.ask(game=game.pk)
    assert [values(choice) for choice in read] == [values(choice) for choice in game.sealed_choices.order_by("pk")]
    assert queries.ask_sealed.ask(game=game.pk + 1) == []


@pytest.mark.parametrize("outages", [0, 2])
def test_a_game_locked_or_not_is_the_one_that_the_orm_reads(game: Game, outages: int) -> None:
    now = timezone.now()
    for number in range(1, outages + 1):
        Outage.objects.create(began_at=now, ended_at=now, lost=timedelta(hours=number, microseconds=7))
    plain = Game.timed.get(pk=game.pk)
    with transaction.atomic():
        found = [queries.find_game(game.code), queries.lock_game(game.code)]
        assert queries.lock_game("no-such") is queries.find_game("no-such") is None
    for each in found:
        assert each is not None
        assert values(each) == values(plain)
        assert each.site_clock == plain.site_clock
        assert each.until == plain.until


def test_no_game_has_no_players() -> None:
    assert find_seated("none") == (None, [])


@pytest.mark.parametrize("title", TITLES)
def test_a_log_is_read_with_what_was_dealt(title: str) -> None:
    seats = max(TITLES[title].SEATS)
    games = [start_table(*(make_person() for _ in range(seats)), title=title) for _ in range(2)]
    move(games[0])
    for game in games:
        log, deal = queries.load_log(game), Deal.objects.get(game=game)
        assert (log.common, log.stamp) == (deal.content, Game.objects.get(pk=game.pk).stamp)
        assert log.hands == list(Hand.objects.filter(deal=deal).order_by("seat").values_list("content", flat=True))
        lines = Move.objects.filter(game=game).order_by("sequence").values_list("seat", "content", "by")
        assert log.moves == list(lines)


@pytest.mark.parametrize("off", ["", "compiled_queries"])
def test_a_compiled_query_finds_what_it_is_given(game: Game, off: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switches, "OFF", {off})
    ask = CompiledQuery(
        lambda: (
            Player.objects.filter(game=Given("game", BigAutoField()), game__opened_at__lte=Given("at", DateTimeField()))
            .exclude(user=Given("user", BigAutoField()))
            .order_by("-seat")
            .values_list("game__code", "seat", "away", "bank_spent")[:2]
        )
    )
    other = start_table(make_person(), make_person())
    for each in (game, other, game):
        person = each.host_id
        wanted = each.players.exclude(user=person).order_by("-seat")
        assert ask.ask(game=each.pk, at=timezone.now(), user=person) == list(
            wanted.values_list("game__code", "seat", "away", "bank_spent")[:2]
        )
        assert ask.ask(game=each.pk, at=timezone.now() - timedelta(days=1), user=person) == []


@pytest.mark.parametrize("key", ["100 %", "%s", "it's %d", "%%", "\\%"])
def test_constants_are_written_out_however_they_look(game: Game, key: str) -> None:
    """Signs that mean something in a text that is to be filled stay what they are."""
    row = {"recipient": game.host, "game": game, "kind": "turn", "send_at": timezone.now()}
    notification = Notification.objects.create(key=f"a {key} b", **row)
    of_it = Notification.objects.filter(pk=Given("notification", BigAutoField()), key__contains=key)
    kept = CompiledQuery(lambda: of_it.values_list("key"))
    assert kept.ask(notification=notification.pk) == [(f"a {key} b",)]
    assert kept.ask(notification=notification.pk + 1) == []


@pytest.mark.postgres
@pytest.mark.parametrize(("threshold", "kept"), [(PREPARE_AFTER, 1), (None, 0)])
def test_postgresql_keeps_what_is_sent_often_but_not_behind_a_pooler(
    game: Game, threshold: int | None, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.ensure_connection()
    monkeypatch.setattr(connection.connection, "prepare_threshold", threshold)
    ask = CompiledQuery(lambda: Game.objects.filter(code=Given("code", CharField()), bank__lt=1000 + kept))
    for code in [game.code, "another"] * OFTEN:
        assert ask.ask(code=code) == ([game] if code == game.code else [])
    texts = [text for text in list_kept() if f"< {1000 + kept}" in text]
    assert len(texts) == kept
    assert not [text for text in texts if game.code in text or "another" in text]


@pytest.mark.postgres
def test_no_constant_is_left_open(game: Game) -> None:
    """Who owes something is found by an index of those alone, which no plan can use that could be of anybody."""
    user = game.players.get(seat=0).user_id
    for _ in range(OFTEN):
        sidebar._ask_all.ask(reader=1, game=game.pk, user=user, seat=0, read=0)
    [text] = [text for text in list_kept() if "'running'" in text]
    with connection.cursor() as cursor:
        cursor.execute("SELECT parameter_types::text[] FROM pg_prepared_statements WHERE statement = %s", [text])
        [types] = cursor.fetchone() or ([],)
    assert len(types) > 1
    assert set(types) <= {"bigint", "integer", "smallint"}, "keys and seats are given, words are not"


def list_kept() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [text for (text,) in cursor.fetchall()]
