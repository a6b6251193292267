"""How many rounds proofs play is said in one place, by one variable, and never by a slip."""

from pathlib import Path

import pytest

from tests.rounds import DEEP, ROUNDS, SMALL, VARIABLE, ask_for, choose_rounds, count_rounds


def test_small_rounds_are_played_unless_others_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert {name: count_rounds(name) for name in ROUNDS} == {name: each.small for name, each in ROUNDS.items()}
    monkeypatch.setenv(VARIABLE, DEEP)
    assert {name: count_rounds(name) for name in ROUNDS} == {name: each.deep for name, each in ROUNDS.items()}


def test_deep_rounds_are_never_fewer() -> None:
    assert all(each.deep >= each.small for each in ROUNDS.values())


def test_one_proof_can_be_asked_for_alone() -> None:
    assert choose_rounds(f"{DEEP},junk=7") == {**choose_rounds(DEEP), "junk": 7}
    assert choose_rounds(ask_for(junk=7, swap=9)[VARIABLE]) == {**choose_rounds(SMALL), "junk": 7, "swap": 9}


@pytest.mark.parametrize("slip", ["", "deeep", "deep,no_such=1", "deep,junk", "junk=1", "small,junk=many"])
def test_a_slip_is_an_error(slip: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        choose_rounds(slip)


def test_the_guide_names_every_proof_and_its_rounds() -> None:
    guide = (Path(__file__).parent.parent / "docs/testing.md").read_text()
    for name, each in ROUNDS.items():
        assert f"| `{name}` | {each.small:,} | {each.deep:,} |" in guide
