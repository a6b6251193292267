"""The golden games: they show all that the rules know, and fold for ever to what they folded to."""

from pathlib import Path

import pytest

from games.rules.engine.strict_json import read_json
from games.rules.engine.values import CLOCK
from games.rules.record import dump_line, verify_record, write_record
from games.rules.registry import TITLES
from tests.golden.features import features_of, read_golden
from tests.titles import golden_of, list_golden

FILES = [path for title in TITLES for path in list_golden(title)]
any_title = pytest.mark.parametrize("title", TITLES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_golden_games_verify_and_are_written_again_byte_for_byte(path: Path) -> None:
    for line in path.read_bytes().splitlines():
        assert dump_line(write_record(*verify_record(read_json(line)))).encode() == line


@any_title
def test_golden_games_show_all_that_their_title_requires(title: str) -> None:
    features = features_of(title)
    shown = {feature for record in read_golden(title) for feature in features.name_features(record)}
    assert shown >= set(features.REQUIRED), set(features.REQUIRED) - shown


@any_title
def test_every_way_of_ending_and_every_role_and_chooser_is_required(title: str) -> None:
    required = set(features_of(title).REQUIRED)
    assert {("ends", reason) for reason in TITLES[title].TEXTS.reasons} <= required
    types = {kind for group, *rest in required if group == "made" for kind in rest[1:]}
    assert types == {move["type"] for record in read_golden(title) for move in record["moves"]}
    for chooser in ("player", "bot", CLOCK):
        assert any(feature[:2] == ("made", chooser) for feature in required)


@any_title
def test_there_are_golden_games_for_every_version_of_the_rules_that_can_be_played(title: str) -> None:
    assert {golden_of(title, version) for version in TITLES[title].VERSIONS} <= set(FILES)
