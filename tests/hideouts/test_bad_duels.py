"""Every fault that a record of T.A.R.G.E.T. can have is found, and said where."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.rules.hideouts.state import State, opponent_of
from tests.golden.features import read_golden
from tests.records.faults import find_fault, is_at, replay

Wanted = Callable[[dict[str, Any], State], Any]


def golden(wanted: Callable[[dict[str, Any]], Any] = lambda _: True) -> dict[str, Any]:
    return deepcopy(next(raw for raw in read_golden("target") if wanted(raw)))


def find_move(wanted: Wanted) -> tuple[dict[str, Any], int, State]:
    """Return a record that may be changed, with the place of a person's move as wanted and the state before it."""
    for raw in read_golden("target"):
        for number, (move, state) in enumerate(zip(raw["moves"], replay(raw)[1], strict=True)):
            if move["by"] == "player" and wanted(move, state):
                return deepcopy(raw), number, state
    raise AssertionError("no golden game has such a move")


def is_found(spot: tuple[dict[str, Any], int, State], why: str, **fields: Any) -> bool:
    raw, number, _ = spot
    assert find_fault(raw) is None
    raw["moves"][number].update(fields)
    return is_at(find_fault(raw), f"move {number}", why)


def kind(name: str, source: str | None = None) -> Wanted:
    return lambda move, _: move["type"] == name and move.get("from") == source


@pytest.mark.parametrize("spies", [[1, 1, 2], [1, 2, 10], [-1, 2, 3], [1, 2], [1, 2, 3, 4], []])
def test_a_wrong_hide(spies: list[int]) -> None:
    assert is_found(find_move(kind("hide")), "hide_three", spies=spies)


@pytest.mark.parametrize("spies", [None, 3, "123", [1, 2, "3"], [1, 2, 3.0], [1, 2, True], {"0": 1}])
def test_a_hide_of_another_form(spies: Any) -> None:
    assert is_found(find_move(kind("hide")), "no move", spies=spies)


def test_hiding_out_of_seat_order() -> None:
    raw = golden()
    raw["moves"][:2] = reversed(raw["moves"][:2])
    assert is_at(find_fault(raw), "move 0", "seat 1 is not next")


def test_an_attack_on_a_destroyed_hideout() -> None:
    for source in ("hand", "hideout"):

        def wanted(move: dict[str, Any], state: State, source: str = source) -> bool:
            return kind("attack", source)(move, state) and len(state.standing(opponent_of(move["seat"]))) < 3

        raw, number, state = spot = find_move(wanted)
        standing = state.standing(opponent_of(raw["moves"][number]["seat"]))
        gone = next(place for place in range(3) if place not in standing)
        assert is_found(spot, "target_destroyed", target=gone)


@pytest.mark.parametrize("target", [-1, 3])
def test_an_attack_on_no_hideout(target: int) -> None:
    assert is_found(find_move(kind("attack", "hand")), "no_target", target=target)
    assert is_found(find_move(kind("attack", "hideout")), "no_target", target=target)


def test_an_attack_with_a_spy_that_is_not_in_the_hand() -> None:
    raw, number, state = spot = find_move(kind("attack", "hand"))
    seat = raw["moves"][number]["seat"]
    assert is_found(spot, "spy_not_held", spy=state.hideouts[seat][state.standing(seat)[0]].spy)


def test_an_attack_from_a_destroyed_hideout() -> None:
    def wanted(move: dict[str, Any], state: State) -> bool:
        return kind("attack", "hideout")(move, state) and len(state.standing(move["seat"])) < 3

    raw, number, state = spot = find_move(wanted)
    gone = next(place for place in range(3) if place not in state.standing(raw["moves"][number]["seat"]))
    assert is_found(spot, "own_destroyed", own=gone)


def test_a_swap_without_a_decoy() -> None:
    def wanted(move: dict[str, Any], state: State) -> bool:
        return kind("attack", "hand")(move, state) and not state.tokens_left(move["seat"])

    raw, number, state = find_move(wanted)
    seat = raw["moves"][number]["seat"]
    own = state.standing(seat)[0]
    spy = state.hideouts[seat][own].spy
    raw["moves"][number] = {"seat": seat, "type": "swap", "own": own, "spy": spy, "token": 0, "by": "player"}
    assert is_at(find_fault(raw), f"move {number}", "out_of_tokens")


def test_a_swap_with_a_spy_that_is_not_there() -> None:
    raw, number, state = spot = find_move(kind("swap"))
    move = raw["moves"][number]
    other = next(place for place in state.standing(move["seat"]) if place != move["own"])
    assert is_found(spot, "spy_not_held", spy=state.hideouts[move["seat"]][other].spy)
    assert is_found(find_move(kind("swap")), "no_token", token=3)
    assert is_found(find_move(kind("swap")), "no_own", own=-1)


def test_a_refill_with_a_spy_that_is_not_in_the_hand() -> None:
    raw, number, state = spot = find_move(kind("refill"))
    missing = next(spy for spy in range(10) if spy not in state.hands[raw["moves"][number]["seat"]])
    assert is_found(spot, "spy_not_held", spy=missing)


def test_what_the_clock_does_not_do() -> None:
    assert is_found(find_move(kind("swap")), "not_by_clock", by="clock")
    assert is_found(find_move(kind("attack", "hideout")), "not_by_clock", by="clock")


def test_a_move_of_a_seat_that_is_not_asked() -> None:
    spot = find_move(kind("attack", "hand"))
    assert is_found(spot, "is not asked", seat=opponent_of(spot[2].player))


@pytest.mark.parametrize(
    "fields",
    [{"type": "pass"}, {"type": None}, {"from": "air"}, {"from": None}, {"spy": "3"}, {"target": True}, {"own": 1}],
)
def test_an_unknown_value_or_field_in_a_move(fields: dict[str, Any]) -> None:
    assert is_found(find_move(kind("attack", "hand")), "no move", **fields)


def test_a_missing_or_superfluous_move_wherever_it_is() -> None:
    count = len(golden()["moves"])
    for number in range(count):
        raw = golden()
        raw["moves"].insert(number, raw["moves"][number])
        assert find_fault(raw) is not None
        raw = golden()
        del raw["moves"][number]
        assert find_fault(raw) is not None
    raw = golden()
    last = raw["moves"].pop()
    assert is_at(find_fault(raw), f"move {count - 1}", "missing: turn-")
    raw["moves"] += [last, last]
    assert is_at(find_fault(raw), f"move {count}", "superfluous")


def test_a_missing_refill() -> None:
    raw, number, _ = find_move(kind("refill"))
    del raw["moves"][number]
    assert is_at(find_fault(raw), f"move {number}", "")


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
