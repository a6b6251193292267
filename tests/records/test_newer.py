"""A record of a newer release: `manage.py verify` says that this copy is too old for it."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.rules.commitment import GAME, SIZE, list_parts, open_parts
from games.rules.record import verify_record
from tests.golden.features import read_golden

TOO_OLD = "this copy of Inside Job is too old for this game"


def verify(path: Path, *options: str) -> str:
    """Verify a file that does not hold; return what is said."""
    said = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("verify", *options, str(path), stderr=said)
    assert end.value.code == 1
    return said.getvalue()


@pytest.mark.parametrize("newer", [{"rules": 99}, {"title": "poker"}], ids=["version", "title"])
def test_verify_says_that_this_copy_is_too_old(newer: dict[str, Any], tmp_path: Path) -> None:
    record = next(iter(read_golden("insidejob")))
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(record) + "\n" + json.dumps({**record, **newer}) + "\n", encoding="utf-8")
    said = verify(path)
    assert said.startswith(f"{path}:2: record: ")
    assert TOO_OLD in said
    assert said.count("\n") == 1


def test_so_it_says_of_a_commitment(tmp_path: Path) -> None:
    replay = verify_record(next(iter(read_golden("insidejob"))))
    parts = list_parts(replay.title, replay.options, replay.deal, replay.state.rules)
    newer = {**parts, GAME: {**parts[GAME], "rules": 99}}
    path = tmp_path / "commitments.jsonl"
    path.write_text(json.dumps(open_parts(newer, b"k" * SIZE, newer.keys())) + "\n", encoding="utf-8")
    assert TOO_OLD in verify(path, "--commitments")
