"""A commitment to a deal binds to all of it, tells nothing of it, and is opened part by part."""

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from games.rules.commitment import commit, hash_part, hash_tree, list_parts, open_parts, verify_commitment
from games.rules.engine.errors import BadRecord
from games.rules.engine.strict_json import read_json
from games.rules.engine.values import Json
from games.rules.record import verify_record
from games.rules.registry import TITLES
from tests.golden.features import read_golden
from tests.rules.conformance import Setting, any_setting

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
CT_LEAVES = (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)  # fmt: skip
CT_ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The tree of RFC 6962 over so many of these leaves, as Certificate Transparency publishes it."""


def split(setting: Setting, seed: int) -> dict[str, Json]:
    return list_parts(setting.title, setting.parse(), setting.deal(seed), setting.title.RULES)


def find_fault(raw: Any, replay: Any = None) -> str:
    try:
        verify_commitment(raw, replay)
    except BadRecord as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize("count", range(1, len(CT_ROOTS) + 1))
def test_the_tree_is_that_of_certificate_transparency(count: int) -> None:
    leaves = [sha256(b"\x00" + bytes.fromhex(leaf)).digest() for leaf in CT_LEAVES[:count]]
    assert hash_tree(leaves).hex() == CT_ROOTS[count - 1]


@any_setting
def test_what_is_opened_holds_and_which_parts_there_are_tells_nothing(setting: Setting) -> None:
    here, there = split(setting, 1), split(setting, 2)
    assert list(here) == list(there)
    opened = open_parts(here, KEY, here)
    assert verify_commitment(opened) == opened["root"] == commit(here, KEY)
    assert verify_commitment(open_parts(here, KEY, ["game"])) == opened["root"]


@any_setting
def test_all_of_the_deal_is_committed_to(setting: Setting) -> None:
    for seed in range(4):
        here, there = setting.deal(seed), setting.deal(seed + 1)
        ours, theirs = split(setting, seed), split(setting, seed + 1)
        assert (here == there) == (ours == theirs) == (commit(ours, KEY) == commit(theirs, KEY))


@any_setting
def test_the_same_deal_under_another_key_has_nothing_in_common(setting: Setting) -> None:
    parts = split(setting, 1)
    ours, theirs = (open_parts(parts, key, parts) for key in (KEY, OTHER_KEY))
    salts = [part["salt"] for file in (ours, theirs) for part in file["parts"]]
    assert len({*salts}) == len(salts) == 2 * len(parts)
    assert all(len(salt) == 64 for salt in salts)
    assert ours["root"] != theirs["root"]
    closed = [part["hash"] for key in (KEY, OTHER_KEY) for part in open_parts(parts, key, ())["parts"]]
    assert len({*closed}) == len(closed)


@any_setting
def test_a_closed_part_shows_its_name_and_a_hash_that_no_guess_confirms(setting: Setting) -> None:
    parts = split(setting, 1)
    file = open_parts(parts, KEY, ["game"])
    opened, *closed = file["parts"]
    assert [part.keys() for part in closed] == [{"name", "hash"}] * (len(parts) - 1)
    hashes = {part["hash"] for part in closed}
    salts = (b"", bytes(32), bytes.fromhex(opened["salt"]), bytes.fromhex(file["root"]))
    assert not hashes & {hash_part(name, salt, parts[name]).hex() for name in parts for salt in salts}


def spoil(file: dict[str, Any], place: int) -> list[dict[str, Any]]:
    part, others = file["parts"][place], file["parts"]

    def put(*changed: Any) -> dict[str, Any]:
        return {**file, "parts": [*others[:place], *changed, *others[place + 1 :]]}

    return [
        put({**part, "value": [part["value"]]}),
        put({**part, "salt": others[place - 1]["salt"]}),
        put({**part, "salt": part["salt"].upper() + "0"}),
        put({**part, "salt": 7}),
        put({**part, "name": "another"}),
        put({**part, "name": None}),
        put({"name": part["name"], "value": part["value"]}),
        put({"name": part["name"], "hash": "0" * 64}),
        put(part, part),
        put(),
        put(None),
        {**file, "parts": [*reversed(others)]},
        {**file, "parts": []},
        {**file, "root": file["root"][::-1]},
        {**file, "format": "insidejob-record/1"},
        {**file, "more": 1},
    ]


@pytest.mark.parametrize("title", TITLES)
def test_any_change_of_a_file_is_found(title: str) -> None:
    parts = split(Setting(TITLES[title], TITLES[title].USUAL_SEATS, ()), 1)
    file = open_parts(parts, KEY, parts)
    for place in range(len(parts)):
        for number, spoilt in enumerate(spoil(file, place)):
            assert find_fault(spoilt).startswith("commitment"), (place, number)
    assert find_fault(read_json(b'{"format":1,"root":"","parts":[{"name":"\\ud800","salt":"","value":1}]}'))


def test_a_tree_that_holds_two_deals_to_be_opened_as_suits_is_found() -> None:
    parts = split(Setting(TITLES["insidejob"], 3, ()), 1)
    double = {**parts, "role-0 ": "insider"}
    assert "not those of such a game" in find_fault(open_parts(double, KEY, ["game", "role-0 "]))
    assert "not those of such a game" in find_fault(open_parts(double, KEY, ["game", "role-0"]))
    unknown = {**parts, "game": {**parts["game"], "title": "bridge"}}
    assert "unknown" in find_fault(open_parts(unknown, KEY, ["game"]))
    assert "game" in find_fault(open_parts(parts, KEY, ["leader"]))


def test_what_is_opened_is_what_the_record_says() -> None:
    for raw in read_golden()[::4]:
        replay = verify_record(raw)
        parts = list_parts(replay.title, replay.options, replay.deal, replay.state.rules)
        assert find_fault(open_parts(parts, KEY, parts), replay) == ""
        last = [*parts][-1]
        assert f"{last} is closed" in find_fault(open_parts(parts, KEY, [*parts][:-1]), replay)
        dealt = replay.title.make_deal(replay.options, raw["seats"], Random(1))
        other = list_parts(replay.title, replay.options, dealt, replay.state.rules)
        if other != parts:
            assert "not what the record says" in find_fault(open_parts(other, KEY, other), replay)
