"""A record of a newer release: `manage.py verify` says that this copy is too old for it."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.commitment import GAME, SIZE, list_parts, open_parts
from games.rules.record import verify_record
from tests.golden.features import read_golden
from tests.records.faults import verify, write

TOO_OLD = "this copy of Inside Job is too old for this game"


@pytest.mark.parametrize("newer", [{"rules": 99}, {"title": "poker"}], ids=["version", "title"])
def test_verify_says_that_this_copy_is_too_old(newer: dict[str, Any], tmp_path: Path) -> None:
    record = next(iter(read_golden("insidejob")))
    path = write(tmp_path / "records.jsonl", *map(json.dumps, (record, {**record, **newer})))
    status, _, [said] = verify(path)
    assert status == 1
    assert said.startswith(f"{path}:2: record: ")
    assert TOO_OLD in said


def test_so_it_says_of_a_commitment(tmp_path: Path) -> None:
    replay = verify_record(next(iter(read_golden("insidejob"))))
    parts = list_parts(replay.title, replay.options, replay.deal, replay.state.rules)
    newer = {**parts, GAME: {**parts[GAME], "rules": 99}}
    path = write(tmp_path / "commitments.jsonl", json.dumps(open_parts(newer, b"k" * SIZE, newer.keys())))
    status, _, [said] = verify("--commitments", path)
    assert (status, TOO_OLD in said) == (1, True)
