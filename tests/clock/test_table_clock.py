"""The clock of a table answers questions about times, without a database and without looking at the time itself."""

from datetime import UTC, datetime, timedelta
from itertools import combinations

from accounts.availability.waking_hours import Hours
from games.clock.table_clock import Clock, Sitter, Sitters
from games.rules.engine.values import Decision, Remaining

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CLOCK = Clock(turn=HOUR, vote=5 * HOUR)
PLAY, VOTE = Decision("play", 4), Decision("vote", sealed=True, vote=True)


def due_by(clock: Clock, asked: dict[int, Decision], now: datetime, sitters: Sitters | None = None) -> datetime | None:
    wait = clock.wait(asked, now, sitters)
    return wait.until if wait else None


def test_a_decision_has_the_time_of_a_turn_and_a_vote_its_own() -> None:
    assert due_by(CLOCK, {2: PLAY}, NOW) == NOW + HOUR
    assert due_by(CLOCK, {0: VOTE, 1: VOTE}, NOW) == NOW + 5 * HOUR


def test_a_game_is_due_when_the_first_of_its_seats_is() -> None:
    assert due_by(CLOCK, {0: VOTE, 1: PLAY}, NOW) == NOW + HOUR


def test_nothing_is_due_where_nothing_is_asked() -> None:
    assert due_by(CLOCK, {}, NOW) is None


SITTERS = {
    0: Sitter(Hours("Europe/Paris", 7, 23)),
    1: Sitter(Hours("America/Toronto", 9, 17)),
    2: Sitter(Hours("Pacific/Noumea", 22, 12), bank=HOUR),
    3: Sitter(),
}
GUESS = Decision("guess", sealed=True, public=False)


def test_one_who_is_asked_alone_and_openly_has_their_own_time() -> None:
    for seat, sitter in SITTERS.items():
        assert due_by(CLOCK, {seat: PLAY}, NOW, SITTERS) == sitter.hours.add(NOW, HOUR)


def test_until_when_something_secret_or_sealed_is_asked_is_the_same_whoever_is_asked() -> None:
    groups = [group for size in (1, 2, 3, 4) for group in combinations(SITTERS, size)]
    for decision in (VOTE, GUESS):
        dues = {due_by(CLOCK, dict.fromkeys(group, decision), NOW, SITTERS) for group in groups}
        assert len(dues) == 1
        time = CLOCK.time_for(vote=decision.vote)
        assert dues == {max(sitter.hours.add(NOW, sitter.hours.scale(time)) for sitter in SITTERS.values())}


def test_a_reminder_comes_while_one_is_awake() -> None:
    day, paris = Clock(turn=timedelta(days=1), vote=HOUR), SITTERS[0].hours
    asked = datetime(2026, 3, 2, 7, tzinfo=UTC)
    due = due_by(day, {0: PLAY}, asked, SITTERS)
    assert due
    assert due == datetime(2026, 3, 3, 7, tzinfo=UTC)
    # A fifth of sixteen hours, one of them after the night.
    assert day.remind_at(due, vote=False, hours=paris) == datetime(2026, 3, 2, 19, 48, tzinfo=UTC)


def test_the_latest_end_counts_banks_graces_and_nights() -> None:
    clock, left = Clock(timedelta(days=1), HOUR, bank=timedelta(days=2)), Remaining((2, 2, 0, 0), votes=0)
    slow = {seat: Sitter(SITTERS[seat].hours, timedelta(hours=30)) for seat in (0, 1)}
    due = due_by(clock, {0: PLAY}, NOW, slow)
    assert due
    end = due
    # One after the other they take all they have, whichever is asked first.
    for seat in (0, 1, 1, 0):
        hours = slow[seat].hours
        time = hours.scale(clock.turn) if end != due else timedelta(0)
        end = hours.add(hours.add(end, time), clock.grace(hours) + slow[seat].bank / 2)
    latest = clock.over_by(due, {0: PLAY}, left, slow)
    assert end <= latest


def test_the_latest_end_counts_the_nights_in_the_bank_and_the_grace_of_the_last_question() -> None:
    clock = Clock(HOUR, HOUR, bank=timedelta(hours=4))
    slow = {1: Sitter(SITTERS[1].hours, 2 * HOUR)}
    hours = slow[1].hours
    for minutes in range(0, 24 * 60, 10):
        due = hours.add(NOW + timedelta(minutes=minutes), HOUR)
        latest = clock.over_by(due, {1: PLAY}, Remaining((0, 1, 0, 0), votes=0), slow)
        assert hours.add(hours.add(due, slow[1].bank), clock.grace(hours)) <= latest


def test_a_mail_waits_for_a_tenth_of_the_time_and_two_minutes_at_most() -> None:
    assert CLOCK.mail_at(NOW, vote=False) == NOW + timedelta(minutes=2)
    assert Clock(turn=timedelta(minutes=5), vote=HOUR).mail_at(NOW, vote=False) == NOW + timedelta(seconds=30)


def test_a_reminder_comes_when_a_fifth_of_the_time_is_left() -> None:
    assert CLOCK.remind_at(NOW + HOUR, vote=False) == NOW + timedelta(minutes=48)
    assert CLOCK.remind_at(NOW + 5 * HOUR, vote=True) == NOW + 4 * HOUR


def test_the_latest_end_counts_the_turns_of_those_who_take_time_and_what_is_asked_of_all_at_once() -> None:
    left = Remaining((3, 3, 2), votes=1, together=1)
    due = NOW + HOUR
    assert CLOCK.over_by(due, {0: PLAY}, left, {0: Sitter(), 2: Sitter()}) == due + 5 * HOUR + 5 * HOUR
    assert CLOCK.over_by(due, {0: PLAY}, left, {0: Sitter()}) == due + 3 * HOUR + 5 * HOUR


def test_a_vote_under_way_ends_when_it_is_due() -> None:
    due = NOW + 5 * HOUR
    assert CLOCK.over_by(due, {0: VOTE, 1: VOTE}, Remaining((0, 0), votes=1), {0: Sitter(), 1: Sitter()}) == due
