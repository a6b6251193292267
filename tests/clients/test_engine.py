"""An engine in another program: it is asked line by line, and what goes wrong with it costs a random answer only."""

import sys
from typing import Any

import pytest

from insidejob_client.engine import Engine, is_taken, read_answer, read_offers

GAME: Any = {"title": "target", "code": "abc", "answers": [[{"type": "a"}], [{"type": "b"}], [{"type": "c"}]]}
READ = "import json, sys\nfor line in sys.stdin:\n    game = json.loads(line)\n    "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("print(len(game['answers']) - 1, flush=True)", [{"type": "c"}]),
        ("print(json.dumps({'moves': game['answers'][1]}), flush=True)", [{"type": "b"}]),
        (
            "print(json.dumps({'moves': [{'type': 'typed', 'word': 'é'}]}), flush=True)",
            [{"type": "typed", "word": "é"}],
        ),
    ],
)
def test_an_engine_chooses(code: str, expected: Any) -> None:
    engine = Engine([sys.executable, "-c", READ + code])
    try:
        assert [engine(GAME), engine(GAME)] == [expected, expected]
    finally:
        engine.close()


@pytest.mark.parametrize(
    "code", ["sys.exit(1)", "print('nonsense', flush=True)", "print(3, flush=True)", "print(-1, flush=True)", "pass"]
)
def test_a_fault_costs_a_random_answer(code: str, caplog: pytest.LogCaptureFixture) -> None:
    engine = Engine([sys.executable, "-c", READ + code], timeout=30 if code != "pass" else 0.2)
    try:
        for _ in range(2):
            assert engine(GAME) in GAME["answers"]
    finally:
        engine.close()
    assert caplog.text.count("A random answer is played") == 2


def test_an_engine_that_is_not_there_costs_a_random_answer_too() -> None:
    assert Engine(["/nowhere/engine"])(GAME) in GAME["answers"]


@pytest.mark.parametrize("line", ["", "true", "[]", '{"moves": 1}', "1.5", "null"])
def test_what_is_no_answer_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"no answer|Expecting"):
        read_answer(line, GAME["answers"])


def test_a_bot_takes_what_it_offers_and_says_why_not() -> None:
    taken = read_offers(["insidejob:3,4", "target:2"])
    assert taken == {"insidejob": [3, 4], "target": [2]}
    tables: list[Any] = [{"title": "insidejob", "seats": 3}, {"title": "target", "seats": 3}, {"title": "rendezvous"}]
    assert [is_taken(table, taken) for table in tables] == [True, "seats", "title"]
    assert is_taken(tables[0], {}) is False
