"""How a game ends: most points, then who was a spy more often, then shared; and what remains to be asked."""

from dataclasses import replace

import pytest

from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.ending import _decide
from games.titles.rendezvous.rules.moves import Point
from games.titles.rendezvous.tests.builders import Table, table


@pytest.mark.parametrize(
    ("points", "spy_rounds", "reason", "winners"),
    [
        ((5, 3, 2), (0, 2, 2), "points", (0,)),
        ((5, 5, 2), (1, 2, 3), "spy_rounds", (1,)),
        ((5, 5, 2), (2, 2, 3), "shared", (0, 1)),
        ((5, 5, 5), (2, 1, 2), "shared", (0, 2)),
        ((0, 0, 0), (1, 1, 1), "shared", (0, 1, 2)),
    ],
)
def test_most_points_win_then_more_rounds_as_a_spy_then_all_who_are_level(
    points: tuple[int, ...], spy_rounds: tuple[int, ...], reason: str, winners: tuple[int, ...]
) -> None:
    assert _decide(points, spy_rounds) == (reason, winners)


def test_a_game_ends_after_the_rounds_agreed_on() -> None:
    now = table("A??A", "?B?B")
    for _ in range(2):
        assert now.state.outcome is None
        now = now.points(*[None] * 4)
    assert now.state.outcome is not None
    assert rendezvous.to_act(now.state) == ()
    assert now.state.outcome.figures == {"points": [4, 4, 5, 3], "spy_rounds": [1, 1, 0, 2]}


def test_the_result_lists_most_points_first_and_of_level_players_the_winner() -> None:
    now = table("A??A", "?B?B").points(*[None] * 4).points(*[None] * 4)
    seen = now.seen_by(None)
    assert seen.outcome is not None
    assert seen.points == (4, 4, 5, 3)
    assert seen.ranking == (2, 0, 1, 3)
    level = replace(seen, points=(2, 5, 2, 5), outcome=replace(seen.outcome, winners=(3,)))
    assert level.ranking == (3, 1, 0, 2)


def test_at_a_table_of_three_the_unaware_counter_spy_was_no_spy() -> None:
    now = table("ABA", "AAB", variant="three").points(None, None, None).points(None, None, None)
    assert now.state.outcome is not None
    assert now.state.outcome.figures["spy_rounds"] == [2, 1, 1]


def test_everybody_has_the_same_role_over_a_game_and_the_same_side() -> None:
    now = table("A??A").points(*[None] * 4)
    assert now.state.outcome is not None
    assert {*now.state.outcome.roles} == {*rendezvous.SIDES} == {"operative"}


def left(now: Table) -> tuple[tuple[int, ...], int, int]:
    remains = rendezvous.remaining(now.state)
    assert remains
    return remains.turns, remains.votes, remains.together


def test_what_remains_is_a_word_in_every_lap_and_at_once_a_question_a_lap() -> None:
    in_turn, at_once = table("A??A", "?B?B"), table("A??A", "?B?B", laps="at_once")
    assert left(table("A??A", "?B?B", number=None)) == ((5, 4, 4, 4), 2, 2)
    assert left(in_turn.says("a", "b")) == ((3, 3, 4, 4), 2, 2)
    assert left(in_turn.talked()) == ((2, 2, 2, 2), 2, 2)
    assert left(in_turn.points("03", "03", "03", "03")) == ((2, 2, 2, 2), 1, 2)
    assert left(in_turn.points("03", "03", "03", "03").guesses("a", "b")) == ((2, 2, 2, 2), 1, 1)
    assert left(table("A??A", "?B?B", number=None, laps="at_once")) == ((1, 0, 0, 0), 2, 6)
    assert left(at_once.says("a", "b")) == ((0,) * 4, 2, 6)
    assert left(at_once.says("a", "b", "c", "d")) == ((0,) * 4, 2, 5)
    assert left(table("A??A", silent=True)) == ((1, 1, 1, 1), 1, 1), "in silence a single lap"


def test_what_remains_while_others_point_tells_nothing_of_who_may_guess() -> None:
    now = table("A??A").talked()
    found, missed = now.moves(Point(0, (0, 3))), now.moves(Point(0, (0, 1)))
    assert rendezvous.remaining(found.state) == rendezvous.remaining(missed.state)
