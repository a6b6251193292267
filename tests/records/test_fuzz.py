"""Records changed at random: `verify` never breaks, and lets through only what the rules would have let happen.

What it lets through is judged a second time, by the lists of legal moves and by writing the record again.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from games.rules.engine.errors import BadRecord
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.strict_json import is_same, read_json
from games.rules.engine.values import CLOCK, Entry
from games.rules.record import Replay, dump_line, verify_record, write_record
from tests.golden.features import read_golden
from tests.records.faults import copy_golden
from tests.rounds import choose
from tests.titles import is_typed

PLACES = re.compile(r"json|record|options|deal|move \d+|result")
STRANGE: list[Any] = [
    None, True, False, 0, 1, 2, 3, -1, 4, 10.0, 1e999, 10**40, "", "no", "B7", "P13", "\ud800", "é\n\x00", [], {}, [[]],
    [0], {"seat": 0}, "odd-only-green", "insider", "clock", "player", "vote", "play", 99, "insidejob", [1, 0], [0, 1],
]  # fmt: skip
CHANGES = choose(400, deep=1_000, long=2_000)
ALWAYS_FOUND = ("format", "title", "seats", "result")
"""The parts of a record in which nothing may be changed at all; several versions of the rules may allow one game."""


def list_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from list_paths(inner, (*path, key))


def choose_path(raw: Any, chance: Random) -> tuple[Any, ...]:
    part = chance.choice([*raw, "moves", "deal"])
    inside = list(list_paths(raw[part]))
    return (part, *chance.choice(inside)) if inside and chance.random() < 0.9 else (part,)


def change_record(raw: Any, chance: Random) -> tuple[Any, ...]:
    path = choose_path(raw, chance)
    holder = raw
    for step in path[:-1]:
        holder = holder[step]
    key, similar = path[-1], list(list_values(raw, type(holder[path[-1]])))
    kind = chance.choice(["strange", "similar", "similar", "similar", "drop", "add", "swap"])
    if kind == "strange":
        holder[key] = deepcopy(chance.choice(STRANGE))
    elif kind == "similar":
        holder[key] = deepcopy(chance.choice(similar))
    elif kind == "drop":
        del holder[key]
    elif kind == "add" and isinstance(holder, list):
        holder.insert(key, deepcopy(chance.choice(similar)))
    elif kind == "add":
        holder[f"{key} too"] = holder[key]
    else:
        swap(holder, key, chance)
    return path


def swap(holder: Any, key: Any, chance: Random) -> None:
    other = chance.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def list_values(raw: Any, kind: type) -> Iterator[Any]:
    for path in list_paths(raw):
        value = raw
        for step in path:
            value = value[step]
        if type(value) is kind:
            yield value


def judge_again(game: Replay) -> None:
    """Fail unless a replayed log is one of moves that are listed as legal, made by the seat that is asked, to the end.

    Of moves that hold typed words only some are listed: those must have the form of one that is.
    """
    title, state = game.title, game.title.start(game.options, game.deal, game.state.rules)
    for entry in game.entries:
        assert entry.move.seat in title.to_act(state)
        moves = list_moves(title, state, entry)
        assert entry.move in moves or (is_typed(title, entry.move) and type(entry.move) in set(map(type, moves)))
        state = title.apply(state, entry.move)
    assert (title.to_act(state), title.outcome(state)) == ((), title.outcome(game.state))


def list_moves(title: AnyTitle, state: Any, entry: Entry) -> Any:
    seat = entry.move.seat
    return title.fallback(title.observe(state, seat)) if entry.by == CLOCK else title.legal_moves(state, seat)


def replay_or_fault(raw: Any) -> Replay | BadRecord:
    """Return the replay of a record, or of a line of JSON, or what is wrong with it. Nothing else is ever raised."""
    try:
        return verify_record(read_json(raw) if isinstance(raw, bytes) else raw)
    except BadRecord as fault:
        return fault


def require_words(fault: BadRecord) -> None:
    """Fail unless a fault is told in one short line that any terminal can show."""
    assert PLACES.fullmatch(fault.where), fault
    assert fault.why.isprintable(), ascii(fault.why)
    assert len(fault.why) < 1000, fault


@pytest.mark.rounds
def test_no_change_breaks_verify_and_all_that_it_lets_through_is_a_game() -> None:
    chance, golden, found = Random(7), read_golden(), Counter[str]()
    for _ in range(CHANGES):
        before = chance.choice(golden)
        raw = deepcopy(before)
        path = change_record(raw, chance)
        if is_same(raw, before):
            continue
        read = replay_or_fault(raw)
        if isinstance(read, BadRecord):
            require_words(read)
            found[read.where.split()[0]] += 1
        else:
            found["let through"] += 1
            assert path[0] not in ALWAYS_FOUND, (path, raw)
            judge_again(read)
            assert is_same(write_record(*read), raw), path
    assert found.keys() == {"record", "options", "deal", "move", "result", "let through"}, found
    assert found["let through"] < CHANGES / 10, found


def test_another_game_with_the_old_result_is_found() -> None:
    """A vote that points elsewhere is legal; the result it was written with is not."""
    raw = copy_golden(lambda raw: raw["result"]["reason"] == "vote_insider" and "insider" in raw["deal"]["roles"])
    insider = raw["deal"]["roles"].index("insider")
    for move in raw["moves"]:
        if move["type"] == "vote" and move["against"] == [insider]:
            others = [seat for seat in range(4) if seat not in (insider, move["seat"], *raw["result"]["revealed"])]
            move["against"] = others[:1]
            move["by"] = "player" if others else "clock"
    with pytest.raises(BadRecord, match=r"^result: reason"):
        verify_record(raw)


def test_bytes_changed_at_random_are_read_or_refused() -> None:
    chance = Random(8)
    lines = [dump_line(record).encode() for record in read_golden()]
    for _ in range(500):
        line = bytearray(chance.choice(lines))
        for _ in range(chance.randrange(1, 4)):
            line[chance.randrange(len(line))] = chance.choice([*b'{}[]",:0123456789eE.-\\ntf \x00\xff'])
        del line[: chance.choice([0, 0, 0, 1, 100])]
        read = replay_or_fault(bytes(line))
        if isinstance(read, BadRecord):
            require_words(read)
        else:
            judge_again(read)


MALFORMED = {
    "nothing": (b"", "Expecting value"),
    "an empty line": (b"\n", "Expecting value"),
    "half a record": (b'{"format":"insidejob-record/1","title":', "Expecting value"),
    "single quotes": (b"{'format':1}", "Expecting property name"),
    "two values": (b"{} {}", "Extra data"),
    "a comma too many": (b'{"format":1,}', ""),
    "no UTF-8": (b'{"format":"\xff"}', "not UTF-8"),
    "UTF-16": ("{}".encode("utf-16"), "not UTF-8"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "BOM"),
    "zeros": (b"\x00" * 50, "Expecting value"),
    "a key twice": (b'{"format":1,"format":2}', '"format" is given twice'),
    "a key twice inside": (b'{"format":{"a":[{"b":1,"b":1}]}}', '"b" is given twice'),
    "NaN": (b'{"seats":NaN}', "NaN is not JSON"),
    "Infinity": (b'{"seats":-Infinity}', "-Infinity is not JSON"),
    "a huge number": (b'{"seats":' + b"9" * 100_000 + b"}", "too many digits"),
    "deep nesting": (b"[" * 400_000, "nested too deeply"),
    "deep objects": (b'{"a":' * 100_000, "nested too deeply"),
    "a long line": (b'"' + b"x" * 1_100_000 + b'"', "longer than 1000000 bytes"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_json(name: str) -> None:
    line, why = MALFORMED[name]
    with pytest.raises(BadRecord) as caught:
        read_json(line)
    assert caught.value.where == "json"
    assert why in caught.value.why


def test_what_is_nested_just_not_too_deeply_is_still_refused_without_a_traceback() -> None:
    golden = json.dumps(read_golden()[0])
    for depth in range(1, 1200, 13):
        for part in ("options", "deal", "moves", "result"):
            line = golden.replace(f'"{part}":', f'"{part}":{"[" * depth}{"]" * depth},"x":', 1)
            with pytest.raises(BadRecord):
                verify_record(read_json(line.encode()))
