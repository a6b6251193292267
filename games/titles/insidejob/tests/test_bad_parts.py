"""Every fault that a record of Inside Job can have besides its moves is found, and said where."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import pytest

from games.titles.insidejob.rules.missions import RISKY
from tests.records.faults import copy_golden, find_fault, is_at, read_once
from tests.rounds import choose

Change = Callable[[dict[str, Any]], Any]


def find(raw: Any, path: Sequence[Any]) -> Any:
    for step in path:
        raw = raw[step]
    return raw


def put(*path: Any, value: Any) -> Change:
    return lambda raw: find(raw, path[:-1]).__setitem__(path[-1], value)


def drop(*path: Any) -> Change:
    return lambda raw: find(raw, path[:-1]).__delitem__(path[-1])


def copy_within(source: tuple[Any, ...], to: tuple[Any, ...]) -> Change:
    return lambda raw: put(*to, value=find(raw, source))(raw)


DEAL_FAULTS = {
    "a card dealt twice": (copy_within(("deal", "hands", 0, 0), ("deal", "hands", 1, 0)), "dealt twice"),
    "a card twice in a hand": (copy_within(("deal", "hands", 2, 0), ("deal", "hands", 2, 1)), "dealt twice"),
    "a hand too small": (drop("deal", "hands", 3, 0), "hand 3 has 11 entries, not 12"),
    "a hand too large": (lambda raw: raw["deal"]["hands"][0].append("B1"), "hand 0 has 13 entries, not 12"),
    "a hand too few": (drop("deal", "hands", 0), "hands has 3 entries, not 4"),
    "no list of cards": (put("deal", "hands", 1, value="B1"), "hand 1 is"),
    "no card": (put("deal", "hands", 1, 0, value="B14"), 'holds "B14"'),
    "a number for a card": (put("deal", "hands", 1, 0, value=7), "holds 7"),
    "a mission twice": (copy_within(("deal", "missions", 0), ("deal", "missions", 1)), "not in this deck, or in it"),
    "an unknown mission": (put("deal", "missions", 5, value="prime-only-pink"), "prime-only-pink"),
    "a risky mission": (put("deal", "missions", 5, value=RISKY[0].id), RISKY[0].id),
    "a mission too few": (drop("deal", "missions", 0), "missions has 23 entries, not 24"),
    "a list for a mission": (put("deal", "missions", 0, value=["odd-only-green"]), "not in this deck"),
    "a second insider": (put("deal", "roles", value=["insider"] * 2 + ["agent"] * 2), "roles is"),
    "a role not in play": (put("deal", "roles", value=["insider", "agent", "agent", "sleeper"]), "roles is"),
    "an unknown role": (put("deal", "roles", value=["insider", "agent", "agent", "spy"]), "roles is"),
    "a number for a role": (put("deal", "roles", value=["insider", "agent", "agent", 1]), "roles is"),
    "a role too few": (put("deal", "roles", value=["insider", "agent", "agent"]), "roles has 3"),
    "a leader who is not there": (put("deal", "leader", value=4), "leader is 4"),
    "true for a leader": (put("deal", "leader", value=True), "leader is true"),
    "1.0 for a leader": (put("deal", "leader", value=1.0), "leader is 1.0"),
    "Larry among four": (put("deal", "larry", value=["B1"]), '"larry" is unknown'),
    "no missions": (drop("deal", "missions"), "missions is missing"),
    "no object": (put("deal", value=[]), "not an object"),
}


def is_plain(raw: dict[str, Any]) -> bool:
    """Tell whether a record is of four seats, without special roles or risky missions."""
    return raw["seats"] == 4 and not raw["options"]["roles"] and not raw["options"]["risky"]


@pytest.mark.parametrize("name", DEAL_FAULTS)
def test_a_deal_that_cannot_be(name: str) -> None:
    change, why = DEAL_FAULTS[name]
    raw = copy_golden(is_plain)
    change(raw)
    assert is_at(find_fault(raw), "deal", why)


def test_larrys_pile_is_the_rest_of_the_cards() -> None:
    for change, why in (
        (drop("deal", "larry", 3), "larry has 31 entries, not 32"),
        (drop("deal", "larry"), "larry is missing"),
        (copy_within(("deal", "hands", 0, 0), ("deal", "larry", 0)), "dealt twice"),
    ):
        raw = copy_golden(seats=2)
        change(raw)
        assert is_at(find_fault(raw), "deal", why)


def choose_roles(*roles: str) -> Change:
    def change(raw: dict[str, Any]) -> None:
        raw["options"]["roles"] = list(roles)
        raw["deal"]["roles"] = [*roles, "insider", "agent", "agent", "agent"][: raw["seats"]]

    return change


OPTION_FAULTS = {
    "two neutral roles": (choose_roles("decoy", "tim_shady"), "roles_two_neutral"),
    "roles out of order": (choose_roles("sleeper", "paranoid"), "roles is"),
    "text for roles": (put("options", "roles", value="sleeper"), "roles is"),
    "no wagers with risky missions": (lambda raw: raw["options"].update(wagers=False, risky=True), "risky_needs"),
    "a missing option": (drop("options", "risky"), "risky is missing"),
    "an unknown option": (put("options", "speed", value=1), "speed"),
    "no object": (put("options", value=[]), "not an object"),
}


@pytest.mark.parametrize("name", OPTION_FAULTS)
def test_options_that_no_table_has(name: str) -> None:
    change, why = OPTION_FAULTS[name]
    raw = copy_golden(is_plain)
    change(raw)
    assert is_at(find_fault(raw), "options", why)


def test_options_that_do_not_go_with_the_seats() -> None:
    for seats, change, why in (
        (3, choose_roles("sleeper"), "roles_seats"),
        (2, put("options", "risky", value=True), "risky_with_larry"),
    ):
        raw = copy_golden(lambda raw: raw["options"]["wagers"], seats)
        change(raw)
        assert is_at(find_fault(raw), "options", why)


RECORD_FAULTS = {
    "another format": (put("format", value="insidejob-record/2"), "format is"),
    "no format": (put("format", value=None), "format is null"),
    "an unknown title": (put("title", value="poker"), '"poker" is unknown'),
    "a list for a title": (put("title", value=["insidejob"]), "is unknown"),
    "other rules": (put("rules", value=3), "rules is 3"),
    "true for rules": (put("rules", value=True), "rules is true"),
    "1.0 for rules": (put("rules", value=1.0), "rules is 1.0"),
    "six seats": (put("seats", value=6), "seats is 6"),
    "text for seats": (put("seats", value="4"), 'seats is "4"'),
    "4.0 for seats": (put("seats", value=4.0), "seats is 4.0"),
    "no moves": (drop("moves"), "moves is missing"),
    "an object for moves": (put("moves", value={}), "moves is"),
    "no result": (drop("result"), "result is missing"),
    "an unknown key": (put("chat", value=[]), '"chat" is unknown'),
    "keys out of order": (lambda raw: raw.update(title=raw.pop("title")), "order"),
}


@pytest.mark.parametrize("name", RECORD_FAULTS)
def test_a_record_that_is_none(name: str) -> None:
    change, why = RECORD_FAULTS[name]
    raw = copy_golden(is_plain)
    change(raw)
    assert is_at(find_fault(raw), "record", why)


@pytest.mark.parametrize("value", [None, 3, "record", [], True])
def test_what_is_json_and_no_record(value: Any) -> None:
    assert is_at(find_fault(value), "record", "not an object")


def change_result(name: str, value: Any) -> Any:
    if name == "winners":
        return value[:-1] if value else [0]
    if isinstance(value, list):
        return [value[0] + 1, *value[1:]] if value else [0]
    return value + 1 if isinstance(value, int) else "vote_tie" if value != "vote_tie" else "vote_wrong"


@pytest.mark.rounds
@pytest.mark.parametrize("name", ["reason", "winners", "missions", "intel", "revealed", "tricks"])
def test_a_wrong_result_field_in_every_golden_game(name: str) -> None:
    for raw in map(deepcopy, read_once("insidejob")[:: choose(20, deep=5)]):
        raw["result"][name] = change_result(name, raw["result"][name])
        assert is_at(find_fault(raw), "result", name)


@pytest.mark.parametrize(
    "change",
    [
        drop("result", "intel"),
        put("result", "points", value=3),
        put("result", "tricks", value=10.0),
        put("result", "tricks", value="10"),
        put("result", "winners", value=None),
        put("result", value=None),
        lambda raw: raw["result"].update(reason=raw["result"].pop("reason")),
    ],
)
def test_a_result_of_another_shape(change: Change) -> None:
    raw = copy_golden(is_plain)
    change(raw)
    assert is_at(find_fault(raw), "result", "")
