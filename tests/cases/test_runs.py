"""Runs as they are stored in sessions."""

from datetime import date

from games.cases.runs import Run, dump_run, load_run


def test_a_run_comes_back_from_its_session() -> None:
    run = Run(seen=5, clue_at=3, marks=("1-2",), steps={1: 4})
    assert load_run(dump_run(run, date(2026, 11, 29))) == run


def test_in_a_run_of_an_older_release_the_clue_came_last() -> None:
    assert load_run({"seen": 4, "clue": True}).clue_at == 4
    assert load_run({"seen": 4, "clue": False}).clue_at == 0
