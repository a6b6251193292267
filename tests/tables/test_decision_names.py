"""The migration that renames decisions finds the name that the rules now give to each question."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps

from games.models import Game, Notification, Player, SealedChoice
from games.site.consistency import check_game
from games.state.table import load_table
from tests.builders_people import make_person
from tests.tables.builders import start_table

migration = import_module("games.migrations.0004_decision_names")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("accomplice", "accomplice-1"),
        ("trick-4-lead", "lead-4"),
        ("trick-10-play", "play-10"),
        ("trick-3-larry", "larry-3"),
        ("vote-1", "vote-1"),
        ("hide", "hide-1"),
        ("turn-5", "turn-5"),
        ("turn-5-refill", "refill-5"),
        ("number", "number-1"),
        ("round-2-lap-1-say", "say-3"),
        ("round-2-point", "point-2"),
        ("round-3-guess", "guess-3"),
    ],
)
def test_each_old_name_has_its_new_one(old: str, new: str) -> None:
    assert migration.rename(old, laps=2) == new


def test_a_silent_round_has_one_lap() -> None:
    assert migration.rename("round-3-lap-1-say", laps=1) == "say-3"


@pytest.mark.django_db
def test_a_running_game_goes_on_after_the_renaming(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = make_person(), make_person()
    game = start_table(one, two, title="target")
    with_choice = {"game": game, "seat": 0, "decision": "hide", "content": [{"type": "hide", "spies": [1, 2, 3]}]}
    SealedChoice.objects.create(by="player", **with_choice)
    Player.objects.filter(game=game, seat=0).update(owes="", asked_at=None)
    Player.objects.filter(game=game, seat=1).update(owes="hide")
    for notification in Notification.objects.filter(game=game, key__endswith="/hide-1"):
        Notification.objects.filter(pk=notification.pk).update(key=notification.key.replace("hide-1", "hide"))
    assert check_game(game)
    # As relation and model were called then.
    monkeypatch.setattr(Game, "seats", property(lambda game: game.players), raising=False)
    now_called = {"Notice": "Notification"}
    then = SimpleNamespace(get_model=lambda app, name: apps.get_model(app, now_called.get(name, name)))
    migration.rename_all(then, None)
    assert set(load_table(game).sealed) == {0}
    assert check_game(game) == []
