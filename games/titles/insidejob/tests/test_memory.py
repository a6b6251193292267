"""Section 7, memory: which finished tricks stay in sight, in what is seen and in what is told."""

import pytest

from games.titles.insidejob.rules.apply import apply
from games.titles.insidejob.rules.moves import ChooseMission
from games.titles.insidejob.rules.narrate import narrate
from games.titles.insidejob.rules.options import LAST_TRICK, OPEN, parse_options
from games.titles.insidejob.tests.builders import Table, read_play, table

VIEWERS = (0, 1, 2, None)


def after_tricks(memory: str, count: int) -> Table:
    now = table(3, memory=memory)
    for number in range(count):
        suit = "BGYP"[number]
        now = now.moves(ChooseMission(now.state.leader, now.state.drawn[0])).plays(f"{suit}1", f"{suit}2", f"{suit}3")
    return now


def test_7_memory_is_open_by_default() -> None:
    assert parse_options({}, 4).memory == OPEN


@pytest.mark.parametrize(("memory", "told"), [(OPEN, True), (LAST_TRICK, False)])
def test_7_memory_holds_for_what_is_told_of_old_moves(memory: str, told: bool) -> None:
    before = after_tricks(memory, 0).mission("odd-only-green").state
    play = read_play(0, "B1")
    after = Table(before).plays("B1").state
    soon, later = after_tricks(memory, 1).state, after_tricks(memory, 2).state
    for viewer in VIEWERS:
        assert narrate(before, play, after, viewer, after)
        assert narrate(before, play, after, viewer, soon)
        assert bool(narrate(before, play, after, viewer, later)) is told


@pytest.mark.parametrize(("memory", "told"), [(OPEN, True), (LAST_TRICK, False)])
def test_7_memory_holds_for_what_each_seat_took(memory: str, told: bool) -> None:
    for viewer in VIEWERS:
        seen = after_tricks(memory, 2).seen_by(viewer)
        assert sum(count for count, _ in seen.taken) == (2 if told else 0)
        assert seen.remembers_all is told


def test_7_what_a_trick_brought_is_told_with_its_last_card() -> None:
    last = read_play(2, "B5")
    before = table(3).mission("odd-only-green").plays("B1", "B3").take(2, last.card).state
    after = apply(before, last)
    told = narrate(before, last, after, None, after)
    assert [event.code for event in told] == ["played", "trick_won", "mission_met"]


def test_7_the_mission_set_aside_is_told_to_its_leader_alone() -> None:
    before = table(3).draws("odd-only-green", "one-suit-blue").state
    move = ChooseMission(0, before.drawn[0])
    after = apply(before, move)
    (mine,) = narrate(before, move, after, 0, after)
    (theirs,) = narrate(before, move, after, 1, after)
    assert "other" in mine.params
    assert set(theirs.params) == {"player", "mission"}
