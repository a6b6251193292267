"""The first reminder of a day lists all tables that wait, in one mail; later ones are about their table."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail

from accounts.models import User
from games.models import Delivery, Game, Heartbeat, Notification
from games.notifications import email_dispatch
from games.tables.services import deadlines, seats, stand_ins
from tests.builders_people import make_person
from tests.notifications.email.builders import name_in_english, strip_deadline
from tests.tables.builders import start_beside_stand_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 6, 10, tzinfo=UTC)
"""In Paris."""
DAY, HOUR = 86400, timedelta(hours=1)


@pytest.fixture
def person() -> User:
    return make_person("Ada")


def sit_at(person: User, days: int) -> Game:
    """Return a game that asks `person`, with so many days for an answer, and with nothing told of it but reminders."""
    game = start_beside_stand_in(person, bots=2, pace=days * DAY, vote_time=days * DAY, sleeps=False)
    Notification.objects.filter(game=game).exclude(kind="reminder").delete()
    return game


def remind(game: Game) -> str:
    """Let the reminder of a game be due, send all, and return the subject of the one mail that went out."""
    mail.outbox.clear()
    Heartbeat.objects.update(beat_at=datetime.now(UTC))
    reminder = Notification.objects.get(game=game, kind="reminder")
    due = datetime.now(UTC) + timedelta(hours=1)
    Game.objects.filter(pk=game.pk).update(due_at=due)
    Notification.objects.filter(pk=reminder.pk).update(send_at=datetime.now(UTC))
    assert email_dispatch.send_due() == 1
    [sent] = mail.outbox
    return strip_deadline(str(sent.subject))


def test_the_first_of_a_day_lists_all_and_the_next_is_about_its_table(person: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        deadlines.sweep()
        games = [sit_at(person, days) for days in (2, 3, 7)]
        assert remind(games[0]) == "3 tables are waiting for you"
        assert all(name_in_english(game) in str(mail.outbox[0].body) for game in games)
        assert Delivery.objects.count() == 1
        clock.shift(HOUR)
        assert remind(games[1]) == f"{name_in_english(games[1])} is waiting for you"
        clock.shift(timedelta(days=1))
        assert remind(games[2]) == "3 tables are waiting for you"


def test_only_tables_that_wait_and_are_not_muted_are_listed(person: User) -> None:
    with time_machine.travel(NOON, tick=False):
        deadlines.sweep()
        due, muted, left, listed = (sit_at(person, 3) for _ in range(4))
        seats.mute(code=muted.code, user=person, muted=True)
        stand_ins.hand_over(code=left.code, user=person)
        Notification.objects.exclude(kind="reminder").delete()
        assert remind(due) == "2 tables are waiting for you"
        body = str(mail.outbox[0].body)
        assert [name_in_english(game) in body for game in (due, muted, left, listed)] == [True, False, False, True]


def test_where_one_table_waits_the_reminder_is_as_before(person: User) -> None:
    with time_machine.travel(NOON, tick=False):
        deadlines.sweep()
        game = sit_at(person, 3)
        assert remind(game) == f"{name_in_english(game)} is waiting for you"
