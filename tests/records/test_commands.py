"""`manage.py simulate` and `manage.py verify`, as they are called from a shell."""

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError

from games.rules.record import dump_line
from tests.golden.features import read_golden
from tests.records.commands import simulate
from tests.records.faults import copy_golden, verify, write
from tests.rounds import one_in
from tests.titles import list_golden

ROOT = Path(__file__).parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run manage.py in a process of its own, where no database answers."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"} | environment,
        capture_output=True,
        check=False,
    )


def test_the_same_seed_gives_the_same_bytes_in_any_process_and_another_seed_others(tmp_path: Path) -> None:
    wanted = ["simulate", "insidejob", "--games=3", "--seats=5", "--bot=steady", "--option=roles=paranoid,accomplice"]
    first = run(*wanted, "--seed=7", PYTHONHASHSEED="1")
    second = simulate(*wanted[4:], "--seed=7", f"--out={tmp_path / 'games.jsonl'}", games=3, seats=5)
    other = simulate(*wanted[4:], "--seed=8", games=3, seats=5)
    assert (first.returncode, first.stderr, second) == (0, b"", "")
    assert first.stdout == (tmp_path / "games.jsonl").read_bytes()
    assert first.stdout.count(b"\n") == 3
    assert other.count("\n") == 3
    assert first.stdout.decode() != other


def test_fewer_games_are_the_first_of_more() -> None:
    assert simulate(games=4).startswith(simulate(games=2))


@pytest.mark.parametrize(("seats", "bot"), one_in(2, product((2, 3), ("random", "steady", "stand_in"))))
def test_small_tables_verify_with_every_bot(seats: int, bot: str, tmp_path: Path) -> None:
    lines = simulate(f"--bot={bot}", "--option=memory=last_trick", games=5, seats=seats).splitlines()
    assert json.loads(lines[0])["options"]["memory"] == "last_trick"
    assert {move["by"] for line in lines for move in json.loads(line)["moves"]} == {"bot"}
    assert verify(write(tmp_path / "games.jsonl", *lines))[0] == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--seats=6"], "--seats"),
        (["--games=-1"], "--games"),
        (["--bot=clever"], "--bot"),
        (["--option=roles"], "not NAME=VALUE"),
        (["--option=roles=decoy,tim_shady"], "--option roles: roles_two_neutral"),
        (["--option=risky=maybe"], "--option risky: unknown_value"),
        (["--option=speed=fast"], "--option speed: unknown_option"),
        (["--option=risky=true", "--option=risky=false"], "given twice"),
        (["--out=/no/such/folder/games.jsonl"], "cannot be written"),
    ],
)
def test_what_cannot_be_simulated_is_said(arguments: list[str], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        simulate(*arguments)


def test_verify_names_file_line_place_and_reason_of_every_bad_record(tmp_path: Path) -> None:
    good = copy_golden()
    lines: list[str | bytes] = [dump_line(good), "{", b"\xff\xfe", "", "[]", *map(dump_line, make_bad_records())]
    path = write(tmp_path / "games.jsonl", *lines)
    status, summary, complaints = verify(path)
    assert (status, summary) == (1, [])
    places = ["json", "json", "json", "record", "record", "options", "deal", "move 2", "result"]
    assert [complaint.split(": ")[:2] for complaint in complaints] == [
        [f"{path}:{number}", place] for number, place in enumerate(places, start=2)
    ]


def make_bad_records() -> list[dict[str, Any]]:
    records = [copy_golden() for _ in range(5)]
    records[0]["seats"] = 9
    records[1]["options"]["wagers"] = "no"
    records[2]["deal"]["leader"] = 4
    records[3]["moves"][2]["seat"] = 4
    records[4]["result"]["tricks"] = 11
    return records


@pytest.mark.deep
def test_verify_of_golden_games_in_a_process_of_its_own() -> None:
    done = run("verify", *map(str, list_golden("target")))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"Records: {len(read_golden('target'))}. All of them hold.\n"


@pytest.mark.parametrize("content", [b"PK\x03\x04\x00\x00", b"\x00" * 3000, b"title,seats\n4,5\n", b"[" * 2_100_000])
def test_a_file_that_is_not_json_lines_is_an_error_and_no_traceback(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    status, summary, complaints = verify(path)
    assert (status, summary) == (1, [])
    assert all(line.startswith(f"{path}:") and " json: " in line for line in complaints)
    assert len(complaints) == max(1, content.count(b"\n"))


def test_a_line_too_long_is_one_bad_record_and_what_follows_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", "[" * 3_000_000, dump_line(copy_golden()), "{")
    status, _, complaints = verify(path)
    assert status == 1
    assert [complaint.split(": ")[0] for complaint in complaints] == [f"{path}:1", f"{path}:3"]


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(CommandError, match="cannot be read"):
            verify(path)


def test_an_empty_file_holds_no_record_which_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl")
    with pytest.raises(CommandError, match="no record") as caught:
        verify(path)
    assert str(path) in str(caught.value)


def test_a_move_that_the_clock_never_makes_is_explained_in_a_sentence(tmp_path: Path) -> None:
    record = copy_golden(lambda raw: any(move.get("against") for move in raw["moves"]))
    next(move for move in record["moves"] if move.get("against"))["by"] = "clock"
    status, _, [complaint] = verify(write(tmp_path / "games.jsonl", dump_line(record)))
    assert status == 1
    assert re.search(r"not_by_clock \([A-Z].+\.\)$", complaint)


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(dump_line(copy_golden()), "utf-8")
    assert verify(path)[0] == 0
