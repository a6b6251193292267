"""A move that the rules refuse is found in a record of any title: where it is, and by the reason that they give."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from games.rules.engine.errors import MalformedMove
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from tests.golden.features import features_of
from tests.records.faults import find_fault, is_at, read_once, replay
from tests.rounds import one_in
from tests.rules.conformance import moves_around, mutations
from tests.titles import worlds_of

OTHER_KINDS: list[Any] = [None, True, 1.0, "no such", {}, [[]], ["x"], -1]
BY_CLOCK, NOT_ASKED, MALFORMED = "not_by_clock", "is not asked", "no move"
EACH = 3
"""How often each reason is tried for each type of move."""


def list_wrong(raw: dict[str, Any], chance: Random) -> Iterator[tuple[int, dict[str, Any], str]]:
    """Yield wrong moves in place of a person's, and what is to be found."""
    game, states = replay(raw)
    title, known = game.title, moves_around(game.title, states)
    for number, (line, state) in enumerate(zip(raw["moves"], states, strict=True)):
        if line["by"] == "player":
            for wrong, why in (*list_refused(title, state, line, known, chance), *list_malformed(title, line)):
                yield number, wrong, why
            for seat in {*range(raw["seats"])}.difference(title.to_act(state)):
                yield number, {**line, "seat": seat}, NOT_ASKED


def list_refused(
    title: AnyTitle, state: Any, line: dict[str, Any], known: list[Any], chance: Random
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield moves like those made elsewhere in the game, and the legal ones that the clock never makes."""
    seat, seats = line["seat"], title.observe(state, None).seats
    legal, by_clock = title.legal_moves(state, seat), title.fallback(title.observe(state, seat))
    tried = [*chance.sample(known, min(6, len(known))), *worlds_of(title.NAME).attempts(state, seat, chance)[:9]]
    for move in chance.sample([*legal], min(6, len(legal))):
        tried += mutations(title, move, seats, chance)
        if move not in by_clock:
            yield {"seat": seat, **title.dump_move(move), "by": "clock"}, BY_CLOCK
    for fields in map(title.dump_move, tried):
        if why := title.objection(state, title.load_move(seat, fields)):
            yield {"seat": seat, **fields, "by": "player"}, why


def list_malformed(title: AnyTitle, line: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the move with another kind of value in a field, and with a field more."""
    fields = {name: value for name, value in line.items() if name not in ("seat", "by")}
    for changed in ({**fields, "also": 1}, *({**fields, name: value} for name in fields for value in OTHER_KINDS)):
        try:
            title.load_move(line["seat"], changed)
        except MalformedMove:
            yield {"seat": line["seat"], **changed, "by": "player"}, MALFORMED


@pytest.mark.parametrize("title", one_in(3, sorted(TITLES, reverse=True)))
def test_a_move_that_the_rules_refuse_is_found_where_it_is(title: str) -> None:
    chance, found = Random(title), Counter[tuple[str, str]]()
    for golden in read_once(title):
        for number, wrong, why in list_wrong(golden, chance):
            key = why, golden["moves"][number]["type"]
            found[key] += 1
            if found[key] <= EACH:
                raw = deepcopy(golden)
                raw["moves"][number] = wrong
                assert is_at(find_fault(raw), f"move {number}", why)
    types = {line["type"] for golden in read_once(title) for line in golden["moves"]}
    assert {(why, kind) for why in (MALFORMED, NOT_ASKED) for kind in types} <= found.keys()
    assert {*features_of(title).REFUSED} <= {why for why, _ in found}


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_move_missing_or_superfluous_is_found_where_it_is(title: str) -> None:
    for golden in {raw["seats"]: raw for raw in read_once(title)}.values():
        last = len(golden["moves"]) - 1
        for number in {*range(0, last, 3), last}:
            lacking, doubled = deepcopy(golden), deepcopy(golden)
            del lacking["moves"][number]
            assert is_at(find_fault(lacking), f"move {number}", "missing: " if number == last else "")
            doubled["moves"].insert(number, doubled["moves"][number])
            assert is_at(find_fault(doubled), f"move {number + 1}", "superfluous" if number == last else "")
