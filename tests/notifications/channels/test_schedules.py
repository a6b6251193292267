"""What goes when: at once, when I am awake, once a day; reminders at my own times; a digest as one message."""

import json
from datetime import UTC, datetime, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.models import Contact, Delivery, Game, Notification
from games.notifications import contacts, email_dispatch, messages
from games.notifications.channel_dispatch import BATCH
from games.notifications.forms import _read_reminders, _write_reminders
from games.notifications.schedules import MARGIN, _find_digest, _find_end, find_waking
from tests.builders_people import make_person, reload
from tests.notifications.channels.builders import add_webhook, delivery_of, send_after, send_at, stop_mail
from tests.notifications.channels.sink import Sink
from tests.notifications.email.builders import (
    GRACE,
    Asked,
    ask_somebody,
    mail_of,
    name_in_english,
    state_of,
    strip_deadline,
    write_notifications,
)
from tests.tables.builders import play_on
from tests.tables.pages.browser import sign_in, text_of

EVENING, DAY = datetime(2026, 3, 28, 20, tzinfo=UTC), timedelta(days=1)
"""An evening in Paris; the clocks change in the night after it."""
ZONES = ("Europe/Paris", "America/Montreal", "Pacific/Noumea", "Pacific/Kiritimati", "Asia/Kathmandu", "UTC")
moments = st.datetimes(EVENING.replace(tzinfo=None), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(moments, st.sampled_from(ZONES))
def test_anyone_is_woken_at_seven_at_the_earliest_and_within_a_night(now: datetime, zone: str) -> None:
    user = User(time_zone=zone)
    waking = find_waking(user, now)
    assert find_waking(user, waking) == waking
    assert now <= waking <= now + timedelta(hours=9)


@given(moments, st.sampled_from(ZONES))
def test_a_digest_comes_once_a_day_at_six_in_the_evening(now: datetime, zone: str) -> None:
    user = User(time_zone=zone)
    first = _find_digest(user, now)
    assert first.astimezone(ZoneInfo(zone)).hour == 18
    assert now < first <= now + timedelta(hours=25)
    assert timedelta(hours=23) <= _find_digest(user, first) - first <= timedelta(hours=25)


@given(moments, st.sampled_from(ZONES), st.sampled_from(Contact.Schedule.values), st.integers(1, 7 * 24 * 60))
def test_nothing_is_held_back_beyond_its_deadline(now: datetime, zone: str, schedule: str, minutes: int) -> None:
    due_at = now + timedelta(minutes=minutes)
    held = _find_end(schedule, User(time_zone=zone), now, due_at)
    assert held is None or now < held <= due_at - MARGIN


def ask_with(schedule: str, due_in: timedelta, *people: User) -> Asked:
    """Return the turn of a person whose mail has a rhythm, with so much time left."""
    asked = ask_somebody(*people)
    User.objects.filter(pk=asked.person.pk).update(time_zone="Europe/Paris")
    Contact.objects.create(user=asked.person, channel="mail", schedule=schedule)
    Game.objects.filter(pk=asked.game.pk).update(due_at=timezone.now() + due_in, pace=7 * 24 * 3600)
    Notification.objects.filter(kind="reminder").delete()
    return asked


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("schedule", "sent_at"),
    [("now", EVENING + GRACE), ("awake", EVENING + GRACE), ("daily", datetime(2026, 3, 29, 16, 0, 1, tzinfo=UTC))],
)
def test_each_rhythm_has_its_time(schedule: str, sent_at: datetime) -> None:
    with time_machine.travel(EVENING, tick=False):
        asked = ask_with(schedule, 4 * DAY)
        email_dispatch.send_due(EVENING + GRACE)
        for moment, state in ((sent_at - timedelta(seconds=2), "waiting"), (sent_at, "sent")):
            email_dispatch.send_due(moment)
            assert state_of(asked.notification) == state or moment < EVENING + GRACE


@pytest.mark.django_db
def test_who_sleeps_is_told_in_the_morning_and_at_once_if_their_time_would_run_out() -> None:
    night = EVENING + timedelta(hours=3)
    with time_machine.travel(night, tick=False):
        patient = ask_with("awake", 4 * DAY)
        email_dispatch.send_due(night + GRACE)
        # Seven in the morning, by the clock as it stands after the change.
        assert mail_of(patient.notification).send_at == datetime(2026, 3, 29, 5, tzinfo=UTC)
        hurried = ask_with("awake", timedelta(hours=5), make_person(), make_person())
        assert email_dispatch.send_due(night + GRACE) == 1
        assert state_of(hurried.notification) == "sent"


@pytest.mark.django_db
def test_who_sleeps_is_woken_neither_by_a_retry_nor_by_a_worker_that_comes_back(sink: Sink) -> None:
    late, night = EVENING + timedelta(minutes=55), EVENING + timedelta(hours=4)
    with time_machine.travel(EVENING, tick=False):
        asked = ask_with("now", 4 * DAY)
        stop_mail(asked.person)
        add_webhook(asked.person, sink)
        Contact.objects.update(schedule="awake")
        sink.status = 503
        assert send_at(late) == 0
        sink.status = 200
        # The retry is due at night. Then the worker is away for a day.
        assert [send_at(moment) for moment in (night, night + DAY)] == [0, 0]
        assert len(sink.came) == 1
        morning = datetime(2026, 3, 30, 5, tzinfo=UTC)
        assert delivery_of(asked.notification, "webhook").send_at == morning
        assert [send_at(moment) for moment in (morning - timedelta(seconds=1), morning)] == [0, 1]


def lead_somewhere(person: User) -> Game:
    """Return a game that asks `person` first, and has four days."""
    while True:
        asked = ask_somebody(person, make_person())
        if asked.person == person:
            Game.objects.filter(pk=asked.game.pk).update(due_at=timezone.now() + 4 * DAY, pace=7 * 24 * 3600)
            Notification.objects.filter(game=asked.game).exclude(pk=asked.notification.pk).delete()
            return asked.game
        Notification.objects.filter(game=asked.game).delete()


@pytest.mark.django_db
def test_questions_that_are_due_together_are_one_mail_and_one_message(sink: Sink) -> None:
    person = make_person()
    assert add_webhook(person, sink).channel == "webhook"
    for _ in range(2):
        lead_somewhere(person)
    assert email_dispatch.send_due(timezone.now() + GRACE) == 1
    assert send_after(GRACE) == 1
    assert b"2 tables are waiting for you" in sink.came[0].body


@pytest.mark.django_db
def test_a_message_of_more_tables_than_it_lists_leaves_out_news_and_no_question(sink: Sink) -> None:
    person = make_person()
    assert add_webhook(person, sink).channel == "webhook"
    game = lead_somewhere(person)
    write_notifications(2, [person, person])
    with patch.object(messages, "MAX_LINES", 2):
        assert send_after(DAY) == 1
    said = json.loads(sink.came[0].body)
    assert said["title"] == "1 table is waiting for you, and there’s other news"
    assert [game.code in table["url"] for table in said["tables"]] == [True, False]


@pytest.mark.django_db
def test_a_digest_is_one_message_even_if_more_is_due_than_a_batch_takes(sink: Sink) -> None:
    people = [make_person() for _ in range(BATCH // 2 + 2)]
    for person in people:
        stop_mail(person)
        add_webhook(person, sink)
    Contact.objects.update(schedule="daily")
    # One table of each, then another one of each.
    write_notifications(2 * len(people), [*people, *people])
    assert send_after(timedelta(0)) == 0
    assert send_after(DAY) == len(people)
    assert all(b"News from 2 tables" in came.body for came in sink.came)


@pytest.mark.django_db
def test_reminders_come_at_each_time_that_was_chosen_and_again_for_the_next_decision() -> None:
    people = [make_person("Ada"), make_person("Ben")]
    User.objects.update(reminders=[480, 60])
    asked = ask_somebody(*map(reload, people))
    game = Game.objects.get(pk=asked.game.pk)
    assert game.due_at
    email_dispatch.send_due(timezone.now() + GRACE)
    for left in (timedelta(hours=8), timedelta(hours=1)):
        assert email_dispatch.send_due(game.due_at - left - timedelta(seconds=2)) == 0
        assert email_dispatch.send_due(game.due_at - left + timedelta(seconds=2)) == 1
    assert email_dispatch.send_due(game.due_at - timedelta(seconds=2)) == 0
    reminded = Delivery.objects.filter(notification=asked.reminder)
    assert len({delivery.message_id for delivery in reminded}) == reminded.count() == 2
    play_on(game, 1)
    again = Notification.objects.filter(kind="reminder", state="waiting").exclude(pk=asked.reminder.pk)
    assert reload(game).due_at
    assert [notification.send_at for notification in again] == [game.due_at - timedelta(hours=8)] * again.count()
    assert again.exists()


@pytest.mark.django_db
def test_a_time_longer_than_the_table_gives_is_left_out() -> None:
    people = [make_person(), make_person()]
    User.objects.update(reminders=[7 * 24 * 60])
    asked = ask_somebody(*map(reload, people))
    game = Game.objects.get(pk=asked.game.pk)
    assert game.due_at
    assert asked.reminder.send_at == game.due_at - timedelta(seconds=game.pace) / 5


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [("8 h, 1 h", [480, 60]), ("1h 30min", [60, 30]), ("2", [120]), ("3 d;8h", [4320, 480]), ("", []), ("1 j", [1440])],
)
def test_times_are_read_as_people_write_them(typed: str, minutes: list[int]) -> None:
    assert _read_reminders(typed) == minutes
    assert _read_reminders(_write_reminders(minutes)) == minutes


@pytest.mark.django_db
def test_the_page_keeps_what_is_chosen_for_each_channel_and_what_was_typed_wrong(sink: Sink) -> None:
    person = make_person()
    add_webhook(person, sink)
    client = sign_in(person)
    fields = {"turn": "on", "webhook-over": "on", "mail-schedule": "daily", "webhook-schedule": "awake"}
    refused = text_of(client.post("/mail/", {**fields, "reminders": "soon"}))
    assert "Please write times such as" in refused
    assert 'value="soon"' in refused
    assert 'value="daily" selected' in refused
    client.post("/mail/", {**fields, "reminders": "8 h, 1 h"})
    person.refresh_from_db()
    chosen = contacts.list_contacts(person)
    assert [way.schedule for way in chosen] == ["daily", "awake"]
    wanted = [[kind for kind in ("turn", "over", "missed") if contacts.is_wanted(way, kind)] for way in chosen]
    assert wanted == [["turn"], ["over"]]
    assert person.reminders == [480, 60]
    assert 'value="8 h, 1 h"' in text_of(client.get("/mail/"))


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["started", "seat_taken"])
def test_what_is_told_with_a_question_does_not_hide_it(sink: Sink, kind: str) -> None:
    with time_machine.travel(EVENING, tick=False):
        asked = ask_with("daily", 4 * DAY)
        add_webhook(asked.person, sink)
        Contact.objects.update(schedule="daily")
        key = f"{asked.game.code}/1/0"
        Notification.objects.create(recipient=asked.person, game=asked.game, kind=kind, key=key, send_at=EVENING)
        email_dispatch.send_due(EVENING + GRACE)
        assert email_dispatch.send_due(EVENING + DAY) == 1
        assert send_after(DAY) == 1
    said = f"Your turn: {name_in_english(asked.game)}"
    assert strip_deadline(str(mail.outbox[0].subject)) == said
    assert json.loads(sink.came[0].body)["title"] == said


@pytest.mark.django_db
def test_a_page_from_before_a_channel_was_set_up_turns_nothing_of_it_off(sink: Sink) -> None:
    person = make_person()
    add_webhook(person, sink)
    sign_in(person).post("/mail/", {"turn": "on", "mail-schedule": "now", "reminders": ""})
    assert Contact.objects.get(user=person, channel="webhook").off == []
