"""How many rounds proofs play is said in one place, by one variable, and never by a slip."""

from pathlib import Path

import pytest

from tests.rounds import DEEP, LONG, ROUNDS, SMALL, VARIABLE, ask_for, choose_rounds, count_rounds, one_in
from tests.run import BEFORE_PROOFS, MARKED_DEEP, list_parts


def test_small_rounds_are_played_unless_others_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert {name: count_rounds(name) for name in ROUNDS} == {name: each.small for name, each in ROUNDS.items()}
    for level in (DEEP, LONG):
        monkeypatch.setenv(VARIABLE, level)
        assert {name: count_rounds(name) for name in ROUNDS} == {name: getattr(ROUNDS[name], level) for name in ROUNDS}


def test_deep_and_long_rounds_are_never_fewer() -> None:
    assert all(each.small <= each.deep <= each.long for each in ROUNDS.values())


def test_deep_rounds_try_part_of_what_small_ones_leave_out_and_long_ones_all() -> None:
    cases = one_in(6, range(12), deep=2)
    marks = {number: [mark.name for mark in getattr(case, "marks", ())] for number, case in enumerate(cases)}
    assert [number for number, names in marks.items() if not names] == [0, 6]
    assert [number for number, names in marks.items() if names == ["deep"]] == [2, 4, 8, 10]
    assert [number for number, names in marks.items() if names == ["long"]] == [1, 3, 5, 7, 9, 11]


def test_one_proof_can_be_asked_for_alone() -> None:
    assert choose_rounds(f"{DEEP},junk=7") == {**choose_rounds(DEEP), "junk": 7}
    assert choose_rounds(ask_for(junk=7, swap=9)[VARIABLE]) == {**choose_rounds(SMALL), "junk": 7, "swap": 9}


@pytest.mark.parametrize("slip", ["", "deeep", "deep,no_such=1", "deep,junk", "junk=1", "small,junk=many"])
def test_a_slip_is_an_error(slip: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        choose_rounds(slip)


def test_what_a_run_before_proofs_leaves_out_is_in_a_file_that_proofs_run() -> None:
    on_sqlite, on_postgres = list_parts([BEFORE_PROOFS], {}, {"DATABASE_URL": "postgres:"})
    assert "not (postgres or rounds)" in on_sqlite.arguments
    assert "rounds" not in " ".join(on_postgres.arguments)
    # Written so that this file is not taken for one that has such tests.
    marking = "mark." + "rounds"
    modules = [path for folder in ("tests", "games") for path in Path(folder).rglob("*.py")]
    assert {str(path) for path in modules if marking in path.read_text()} <= {*MARKED_DEEP}


def test_the_guide_names_every_proof_and_its_rounds() -> None:
    guide = (Path(__file__).parent.parent / "docs/testing.md").read_text()
    for name, each in ROUNDS.items():
        assert f"| `{name}` | {each.small:,} | {each.deep:,} | {each.long:,} |" in guide
