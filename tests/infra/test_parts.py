"""What `make test` leaves out on PostgreSQL runs there in the deep rounds, in part, and as a whole by `make prove`."""

import os
from pathlib import Path

import pytest

from tests.rounds import VARIABLE
from tests.run import (
    DEEP_ON_POSTGRES,
    JUNK,
    LEVELS,
    LIKE_OTHERS,
    MARKED_DEEP,
    MORE_JUNK,
    NO_DATABASE,
    SELF_CONTAINED,
    Part,
    list_parts,
    run_at_once,
)

DEEP_FLAG = "--deep"
LITE: dict[str, str] = {}
POSTGRES = {"DATABASE_URL": "postgres://"}


def list_after(start: str, part: Part) -> set[str]:
    return {each.removeprefix(start) for each in part.arguments if each.startswith(start)}


def test_of_what_is_left_out_on_postgresql_deep_rounds_run_one_test_in_eight() -> None:
    _, on_postgres = list_parts([], LITE, POSTGRES)
    assert list_after("--ignore=", on_postgres) == {*SELF_CONTAINED, *NO_DATABASE, *LIKE_OTHERS}
    _, deep = list_parts([DEEP_FLAG], LITE, POSTGRES)
    assert {*LIKE_OTHERS, *DEEP_ON_POSTGRES} <= {*deep.arguments}
    assert list_after("--sample=", deep) == {*LIKE_OTHERS}
    assert list_after("--deeper=", deep) == {*DEEP_ON_POSTGRES}
    assert {"tests/races/test_races.py", "tests/test_exchanged_database.py"} <= {*DEEP_ON_POSTGRES}


@pytest.mark.parametrize(("flag", "level"), LEVELS.items())
def test_deep_and_long_rounds_send_more_junk_on_postgresql(flag: str, level: str) -> None:
    given = {VARIABLE: level}
    on_sqlite, on_postgres = list_parts([flag], {**LITE, **given}, {**POSTGRES, **given})
    assert on_sqlite.environment[VARIABLE] == level
    assert on_postgres.environment[VARIABLE] == f"{level},{MORE_JUNK}"


def test_both_run_at_once_and_what_each_says_is_shown_in_turn(capfd: pytest.CaptureFixture[str]) -> None:
    environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    # Nothing here needs Django, and loading it takes a second.
    refused = ["-p", "no:django", "--noconftest", "--no-such-option"]
    parts = [Part("First", ["--version"], environment), Part("Second", refused, environment)]
    assert run_at_once(parts) == [False, True]
    said = capfd.readouterr().out
    assert said.index("First:") < said.index("Second:") < said.index("--no-such-option")


def test_of_what_runs_on_postgresql_sqlite_runs_one_test_in_eight_and_all_without_it() -> None:
    on_sqlite, on_postgres = list_parts([], LITE, POSTGRES)
    sampled = list_after("--sample=", on_sqlite)
    assert {"tests/tables/test_moves.py", "tests/races/test_races.py"} <= sampled
    assert not [path for path in sampled for folder in list_after("--ignore=", on_postgres) if path.startswith(folder)]
    (only,) = list_parts([], LITE, None)
    assert not list_after("--sample=", only)


def test_junk_is_sent_on_postgresql_too() -> None:
    assert all(Path(path).exists() for path in JUNK)
    for flags in ([], [DEEP_FLAG]):
        _, on_postgres = list_parts(flags, LITE, POSTGRES)
        left_out = list_after("--ignore=", on_postgres)
        assert not [path for path in JUNK for folder in left_out if Path(path).is_relative_to(folder)]
    assert {*JUNK} & {*MARKED_DEEP} <= {*on_postgres.arguments}


@pytest.mark.parametrize("arguments", [(), (DEEP_FLAG,), ("-k", "votes")])
def test_sqlite_looks_at_everything_that_is_asked_for(arguments: tuple[str, ...]) -> None:
    parts = list_parts([*arguments], LITE, POSTGRES)
    for part in (part for part in parts if "SQLite" in part.name):
        assert not any(each.startswith("--ignore") for each in part.arguments)
        assert "-n" in part.arguments


def test_deep_rounds_play_more_rounds_and_what_is_left_to_them() -> None:
    on_sqlite, _ = list_parts([DEEP_FLAG], LITE, POSTGRES)
    assert "(deep or long or rounds) and not postgres" in on_sqlite.arguments
    assert {*MARKED_DEEP} <= {*on_sqlite.arguments}
    assert "tests/tables/pages/test_whole_games.py" in on_sqlite.arguments
    files = [each for each in on_sqlite.arguments if each.startswith("tests/")]
    assert len(files) == len({*files})


def test_files_that_are_named_run_alone_in_one_process() -> None:
    for part in list_parts(["tests/infra/test_parts.py", "-x"], LITE, POSTGRES):
        assert [*part.arguments[-2:]] == ["tests/infra/test_parts.py", "-x"]
        assert "-n" not in part.arguments


def test_without_postgresql_everything_runs_on_sqlite_and_skips_say_why() -> None:
    (only,) = list_parts([], LITE, None)
    assert "not postgres" not in only.arguments
