"""What is gathered is stored as it would have been, in fewer statements: nothing is lost, doubled or late."""

from contextlib import nullcontext
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.fast import statements as hot
from games.fast.batches import batch_writes
from games.models import Game, Move, Notification, Player
from games.notifications import types
from games.rules.registry import TITLES
from games.tables.services import deadlines, moves, stand_ins
from tests.site.pages.test_queries import counted
from tests.tables.builders import make_person, start_table
from tests.tables.stored import record_game, store_game

pytestmark = pytest.mark.django_db
LAST = timedelta(seconds=1)


class Undone(Exception):
    """Ends a transaction that is not to last."""


def notify(game: Game, key: str) -> None:
    """Write a notice to the host of a game."""
    notification = Notification(recipient=game.host, game=game, kind=types.TURN.code, key=key, send_at=timezone.now())
    hot.insert([notification], conflicts=hot.STAY_AS_THEY_ARE)


def list_keys() -> list[str]:
    """Return the keys of all notices."""
    return sorted(Notification.objects.values_list("key", flat=True))


@pytest.fixture
def game() -> Game:
    """Store a game of which nobody was told anything."""
    started = start_table(make_person(), make_person(), make_person())
    Notification.objects.all().delete()
    return Game.objects.select_related("host").get(pk=started.pk)


def test_who_listens_for_statements_is_told_no_values(game: Game) -> None:
    """What is written may be a secret, and a statement is told to logs and tools."""
    with counted() as statements, batch_writes():
        notify(game, "a secret")
        notify(game, "another")
    assert list_keys() == ["a secret", "another"]
    assert any("INSERT" in statement for statement in statements)
    assert not [statement for statement in statements if "secret" in statement]


def test_rows_of_one_kind_are_stored_by_one_statement(game: Game) -> None:
    first, second, third = hot.list_players(game)
    with counted() as statements, batch_writes():
        for number, player in enumerate((first, second, first)):
            notify(game, str(number))
            player.missed += 1
            hot.update([player], ("missed",))
        assert statements == []
    sent = [part.split()[0] for statement in statements for part in statement.split("; ")]
    assert sent == ["INSERT", "UPDATE"], "whether they are one message or two"
    assert list_keys() == ["0", "1", "2"]
    assert [player.missed for player in hot.list_players(game)] == [2, 1, third.missed]


def test_any_other_statement_finds_what_was_stored_before(game: Game) -> None:
    with batch_writes():
        notify(game, "one")
        assert list_keys() == ["one"]
        notify(game, "two")
        Notification.objects.filter(key="two").delete()
    assert list_keys() == ["one"]


def test_what_came_first_is_stored_first_after_another_statement_too(game: Game) -> None:
    """Else the moves of one game would be stored after the deadline that follows from them, if another came before."""
    [player, *_] = hot.list_players(game)
    with counted() as statements, batch_writes():
        notify(game, "one")
        assert list_keys() == ["one"]
        player.missed += 1
        hot.update([player], ("missed",))
        notify(game, "two")
    writes = [part.split()[0] for statement in statements for part in statement.split("; ") if "SELECT" not in part]
    assert writes == ["INSERT", "INSERT", "UPDATE"]


def test_an_error_lets_nothing_be_stored(game: Game) -> None:
    def fail() -> None:
        with transaction.atomic(), batch_writes():
            notify(game, "one")
            list_keys()
            notify(game, "two")
            raise Undone

    with pytest.raises(Undone):
        fail()
    assert list_keys() == []
    notify(game, "three")
    assert list_keys() == ["three"], "nothing waits any more"


def store_due() -> list[Game]:
    """Store games of every title in which an answer is due, at many moments: some have a bank, or agree to a pause."""
    chance, games = Random(5), list[Game]()
    for title in TITLES.values():
        people = [make_person() for _ in range(title.USUAL_SEATS)]
        for number in range(6):
            recorded = record_game(title.USUAL_SEATS, chance, title_name=title.NAME)
            games.append(store_game(recorded, people, number * (len(recorded.entries) - 1) // 5).game)
    keys = [game.pk for game in games]
    Game.objects.filter(pk__in=keys).update(due_at=timezone.now() - LAST, bank=0)
    Game.objects.filter(pk__in=keys[::5]).update(bank=3600)
    Player.objects.filter(game__in=keys[1::3]).update(missed=1)
    Player.objects.filter(game__in=keys[2::4]).update(agrees_to_pause=True)
    Player.objects.filter(game__in=keys[3::6]).update(agrees_to_end=True)
    return games


def close_all(monkeypatch: pytest.MonkeyPatch, *, together: bool) -> dict[str, list[tuple[Any, ...]]]:
    """Close all that is due with the same dice, tell what is stored then, and undo it."""
    for module in (moves, deadlines):
        monkeypatch.setattr(module, "DICE", Random(3))
    monkeypatch.setattr(deadlines, "batch_writes", batch_writes if together else nullcontext)
    found: dict[str, list[tuple[Any, ...]]] = {}
    try:
        with transaction.atomic():
            deadlines.close_expired(timezone.now())
            found |= narrate_all()
            raise Undone
    except Undone:
        return found


def narrate_all() -> dict[str, list[tuple[Any, ...]]]:
    """Return all that the clock may have changed, but for what is another with each run: times and stamps."""
    players = ("game", "seat", "owes", "role", "won", "statistics", "missed", "stand_in", "in_grace", "agrees_to_pause")
    games = ("pk", "version", "status", "result", "clock_moves", "answers_due", "granted_by")
    return {
        "moves": list(
            Move.objects.order_by("game", "sequence").values_list("game", "sequence", "seat", "content", "by")
        ),
        "players": list(Player.objects.order_by("game", "seat").values_list(*players)),
        "games": list(Game.objects.order_by("pk").values_list(*games)),
        "notices": sorted(Notification.objects.values_list("recipient", "game", "kind", "key", "state")),
    }


@pytest.fixture
def with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no batch be cut short for want of time, and nothing be rung for."""
    monkeypatch.setattr(deadlines, "MAX_LOCK", 60.0)
    monkeypatch.setattr(deadlines, "MAX_SWEEP", 60.0)
    monkeypatch.setattr(deadlines, "wake_worker", lambda task, queue: None)


@pytest.mark.usefixtures("with_time")
def test_games_closed_together_are_those_closed_each_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    games = store_due()
    before = narrate_all()
    together, apart = (close_all(monkeypatch, together=together) for together in (True, False))
    assert together == apart
    assert all(together[table] != before[table] for table in before)
    statuses = {status for _, _, status, *_ in together["games"]}
    assert statuses >= {Game.Status.RUNNING, Game.Status.OVER, Game.Status.AGREED}
    assert len(games) > deadlines.BATCH


@pytest.mark.usefixtures("with_time")
def test_a_batch_that_fails_is_undone_before_each_is_closed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    games = store_due()[: deadlines.BATCH]
    Game.objects.exclude(pk__in=[game.pk for game in games]).update(due_at=None)
    wrong, put = games[-1], stand_ins.end_if_agreed

    def fail(table: Any) -> bool:
        if table.game.pk == wrong.pk:
            raise Undone
        return put(table)

    monkeypatch.setattr(deadlines, "end_if_agreed", fail)
    Game.objects.filter(pk=wrong.pk).update(bank=0)
    failed: set[int] = set()
    before = Notification.objects.filter(game=wrong).count(), Move.objects.filter(game=wrong).count()
    batch = deadlines.close_batch(deadlines.find_due(timezone.now()), timezone.now(), failed)
    assert failed == {wrong.pk}
    assert 0 < batch.closed < batch.tried == len(games)
    assert (Notification.objects.filter(game=wrong).count(), Move.objects.filter(game=wrong).count()) == before
