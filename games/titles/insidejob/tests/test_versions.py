"""A game is played, shown, mailed, replayed and recorded by the version of the rules that it was opened with."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.archive.selectors.records import export_table
from games.models import Game
from games.notifications import email_dispatch
from games.rules import registry
from games.rules.engine.errors import BadRecord, UnknownRules
from games.rules.record import verify_record
from games.rules.registry import get_rules
from games.site.consistency import _check_game
from games.state.table import load_table
from games.titles.insidejob.rules import TITLE as insidejob
from tests.builders_people import make_person
from tests.golden.features import read_golden
from tests.tables.builders import asked, open_table, play_on, start_table

NAME = insidejob.NAME
OLD, NEW = insidejob.RULES, insidejob.RULES + 1
CODE = Path(registry.__file__).parent.parent


def apply_new(state: Any, move: Any) -> Any:
    """Play a move; from version 2 on, every trick meets its mission twice."""
    after = insidejob.apply(state, move)
    if after.rules < NEW or len(after.tricks) == len(state.tricks):
        return after
    return replace(after, met=after.met + 1)


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The title once a second version of its rules is there: one rule differs, and one objection is gone from it."""
    texts = replace(insidejob.TEXTS, pitch="Rules of another day")
    title = replace(insidejob, VERSIONS=(OLD, NEW), apply=apply_new, TEXTS=texts)
    monkeypatch.setitem(registry.TITLES, NAME, title)
    return title


def has_counted_twice(game: Game) -> bool:
    state = load_table(game).states[-1]
    return bool(state.met != sum(trick.met for trick in state.tricks))


@pytest.mark.django_db
def test_a_game_goes_on_by_the_rules_it_began_with_when_there_are_new_ones(request: pytest.FixtureRequest) -> None:
    person = make_person()
    begun, waiting = start_table(person, bots=2), open_table(person, seats=3)
    request.getfixturevalue("newer")
    begun_later = start_table(make_person(), bots=2)
    assert (begun.rules, waiting.rules, begun_later.rules) == (OLD, OLD, NEW)
    for game, version in ((begun, OLD), (begun_later, NEW)):
        over = play_on(game)
        assert load_table(game).states[-1].rules == version
        assert has_counted_twice(game) == (version == NEW)
        assert export_table(over)["rules"] == version
        assert verify_record(export_table(over)).state == over.states[-1]
        assert _check_game(game) == []


@pytest.mark.django_db
def test_an_old_game_is_shown_refused_and_mailed_beside_new_rules(client: Client, newer: Any) -> None:
    person, friend = make_person(), make_person()
    game = start_table(person, friend, bots=1)
    Game.objects.filter(pk=game.pk).update(rules=OLD)
    table = load_table(Game.objects.get(pk=game.pk))
    mover = table.players[asked(table)[0]].user
    assert mover
    client.force_login(mover)
    address = reverse("games:table", args=[game.code])
    assert client.get(address).status_code == 200
    decision = re.findall(r'name="decision" value="([^"]+)"', client.get(address).content.decode())[0]
    assert client.post(reverse("games:move", args=[game.code]), {"decision": decision}).status_code == 409
    assert client.get(reverse("games:my_games")).status_code == 200
    # No one looks at the table any more.
    cache.clear()
    assert email_dispatch.send_due(timezone.now() + timedelta(hours=1)) > 0
    assert len(mail.outbox) > 0


def test_a_record_is_replayed_by_the_rules_it_names(newer: Any) -> None:
    record = next(record for record in read_golden(NAME) if record["rules"] == OLD)
    assert verify_record(record).state.rules == OLD
    with pytest.raises(BadRecord):
        verify_record({**record, "rules": NEW})


def test_a_version_that_no_one_holds_is_called_by_its_number() -> None:
    with pytest.raises(UnknownRules, match=f"no version {NEW} of the rules of {NAME}"):
        get_rules(NAME, NEW)


@pytest.mark.django_db
def test_a_game_of_an_unknown_version_is_not_played_by_another() -> None:
    game = start_table(make_person(), bots=2)
    Game.objects.filter(pk=game.pk).update(rules=NEW)
    game.refresh_from_db()
    with pytest.raises(UnknownRules):
        load_table(game)
    assert _check_game(game) == [f"rules: this copy does not know version {NEW} of {NAME}"]


def test_a_stored_game_is_asked_for_its_title_and_no_registry_is() -> None:
    """`get_title` is for what is opened now: nothing looks up the title of a row by its name alone."""
    found = [
        f"{path.relative_to(CODE)}: {line.strip()}"
        for path in CODE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"(get_title|TITLES)[\[(]\w*\.?(game|seat)\b[.\w]*title", line) and "RULES" not in line
    ]
    assert found == []
