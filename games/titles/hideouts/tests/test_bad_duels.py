"""Every fault that a record of T.A.R.G.E.T. can have is found, and said where."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.records.faults import find_fault, is_at, read_once


def golden(wanted: Callable[[dict[str, Any]], Any] = lambda _: True) -> dict[str, Any]:
    return deepcopy(next(raw for raw in read_once("target") if wanted(raw)))


def test_hiding_out_of_seat_order() -> None:
    raw = golden()
    raw["moves"][:2] = reversed(raw["moves"][:2])
    assert is_at(find_fault(raw), "move 0", "seat 1 is not next")


@pytest.mark.parametrize("deal", [{}, {"first": 2}, {"first": -1}, {"first": True}, {"first": 0, "last": 1}, [0], None])
def test_a_wrong_deal(deal: Any) -> None:
    raw = golden()
    raw["deal"] = deal
    assert is_at(find_fault(raw), "deal", "")


def test_another_first_player() -> None:
    raw = golden()
    raw["deal"]["first"] = 1 - raw["deal"]["first"]
    assert is_at(find_fault(raw), "move 2", "is not asked")


def test_an_option_and_another_number_of_seats() -> None:
    raw = golden()
    raw["options"] = {"memory": "open"}
    assert is_at(find_fault(raw), "options", "unknown_option")
    raw = golden()
    raw["seats"] = 3
    assert is_at(find_fault(raw), "record", "seats is 3")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("points", [9, 9]),
        ("hand_sums", [0, 0]),
        ("winners", []),
        ("winners", [0, 1]),
        ("reason", "draw"),
        ("points", 3),
    ],
)
def test_a_wrong_result(name: str, value: Any) -> None:
    raw = golden(lambda raw: raw["result"]["reason"] == "points")
    raw["result"][name] = value
    assert is_at(find_fault(raw), "result", name)


def test_a_draw_has_no_winners() -> None:
    raw = golden(lambda raw: raw["result"]["reason"] == "draw")
    assert raw["result"]["winners"] == []
    raw["result"]["winners"] = [0]
    assert is_at(find_fault(raw), "result", "winners")
