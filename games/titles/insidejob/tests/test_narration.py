"""What is told of automatic moves: as far as the table remembers, and in a vote before the votes."""

from typing import Any

import pytest

from games.rules.engine.narration import Narration, tell
from games.rules.engine.values import BOT, CLOCK, PLAYER, STAND_IN, Entry
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.moves import ChooseMission, Play, Vote
from games.titles.insidejob.rules.options import LAST_TRICK, OPEN
from games.titles.insidejob.tests.builders import table as open_table
from tests.rules.narration import fold_all, marks_in


def play_tricks(memory: str, count: int) -> tuple[list[Any], list[Entry]]:
    now, log = open_table(3, memory=memory), list[Entry]()
    states = [now.state]
    for suit in "BGYP"[:count]:
        leader = now.state.leader
        moves: list[Any] = [ChooseMission(leader, now.state.drawn[0])]
        now = now.moves(*moves)
        states.append(now.state)
        for value in (1, 2, 3):
            now = now.plays(f"{suit}{value}")
            states.append(now.state)
            played = now.state.plays or now.state.tricks[-1].plays
            moves.append(Play(*played[-1]))
        log += [Entry(move, CLOCK if move.seat == leader else PLAYER) for move in moves]
    return states, log


@pytest.mark.parametrize(("memory", "sees"), [(OPEN, {1, 2, 3}), (LAST_TRICK, {3})])
def test_memory_holds_for_single_moves_and_never_for_their_number(memory: str, sees: set[int]) -> None:
    states, log = play_tricks(memory, 3)
    for viewer in (None, 0, 1, 2):
        told = tell(insidejob, states, log, range(3), viewer)
        assert {name for name, _ in told.automatic} == {f"lead-{number}" for number in sees}
        assert sum(len(marks_in(events)) for events in told.events) == len(sees)
        assert sum(told.counts.values()) == 3


def close_vote() -> Narration:
    """Return what is told of a vote that the clock closed for seat 1 and a stand-in for seat 2, of four."""
    start = open_table(4).but(tricks=open_table(4).state.tricks)
    state = start.but(tricks=(play_tricks(OPEN, 1)[0][-1].tricks[0],) * start.state.numbers.tricks).state
    log = [
        Entry(Vote(0, (1,)), PLAYER),
        Entry(Vote(1, ()), CLOCK),
        Entry(Vote(2, (1,)), BOT),
        Entry(Vote(3, (1,)), BOT),
    ]
    return tell(insidejob, fold_all(insidejob, state, log), log, (0, 1, 2), None)


def test_a_vote_tells_all_automatic_choices_before_the_votes() -> None:
    told = close_vote()
    assert [len(events) for events in told.events[:3]] == [0, 0, 0]
    first, second, third, *_ = told.events[3]
    assert [first.code, second.code, third.code] == ["by_clock", "by_stand_in", "voted"]
    assert dict(told.automatic) == {("vote-1", 1): CLOCK, ("vote-1", 2): STAND_IN}
