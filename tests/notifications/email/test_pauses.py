"""Emails during and after a pause: nothing is asked in it, and its end tells the new deadline."""

from collections.abc import Sequence
from datetime import datetime

import pytest
from django.core import mail
from django.utils import translation

from accounts.models import User
from games.models import Game
from games.notifications import presence
from games.state.table import load_table
from games.tables.services import pauses
from games.wording.sentences import word_moment
from tests.builders_people import make_person
from tests.notifications.email.builders import GRACE, name_in_english, strip_deadline
from tests.tables.acts import agree_to_pause, people_of, until
from tests.tables.builders import asked, play_on, play_to_the_vote, start_table
from tests.tables.clocks import DAY, HOUR, SECOND, START, Clock, send_due_at, sweep_at

pytestmark = pytest.mark.django_db

WEEK = 7 * DAY


@pytest.fixture
def game(clock: Clock) -> Game:
    return start_table(*(make_person() for _ in range(3)), options={"wagers": False})


def send_at(clock: Clock, moment: datetime) -> list[tuple[Sequence[str], str]]:
    """Send the emails that are due at `moment`. Return the recipients and subjects of all emails sent so far."""
    send_due_at(clock, moment)
    return [(message.to, str(message.subject)) for message in mail.outbox]


def find_asked(game: Game) -> User:
    return people_of(game)[asked(load_table(game))[0]]


def test_nothing_is_asked_or_said_to_have_started_in_a_pause(game: Game, clock: Clock) -> None:
    agree_to_pause(game)
    assert send_at(clock, START + GRACE) == []
    assert send_at(clock, START + 2 * DAY) == []
    assert send_at(clock, START + WEEK - SECOND) == []


def test_a_pause_that_ends_by_itself_tells_whoever_is_asked_the_new_deadline(game: Game, clock: Clock) -> None:
    turn = find_asked(game)
    send_at(clock, START + GRACE)
    assert [message.to for message in mail.outbox] == [[turn.email]]
    agree_to_pause(game)
    send_at(clock, START + DAY)
    mail.outbox.clear()
    sweep_at(clock, START + GRACE + WEEK)
    expected = f"The pause is over, and {name_in_english(game)} is waiting for you"
    assert send_at(clock, START + WEEK + 2 * GRACE) == [([turn.email], expected)]
    with translation.override(turn.language):
        assert word_moment(until(game)) in str(mail.outbox[0].body)
    assert send_at(clock, START + WEEK + HOUR) == [([turn.email], expected)]


def test_a_pause_that_another_player_ends_tells_it_too_and_the_reminder_still_comes(game: Game, clock: Clock) -> None:
    turn = find_asked(game)
    agree_to_pause(game)
    send_at(clock, START + DAY)
    other = next(person for person in people_of(game) if person != turn)
    pauses.resume(code=game.code, user=other)
    [(told, _)] = send_at(clock, START + DAY + GRACE)
    assert told == [turn.email]
    mail.outbox.clear()
    sweep_at(clock, until(game) - HOUR)
    [(told, subject)] = send_at(clock, until(game) - HOUR)
    assert (told, strip_deadline(subject)) == ([turn.email], f"{name_in_english(game)} is waiting for you")


def test_whoever_ends_the_pause_at_the_table_sees_their_turn_there(game: Game, clock: Clock) -> None:
    turn = find_asked(game)
    agree_to_pause(game)
    clock.move_to(START + DAY)
    pauses.resume(code=game.code, user=turn)
    presence.note_presence(game.pk, turn.pk, lasts=5 * 60)
    assert send_at(clock, START + DAY + GRACE) == []


def test_a_question_after_the_pause_speaks_of_no_pause(game: Game, clock: Clock) -> None:
    agree_to_pause(game)
    clock.move_to(START + DAY)
    pauses.resume(code=game.code, user=game.host)
    clock.shift(SECOND)
    play_on(game, 1)
    [(told, subject)] = send_at(clock, START + DAY + 2 * GRACE)
    assert told == [find_asked(game).email]
    assert strip_deadline(subject) == f"Your turn: {name_in_english(game)}"


def test_who_knows_of_the_turn_is_told_the_deadline_that_another_player_moved(game: Game, clock: Clock) -> None:
    turn = find_asked(game)
    giver = next(person for person in people_of(game) if person != turn)
    send_at(clock, START + GRACE)
    mail.outbox.clear()
    pauses.grant_time(code=game.code, user=giver)
    [(told, subject)] = send_at(clock, START + GRACE + HOUR)
    assert (told, subject) == ([turn.email], f"You have more time: {name_in_english(game)}")
    assert f"{giver.display_name} gave you more time." in str(mail.outbox[0].body)
    with translation.override(turn.language):
        assert word_moment(until(game)) in str(mail.outbox[0].body)


def test_who_was_not_yet_told_of_the_turn_gets_one_email_with_the_new_deadline(game: Game, clock: Clock) -> None:
    turn = find_asked(game)
    giver = next(person for person in people_of(game) if person != turn)
    pauses.grant_time(code=game.code, user=giver)
    [(told, subject)] = send_at(clock, START + GRACE)
    assert (told, strip_deadline(subject)) == ([turn.email], f"Your turn: {name_in_english(game)}")
    with translation.override(turn.language):
        assert word_moment(until(game)) in str(mail.outbox[0].body)


def test_in_a_vote_more_time_is_told_to_the_others_and_not_to_its_giver(clock: Clock) -> None:
    game = play_to_the_vote(3)
    send_at(clock, START + GRACE)
    mail.outbox.clear()
    giver, *others = people_of(game)
    pauses.grant_time(code=game.code, user=giver)
    told = {address for addresses, _ in send_at(clock, START + GRACE + HOUR) for address in addresses}
    assert told == {person.email for person in others}
