"""The golden games: they show all that the rules know, and fold for ever to what they folded to."""

from pathlib import Path

import pytest

from games.rules.insidejob.ending import WINNING_SIDES
from games.rules.insidejob.roles import SPECIAL as SPECIAL_ROLES
from games.rules.record import dump_line, verify_record, write_record
from games.rules.registry import TITLES
from games.rules.strict import read_json
from tests.golden.features import ENDINGS, FOLDER, REQUIRED, SPECIAL, name_features, name_file, read_golden

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_golden_games_verify_and_are_written_again_byte_for_byte(path: Path) -> None:
    for line in path.read_bytes().splitlines():
        game = verify_record(read_json(line))
        assert dump_line(write_record(*game)).encode() == line


def test_golden_games_show_every_end_every_number_of_seats_and_every_special_role() -> None:
    shown = {feature for record in read_golden() for feature in name_features(record)}
    assert shown >= REQUIRED, REQUIRED - shown


def test_nothing_is_missing_from_what_is_required() -> None:
    assert set(ENDINGS) == set(WINNING_SIDES)
    assert set(SPECIAL) == set(SPECIAL_ROLES)


def test_there_are_golden_games_for_the_rules_of_every_title_as_they_are_now() -> None:
    assert all(name_file(title) in FILES for title in TITLES)
