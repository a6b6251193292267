"""What `make test` leaves out on PostgreSQL runs there in the deep rounds: nothing is left out for good."""

import pytest

from tests.run import DEEP_FLAG, LIKE_OTHERS, NO_DATABASE, SELF_CONTAINED, list_parts

LITE: dict[str, str] = {}
POSTGRES = {"DATABASE_URL": "postgres://"}


def left_out(*arguments: str) -> set[str]:
    """Return what the run on PostgreSQL does not look at."""
    _, on_postgres = list_parts([*arguments], LITE, POSTGRES)
    return {each.removeprefix("--ignore=") for each in on_postgres.arguments if each.startswith("--ignore=")}


def test_what_is_left_out_on_postgresql_runs_there_in_deep_rounds() -> None:
    assert left_out() - left_out(DEEP_FLAG) == {*LIKE_OTHERS}
    assert left_out(DEEP_FLAG) == {*SELF_CONTAINED, *NO_DATABASE}


def test_titles_are_among_what_is_left_to_the_deep_rounds() -> None:
    assert {"tests/insidejob", "tests/rendezvous"} <= {*LIKE_OTHERS}


@pytest.mark.parametrize("arguments", [(), (DEEP_FLAG,), ("-k", "votes")])
def test_sqlite_looks_at_everything_that_is_asked_for(arguments: tuple[str, ...]) -> None:
    on_sqlite, _ = list_parts([*arguments], LITE, POSTGRES)
    assert not any(each.startswith("--ignore") for each in on_sqlite.arguments)
    assert "-n" in on_sqlite.arguments


def test_files_that_are_named_run_alone_in_one_process() -> None:
    for part in list_parts(["tests/infra/test_parts.py", "-x"], LITE, POSTGRES):
        assert [*part.arguments[-2:]] == ["tests/infra/test_parts.py", "-x"]
        assert "-n" not in part.arguments


def test_without_postgresql_everything_runs_on_sqlite_and_skips_say_why() -> None:
    (only,) = list_parts([], LITE, None)
    assert "not postgres" not in only.arguments
