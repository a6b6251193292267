"""A game is played, shown and recorded by the version of the rules that it was opened with."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.exports import export_table
from games.models import Game
from games.rules import insidejob
from games.rules.errors import UnknownRules
from games.rules.record import verify_record
from games.rules.registry import TITLES, VERSIONS, get_rules
from games.selectors import load_table
from games.services.check import check_game
from tests.builders_people import make_person
from tests.games.builders import open_table, play_on, start_table
from tests.golden.features import read_golden

NAME = insidejob.NAME
OLD, NEW = insidejob.RULES, insidejob.RULES + 1


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A newer version of the rules, with which tables are opened from now on."""
    title = SimpleNamespace(**{**vars(insidejob), "RULES": NEW})
    monkeypatch.setitem(TITLES, NAME, title)
    monkeypatch.setitem(VERSIONS, (NAME, NEW), title)
    return title


@pytest.mark.django_db
def test_a_game_goes_on_by_the_rules_it_began_with_when_there_are_new_ones(request: pytest.FixtureRequest) -> None:
    person = make_person()
    begun, waiting = start_table(person, bots=2), open_table(person, seats=3)
    newer = request.getfixturevalue("newer")
    over = play_on(begun)
    assert over.title is insidejob
    assert export_table(over)["rules"] == OLD
    assert verify_record(export_table(over)).title is insidejob
    begun_later = start_table(make_person(), bots=2)
    assert load_table(begun_later).title is newer
    assert export_table(play_on(begun_later))["rules"] == NEW
    assert (begun.rules, waiting.rules, begun_later.rules) == (OLD, OLD, NEW)
    assert check_game(begun) == []


def test_a_record_is_replayed_by_the_rules_it_names(newer: Any) -> None:
    record = read_golden(NAME)[0]
    assert verify_record(record).title is insidejob
    assert verify_record({**record, "rules": NEW}).title is newer


def test_a_version_that_nobody_holds_is_called_by_its_number() -> None:
    with pytest.raises(UnknownRules, match=f"no version {NEW} of the rules of {NAME}"):
        get_rules(NAME, NEW)


@pytest.mark.django_db
def test_a_game_of_an_unknown_version_is_not_played_by_another() -> None:
    game = start_table(make_person(), bots=2)
    Game.objects.filter(pk=game.pk).update(rules=NEW)
    game.refresh_from_db()
    with pytest.raises(UnknownRules):
        load_table(game)
    assert check_game(game) == ["log: it cannot be folded (UnknownRules)"]
