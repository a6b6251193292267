"""The clock of a table answers questions about times, without a database and without looking at the time itself."""

from datetime import UTC, datetime, timedelta

from games.clock import Clock
from games.rules.protocol import Decision, Remaining

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CLOCK = Clock(turn=HOUR, vote=5 * HOUR)
PLAY, VOTE = Decision("play", 4), Decision("vote", sealed=True, vote=True)


def test_a_decision_has_the_time_of_a_turn_and_a_vote_its_own() -> None:
    assert CLOCK.due({2: PLAY}, NOW) == NOW + HOUR
    assert CLOCK.due({0: VOTE, 1: VOTE}, NOW) == NOW + 5 * HOUR


def test_a_game_is_due_when_the_first_of_its_seats_is() -> None:
    assert CLOCK.due({0: VOTE, 1: PLAY}, NOW) == NOW + HOUR


def test_nothing_is_due_where_nothing_is_asked() -> None:
    assert CLOCK.due({}, NOW) is None


def test_a_mail_waits_for_a_tenth_of_the_time_and_two_minutes_at_most() -> None:
    assert CLOCK.mail_at(NOW, vote=False) == NOW + timedelta(minutes=2)
    assert Clock(turn=timedelta(minutes=5), vote=HOUR).mail_at(NOW, vote=False) == NOW + timedelta(seconds=30)


def test_a_reminder_comes_when_a_fifth_of_the_time_is_left() -> None:
    assert CLOCK.remind_at(NOW + HOUR, vote=False) == NOW + timedelta(minutes=48)
    assert CLOCK.remind_at(NOW + 5 * HOUR, vote=True) == NOW + 4 * HOUR


def test_the_latest_end_counts_the_turns_of_those_who_take_time_and_what_is_asked_of_all_at_once() -> None:
    left = Remaining((3, 3, 2), votes=1, together=1)
    due = NOW + HOUR
    assert CLOCK.over_by(due, {0: PLAY}, left, slow=[0, 2]) == due + 5 * HOUR + 5 * HOUR
    assert CLOCK.over_by(due, {0: PLAY}, left, slow=[0]) == due + 3 * HOUR + 5 * HOUR


def test_a_vote_under_way_ends_when_it_is_due() -> None:
    due = NOW + 5 * HOUR
    assert CLOCK.over_by(due, {0: VOTE, 1: VOTE}, Remaining((0, 0), votes=1), slow=[0, 1]) == due
