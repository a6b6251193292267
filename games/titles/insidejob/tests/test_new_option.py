"""An option that an upgrade adds, by the recipe of docs/changing-rules.md: all that is older reads, plays and opens."""

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import time_machine

from games.archive.selectors.commitments import open_commitment
from games.archive.selectors.records import export_table
from games.models import Game, Terms, WeeklyTable
from games.rules import registry
from games.rules.commitment import verify_commitment
from games.rules.engine.errors import BadRecord, InvalidOption
from games.rules.engine.options import Option
from games.rules.engine.strict_json import read_json
from games.rules.lab.simulate import simulate
from games.rules.record import dump_line, verify_record, write_record
from games.site.consistency import _check_game
from games.state.table import load_table
from games.tables.services import deadlines, lobby
from games.tables.services.terms import check_choices
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.options import Options as KnownOptions
from games.titles.insidejob.tests import worlds
from tests.builders_people import make_person
from tests.circles.weeks import make_weekly_table
from tests.tables.acts import fresh
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.pages.browser import page_of, sign_in, text_of
from tests.titles import list_golden

NAME = insidejob.NAME
OLD, NEW = insidejob.RULES, insidejob.RULES + 1
OPEN, SECRET = "open", "secret"
# Older games play with open votes and without echoes; new ones have secret votes and echoes, unless told otherwise.
VOTES = Option(
    "votes", "Votes", "Who sees them.", SECRET, ((OPEN, "Everybody"), (SECRET, "Nobody")), since=NEW, earlier=OPEN
)
ECHOES = Option("echoes", "Echoes", "Whether it echoes.", default=True, since=NEW, earlier=False)
PAGE = f"/games/new/{NAME}/"
SENT = {"seats": "4", "pace": "3600", "vote_time": "86400", f"{NAME}-roles": "", f"{NAME}-memory": "open"}


@dataclass(frozen=True, slots=True)
class Options(KnownOptions):
    votes: str = SECRET
    echoes: bool = True


def parse_options(raw: Any, seats: int) -> Options:
    """Read the options of the newest version, as a title does."""
    known = insidejob.parse_options({name: raw[name] for name in raw if name not in ("votes", "echoes")}, seats)
    votes, echoes = raw.get("votes", SECRET), raw.get("echoes", True)
    if votes not in (OPEN, SECRET):
        raise InvalidOption("votes", "unknown_value")
    if not isinstance(echoes, bool):
        raise InvalidOption("echoes", "unknown_value")
    return Options(**{field.name: getattr(known, field.name) for field in fields(known)}, votes=votes, echoes=echoes)


def upgrade(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Add two options to the title, in a version of its own, as an upgrade of the site does."""
    title: Any = replace(
        insidejob,
        VERSIONS=(*insidejob.VERSIONS, NEW),
        OPTIONS=(*insidejob.OPTIONS, VOTES, ECHOES),
        parse_options=parse_options,
    )
    monkeypatch.setitem(registry.TITLES, NAME, title)
    return title


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Any:
    return upgrade(monkeypatch)


@pytest.mark.parametrize("path", list_golden(NAME), ids=lambda path: path.name)
def test_older_records_verify_and_are_written_again_byte_for_byte(newer: Any, path: Path) -> None:
    for line in path.read_bytes().splitlines():
        replay = verify_record(read_json(line))
        assert (replay.options.votes, replay.options.echoes) == (OPEN, False), "what older games played"
        assert dump_line(write_record(*replay)).encode() == line


def test_new_records_name_the_option_and_old_ones_may_not(newer: Any) -> None:
    record = next(simulate(newer, newer.parse_options({}, 4), 4, newer.BOTS["random"], 0))
    assert (record["rules"], record["options"]["votes"], record["options"]["echoes"]) == (NEW, SECRET, True)
    assert verify_record(record).options.votes == SECRET
    lacking = {name: value for name, value in record["options"].items() if name != "votes"}
    with pytest.raises(BadRecord, match="votes is missing"):
        verify_record({**record, "options": lacking})
    with pytest.raises(BadRecord, match="is unknown"):
        verify_record({**record, "rules": OLD, "options": {**lacking, "votes": OPEN}})


@pytest.mark.django_db
def test_games_from_before_are_played_shown_exported_and_their_commitments_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, friends = make_person(), [make_person(), make_person()]
    begun, waiting = start_table(person, bots=2), open_table(person, seats=3)
    upgrade(monkeypatch)
    assert "Votes" not in page_of(waiting, person)
    later = open_table(make_person(), seats=3)
    assert "Votes" in page_of(later, later.host)
    for friend in friends:
        lobby.join_game(code=waiting.code, user=friend)
    for game in (begun, waiting):
        table = play_on(game)
        assert table.states[-1].options.votes == OPEN
        assert "votes" not in export_table(table)["options"]
        opened = open_commitment(load_table(fresh(game)))
        assert verify_commitment(opened, verify_record(export_table(table))) == table.game.commitment
        assert _check_game(game) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "votes", "echoes"),
    [
        # A page that was open during the upgrade.
        ({"rules": str(OLD)}, SECRET, True),
        # A page of today: the switch was turned off, or on.
        ({"rules": str(NEW), f"{NAME}-votes": OPEN}, OPEN, False),
        ({"rules": str(NEW), f"{NAME}-votes": OPEN, f"{NAME}-echoes": "on"}, OPEN, True),
        # A program that fills in the form and knows no version.
        ({}, SECRET, False),
    ],
)
def test_a_form_without_the_new_field_is_accepted(newer: Any, sent: dict[str, str], votes: str, echoes: bool) -> None:
    answer = sign_in(make_person()).post(PAGE, {**SENT, **sent})
    assert answer.status_code == 302
    game = Game.objects.get()
    assert (game.rules, game.options["votes"], game.options["echoes"]) == (NEW, votes, echoes)


@pytest.mark.django_db
def test_a_page_names_its_version_and_a_refused_old_one_shows_the_defaults(newer: Any) -> None:
    client = sign_in(make_person())
    assert f'name="rules" value="{NEW}"' in text_of(client.get(PAGE))
    answer = client.post(PAGE, {**SENT, "rules": str(OLD), "pace": "1"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert (form[f"{NAME}-votes"].value(), bool(form[f"{NAME}-echoes"].value())) == (SECRET, True)


def test_a_program_that_opens_a_table_without_the_option_gets_its_default(newer: Any) -> None:
    chosen = check_choices(NAME, 4, {"wagers": False}, Terms())
    assert (chosen["votes"], chosen["echoes"], chosen["wagers"]) == (SECRET, True, False)


@pytest.mark.django_db
def test_a_weekly_table_and_a_circles_last_table_from_before_open(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = make_person()
    weekly_table = make_weekly_table(owner, make_person())
    upgrade(monkeypatch)
    assert "votes" not in WeeklyTable.objects.get(pk=weekly_table.pk).options
    page = sign_in(owner).get(f"/circles/{weekly_table.circle.code}/weekly/{weekly_table.code}/")
    assert page.status_code == 200
    with time_machine.travel(weekly_table.next_at + timedelta(minutes=1), tick=False):
        deadlines.sweep()
    game = Game.objects.get(weekly_table=weekly_table)
    assert (game.rules, game.options["votes"]) == (NEW, SECRET)
    assert not WeeklyTable.objects.get(pk=weekly_table.pk).paused


def test_the_world_swap_draws_the_option_of_its_own_accord(newer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "TITLE", newer)
    drawn: list[Any] = [worlds.draw_table(Random(f"draw-{number}"))[0] for number in range(60)]
    assert {(options.votes, options.echoes) for options in drawn} == {
        (votes, echoes) for votes in (OPEN, SECRET) for echoes in (True, False)
    }


@pytest.mark.django_db
def test_a_rematch_of_a_game_from_before_is_played_by_the_new_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    person, friend = make_person(), make_person()
    before = start_table(person, friend, bots=1)
    play_on(before)
    upgrade(monkeypatch)
    rematch = lobby.open_rematch(code=before.code, user=person)
    assert "Votes" in page_of(rematch, person)
    lobby.join_game(code=rematch.code, user=friend)
    table = play_on(rematch)
    assert (table.game.rules, table.game.series, table.states[-1].options.votes) == (NEW, fresh(before).series, SECRET)
    record = export_table(table)
    assert record["options"]["votes"] == SECRET
    opened = open_commitment(load_table(fresh(rematch)))
    assert verify_commitment(opened, verify_record(record)) == table.game.commitment
    assert _check_game(rematch) == []
