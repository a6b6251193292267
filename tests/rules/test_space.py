"""What learning programs get: numbered moves with masks and vectors, made from an observation alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.engine.protocol import AnyTitle
from games.rules.engine.space import Space
from games.rules.registry import TITLES
from tests.rules.leaks import Planter
from tests.rules.swap import find_leak, play_game
from tests.titles import worlds_of

# A title need not serve programs that learn.
any_title = pytest.mark.parametrize("title", [name for name, title in TITLES.items() if title.SPACE])
GAMES = range(2)
LEAK_PAIRS = 400


def space_of(title: AnyTitle) -> Space:
    assert title.SPACE
    return title.SPACE


def list_states(name: str, number: int) -> Iterator[tuple[AnyTitle, Any, int]]:
    game = play_game(worlds_of(name), f"space-{number}")
    for state in (*game.states[:: 3 + number], game.states[-1]):
        yield TITLES[name], state, game.seats


@any_title
def test_the_legal_actions_are_those_without_an_objection(title: str) -> None:
    asked = 0
    for number in GAMES:
        for rules, state, seats in list_states(title, number):
            for seat in rules.to_act(state):
                actions = space_of(rules).list_actions(state.options, seats, seat)
                legal = space_of(rules).list_legal(rules.observe(state, seat))
                allowed = {move for move in actions if rules.objection(state, move) is None}
                assert {*rules.legal_moves(state, seat)} & {*actions} <= {*legal} <= allowed
                # Any word may be guessed, and only this round's passwords make sense.
                assert {rules.dump_move(move)["type"] for move in allowed.difference(legal)} <= {"guess"}
                asked += 1
    assert asked > 5 * len(GAMES)


@any_title
def test_a_number_means_one_move_and_the_same_for_each_seat(title: str) -> None:
    rules = TITLES[title]
    for seats in rules.SEATS:
        options = rules.parse_options({}, seats)
        lists = [space_of(rules).list_actions(options, seats, seat) for seat in range(seats)]
        assert all(len({*actions}) == len(actions) for actions in lists)
        written = [[rules.dump_move(move) for move in actions] for actions in lists]
        assert all(each == written[0] for each in written)
        assert [move.seat for move in lists[-1]] == [seats - 1] * len(lists[-1])


@any_title
def test_vectors_of_a_table_have_one_length_and_values_from_0_to_1(title: str) -> None:
    for number in GAMES:
        sizes = set()
        for rules, state, seats in list_states(title, number):
            for viewer in (None, *range(seats)):
                vector = space_of(rules).encode(rules.observe(state, viewer))
                sizes.add(len(vector))
                assert all(type(value) is float and 0 <= value <= 1 for value in vector)
        assert len(sizes) == 1


@any_title
def test_vectors_tell_positions_and_viewers_apart(title: str) -> None:
    for number in GAMES:
        found = set()
        states = list(list_states(title, number))
        for rules, state, seats in states:
            found |= {tuple(space_of(rules).encode(rules.observe(state, seat))) for seat in range(seats)}
        assert len(found) > 0.7 * len(states) * states[0][2]


@any_title
def test_a_vector_that_knows_the_state_is_caught(title: str) -> None:
    """`tests/api/test_world_swap.py` compares honest ones in thousands of pairs."""
    worlds = worlds_of(title)
    rules = worlds.TITLE

    def offer(state: Any, seat: int) -> Any:
        return [*space_of(rules).encode(rules.observe(state, seat)), hash(repr(state)) % 2]

    assert find_leak(worlds, Planter(rules).replacing(offer=offer), LEAK_PAIRS).complaints
