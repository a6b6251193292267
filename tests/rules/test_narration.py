"""A move that no player chose is told as what it is: to everybody, once, and never where it would tell a secret."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from games.rules.engine.narration import tell
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import BOT, CLOCK, PLAYER, STAND_IN, Entry, Seat, Term
from tests.rules.conformance import Setting, any_setting, play_with_absent_seats, settings
from tests.rules.narration import fold_all, marks_in

ABSENT, BOTS_ALIKE = 0, 1
"""The clock answers for one seat; a second is a person's, for whom a stand-in answers. The others are bots'."""
PEOPLE = (ABSENT, BOTS_ALIKE)


@cache
def play_absent(setting: Setting) -> tuple[list[Any], list[Entry]]:
    _, log = play_with_absent_seats(setting, 1, frozenset({ABSENT}), patience=20)
    return fold_all(setting.title, setting.start(1), log), log


def list_answers(title: AnyTitle, states: Sequence[Any], log: Sequence[Entry]) -> dict[tuple[Seat, str], str]:
    """Return by seat and decision who chose, of all that may be known to have been asked."""
    answers = {}
    for state, entry in zip(states, log, strict=False):
        asked = title.decision(state, entry.move.seat)
        assert asked
        if asked.public:
            answers[entry.move.seat, asked.name] = entry.by
    return answers


def is_automatic(seat: Seat, by: str) -> bool:
    return by == CLOCK or (by == BOT and seat in PEOPLE)


@pytest.mark.rounds
@any_setting
def test_every_automatic_answer_is_told_to_all_and_counted_once(setting: Setting) -> None:
    title = setting.title
    states, log = play_absent(setting)
    automatic = {
        (seat, name): CLOCK if by == CLOCK else STAND_IN
        for (seat, name), by in list_answers(title, states, log).items()
        if is_automatic(seat, by)
    }
    assert CLOCK in automatic.values()
    for viewer in (None, *range(setting.seats)):
        told = tell(title, states, log, PEOPLE, viewer)
        # At the end everything is recalled.
        assert dict(told.automatic) == {(name, seat): by for (seat, name), by in automatic.items()}
        assert told.counts == Counter(seat for seat, _ in automatic)
        marks = [mark for events in told.events for mark in marks_in(events)]
        assert Counter(marks) == Counter((seat, by) for (seat, _), by in automatic.items())


@pytest.mark.rounds
@any_setting
def test_a_word_on_an_open_move_follows_the_event_of_the_move_itself(setting: Setting) -> None:
    title = setting.title
    states, log = play_absent(setting)
    told = tell(title, states, log, PEOPLE, None)
    for state, entry, events in zip(states, log, told.events, strict=False):
        asked = title.decision(state, entry.move.seat)
        assert asked
        if not asked.sealed:
            assert events[0].params["player"] == Term("seat", entry.move.seat)
            assert marks_in(events) == marks_in(events[1:2])


@pytest.mark.rounds
@any_setting
def test_sealed_choices_tell_nothing_before_all_are_in(setting: Setting) -> None:
    title = setting.title
    states, log = play_absent(setting)
    for count in list_half_sealed(title, states, log)[-3:]:
        asked = title.decision(states[count - 1], log[count - 1].move.seat)
        assert asked
        for viewer in (None, *range(setting.seats)):
            told = tell(title, states[: count + 1], log[:count], PEOPLE, viewer)
            assert asked.name not in {name for name, _ in told.automatic}
            assert not marks_in(told.events[count - 1])


def list_half_sealed(title: AnyTitle, states: Sequence[Any], log: Sequence[Entry]) -> list[int]:
    """Return after how many moves some have chosen what others still have to choose at the same time."""
    asked = [title.decision(state, entry.move.seat) for state, entry in zip(states, log, strict=False)]
    return [
        count
        for count in range(1, len(log))
        if (before := asked[count - 1]) and before.sealed and before == asked[count]
    ]


def test_a_players_own_moves_and_a_bots_are_told_as_ever() -> None:
    for setting in settings()[:: len(settings()) // 5]:
        _, log = play_with_absent_seats(setting, 1, frozenset())
        own = [Entry(entry.move, PLAYER if entry.move.seat in PEOPLE else BOT) for entry in log]
        states = fold_all(setting.title, setting.start(1), own)
        told = tell(setting.title, states, own, PEOPLE, None)
        assert (dict(told.automatic), dict(told.counts)) == ({}, {})
        plain = [
            setting.title.narrate(states[place], entry.move, states[place + 1], None, states[-1])
            for place, entry in enumerate(own)
        ]
        assert list(told.events) == plain


def test_a_stand_in_that_answers_alone_from_the_start_is_told() -> None:
    setting = settings()[0]
    _, log = play_with_absent_seats(setting, 1, frozenset())
    log = [Entry(entry.move, BOT) for entry in log]
    states = fold_all(setting.title, setting.start(1), log)
    told = tell(setting.title, states, log, PEOPLE, None)
    assert set(told.counts) == set(PEOPLE)
    assert set(told.automatic.values()) == {STAND_IN}
