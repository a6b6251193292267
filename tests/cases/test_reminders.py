"""Reminders of the case of the day: off at first, once a day at the hour chosen, dropped once the case is solved."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Case, CaseReminder, Contact, Device, Investigation
from games.notifications import case_reminders, contacts, preferences, smtp_connection
from games.notifications.case_reminders import choose, find_next, post, send_mail
from games.notifications.channels import client as posting
from games.notifications.channels.types import Outcome, Request
from games.notifications.preferences import CASE, make_stop_token
from games.notifications.smtp_connection import LEASE, ServerDown, SmtpConnection
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.notifications.channels.builders import Browser
from tests.notifications.channels.builders_feeds import read_calendar, read_feed
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 27)
# Eight in the morning in Paris.
EIGHT = datetime(2026, 11, 27, 7, tzinfo=UTC)


@pytest.fixture(autouse=True)
def morning() -> Iterator[None]:
    with time_machine.travel(EIGHT - timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def person() -> User:
    store_case(day=DAY)
    return make_person()


def remind(person: User, *channels: str, hour: int = 8) -> None:
    choose(person, channels, hour, EIGHT - timedelta(hours=1))


def test_nobody_is_reminded_who_has_not_asked(person: User) -> None:
    assert (send_mail(EIGHT), post(EIGHT)) == (0, 0)


def test_an_email_comes_once_a_day(person: User) -> None:
    remind(person, "mail")
    assert [send_mail(EIGHT - timedelta(minutes=1)), send_mail(EIGHT), send_mail(EIGHT)] == [0, 1, 0]
    (sent,) = mail.outbox
    assert sent.to == [person.email]
    assert "/case/" in str(sent.body)
    assert CaseReminder.objects.get().due_at == EIGHT + timedelta(days=1)


def test_none_comes_once_the_case_is_solved(person: User) -> None:
    remind(person, "mail")
    Investigation.objects.create(case_id=store_case(number=2, day=DAY + timedelta(days=1)).pk, user=person, accused=1)
    assert send_mail(EIGHT) == 1
    assert send_mail(EIGHT + timedelta(days=1)) == 0
    assert CaseReminder.objects.get().due_at == EIGHT + timedelta(days=2)


@pytest.mark.parametrize("why", [{"mail_off": True}, {"mail_refused_at": EIGHT}, {"is_active": False}])
def test_none_comes_to_those_who_take_no_email(person: User, why: dict[str, Any]) -> None:
    User.objects.filter(pk=person.pk).update(**why)
    remind(person, "mail")
    assert send_mail(EIGHT) == 0


def test_the_link_in_it_turns_it_off_and_on(person: User) -> None:
    remind(person, "mail")
    path = reverse("games:stop_mail", args=[make_stop_token(person, CASE)])
    assert Client().get(path).status_code == 200
    Client().post(path)
    assert send_mail(EIGHT) == 0
    Client().post(path, {"undo": "yes"})
    assert CaseReminder.objects.get().due_at == EIGHT


def test_having_them_again_brings_back_no_other_emails(person: User) -> None:
    remind(person, "mail")
    preferences.turn(person, preferences.ALL, on=False)
    Client().post(reverse("games:stop_mail", args=[make_stop_token(person, CASE)]), {"undo": "yes"})
    assert send_mail(EIGHT) == 1
    assert preferences.list_on(User.objects.get(pk=person.pk)) == []


def test_a_server_that_is_down_is_tried_again(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    remind(person, "mail")
    with monkeypatch.context() as patch:
        patch.setattr(SmtpConnection, "send", fail)
        assert send_mail(EIGHT) == 0
    row = CaseReminder.objects.get()
    assert row.due_at == EIGHT + timedelta(minutes=1)
    assert send_mail(EIGHT + timedelta(minutes=1)) == 1
    assert CaseReminder.objects.get().attempts == 0


def fail(*args: object) -> None:
    raise ServerDown


class SilentConnection:
    """A connection to a mail server that never answers."""

    def open(self) -> None:
        raise TimeoutError


def test_a_server_that_is_down_is_tried_once_in_a_round(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_person()
    for each in (person, other):
        remind(each, "mail")
    monkeypatch.setattr(smtp_connection, "get_connection", SilentConnection)
    assert send_mail(EIGHT) == 0
    assert sorted(CaseReminder.objects.values_list("attempts", flat=True)) == [0, 1]


def test_no_other_worker_takes_a_reminder_that_a_slow_round_comes_to_late(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = []

    def send(*args: object) -> None:
        free.append(CaseReminder.objects.filter(due_at__lte=timezone.now()).exists())

    remind(person, "mail")
    monkeypatch.setattr(SmtpConnection, "send", send)
    with time_machine.travel(EIGHT + LEASE, tick=False):
        assert send_mail(EIGHT) == 1
    assert free == [False]


def test_an_error_of_our_own_holds_up_no_other_reminder(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_person()
    for each in (person, other):
        remind(each, "mail")
    word = case_reminders._make_mail

    def word_but_one(user: User, case: Case) -> EmailMultiAlternatives:
        if user == person:
            raise KeyError
        return word(user, case)

    monkeypatch.setattr(case_reminders, "_make_mail", word_but_one)
    assert send_mail(EIGHT) == 1
    assert CaseReminder.objects.get(user=person).due_at == EIGHT + timedelta(minutes=1)


@pytest.mark.parametrize(
    ("hour", "down_at", "up_at"),
    [
        (8, EIGHT, EIGHT + timedelta(hours=19)),
        (23, EIGHT + timedelta(hours=15), EIGHT + timedelta(hours=16, minutes=21)),
    ],
    ids=["an outage", "a server that is down late in the evening"],
)
def test_a_reminder_that_is_late_does_not_come_at_night_and_then_again(
    person: User, monkeypatch: pytest.MonkeyPatch, hour: int, down_at: datetime, up_at: datetime
) -> None:
    store_case(number=2, day=DAY + timedelta(days=1))
    remind(person, "mail", hour=hour)
    with monkeypatch.context() as patch:
        patch.setattr(SmtpConnection, "send", fail)
        assert send_mail(down_at) == 0
    assert send_mail(up_at) == 0
    again = CaseReminder.objects.get().due_at
    assert again == down_at + timedelta(days=1)
    assert send_mail(again) == 1


def test_a_reminder_that_is_late_on_its_day_still_comes(person: User) -> None:
    remind(person, "mail")
    assert send_mail(EIGHT + timedelta(hours=15)) == 1


def test_after_a_move_to_the_west_none_comes_at_night(person: User) -> None:
    remind(person, "mail")
    User.objects.filter(pk=person.pk).update(time_zone="America/New_York")
    assert send_mail(EIGHT) == 0
    assert CaseReminder.objects.get().due_at == EIGHT + timedelta(hours=6)


@pytest.mark.parametrize(
    ("earlier", "later", "moved_at", "due_at"),
    [
        # Today's is still to come in Paris.
        ("America/New_York", "Europe/Paris", EIGHT - timedelta(hours=1), EIGHT),
        # In Paris it is nine.
        ("America/New_York", "Europe/Paris", EIGHT + timedelta(hours=1), EIGHT + timedelta(days=1)),
        # It came today in Paris, and does not come once more in New York.
        ("Europe/Paris", "America/New_York", EIGHT + timedelta(hours=1), EIGHT + timedelta(days=1, hours=6)),
    ],
    ids=["east", "east, after the hour", "west, once it came"],
)
def test_after_a_move_the_first_reminder_comes_at_its_hour(
    person: User, earlier: str, later: str, moved_at: datetime, due_at: datetime
) -> None:
    store_case(number=2, day=DAY + timedelta(days=1))
    person.time_zone = earlier
    person.save(update_fields=["time_zone"])
    choose(person, ["mail"], 8, EIGHT - timedelta(hours=2))
    with time_machine.travel(moved_at, tick=False):
        send_mail(moved_at)
        saved = {"display_name": person.display_name, "language": "en", "time_zone": later}
        sign_in(person).post(reverse("accounts:account"), saved)
    assert User.objects.get(pk=person.pk).time_zone == later
    assert CaseReminder.objects.get().due_at == due_at
    assert send_mail(due_at) == 1


def test_one_who_moves_while_a_reminder_is_on_its_way_gets_it_once(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    remind(person, "mail")

    def move(line: SmtpConnection, message: EmailMultiAlternatives) -> None:
        User.objects.filter(pk=person.pk).update(time_zone="America/New_York")
        case_reminders.move_to_zone(User.objects.get(pk=person.pk), "Europe/Paris")

    with time_machine.travel(EIGHT, tick=False):
        monkeypatch.setattr(SmtpConnection, "send", move)
        assert send_mail(EIGHT) == 1
    for hours in range(1, 24):
        assert send_mail(EIGHT + timedelta(hours=hours)) == 0


def test_other_channels_say_it_too(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    contacts.connect(person, "webhook", "https://hooks.example.org/x")
    remind(person, "webhook")
    posted: list[bytes] = []

    def take(request: Request, gone: frozenset[int]) -> Outcome:
        posted.append(request.body)
        return Outcome.TAKEN

    monkeypatch.setattr(posting, "post", take)
    assert [post(EIGHT), post(EIGHT)] == [1, 0]
    assert b'"event": "case"' in posted[0]


def test_a_channel_that_fails_is_tried_again(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    contacts.connect(person, "webhook", "https://hooks.example.org/x")
    remind(person, "webhook")
    monkeypatch.setattr(posting, "post", lambda request, gone: Outcome.LATER)
    assert post(EIGHT) == 0
    assert CaseReminder.objects.get().due_at == EIGHT + timedelta(minutes=1)


def test_a_channel_that_refuses_for_good_is_paused(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    contacts.connect(person, "webhook", "https://hooks.example.org/x")
    remind(person, "webhook")
    monkeypatch.setattr(posting, "post", lambda request, gone: Outcome.NEVER)
    assert post(EIGHT) == 0
    assert Contact.objects.get().paused_at
    assert User.objects.get(pk=person.pk).has_paused_channel
    assert CaseReminder.objects.get().due_at == EIGHT + timedelta(days=1)


def test_a_channel_that_fails_for_more_than_a_week_is_paused(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    contacts.connect(person, "webhook", "https://hooks.example.org/x")
    remind(person, "webhook")
    outcomes = [*[Outcome.LATER] * 7, Outcome.TAKEN, *[Outcome.LATER] * 7]

    def try_on(day: int, outcome: Outcome) -> bool:
        """Let a day's reminder be tried for some hours. Return whether the channel is paused then."""
        monkeypatch.setattr(posting, "post", lambda request, gone: outcome)
        with time_machine.travel(EIGHT + timedelta(days=day), tick=False) as clock:
            store_case(number=day + 10, day=DAY + timedelta(days=day + 1))
            for _ in range(12):
                post(timezone.now())
                clock.shift(timedelta(hours=2))
        return Contact.objects.get().paused_at is not None

    assert not any(try_on(day, outcome) for day, outcome in enumerate(outcomes))
    # Another address has the whole time again.
    contacts.connect(person, "webhook", "https://hooks.example.org/y")
    assert not any(try_on(day, Outcome.LATER) for day in range(15, 22))
    assert try_on(22, Outcome.LATER)
    client = sign_in(person)
    assert "paused: it doesn’t take our messages" in client.get(reverse("games:mail")).content.decode()
    assert "or failed for a week" in client.get(reverse("games:channel", args=["webhook"])).content.decode()
    # Once the user tries again, it has a week.
    contacts.try_again(person, "webhook")
    assert not try_on(23, Outcome.LATER)


@pytest.mark.parametrize("ends_pause", ["the user tries again", "a browser is added", "the browser subscribes again"])
def test_a_channel_that_goes_on_has_the_whole_week(
    person: User, monkeypatch: pytest.MonkeyPatch, ends_pause: str
) -> None:
    fields = Browser(person, "https://push.example/old").fields
    remind(person, "push")
    # Its reminders failed for a week, and then news of a table paused it.
    CaseReminder.objects.update(failed_days=case_reminders.FAILED_DAYS)
    contacts.pause(Contact.objects.get())
    if ends_pause == "the user tries again":
        contacts.try_again(person, "push")
    elif ends_pause == "a browser is added":
        Browser(person, "https://push.example/new")
    else:
        contacts.renew_device(Device.objects.get(), **{**fields, "endpoint": "https://push.example/new"})
    monkeypatch.setattr(posting, "post", lambda request, gone: Outcome.LATER)
    assert post(EIGHT) == 0
    assert Contact.objects.get().paused_at is None
    assert CaseReminder.objects.get().failed_days == 1


def test_a_browser_that_is_gone_gets_no_more(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (Browser(person, f"https://push.example/{name}").fields["endpoint"] for name in ("old", "new"))
    remind(person, "push")
    monkeypatch.setattr(posting, "post", lambda request, gone: Outcome.NEVER if request.url == old else Outcome.TAKEN)
    assert post(EIGHT) == 1
    assert Device.objects.get().endpoint == new
    assert Contact.objects.get().paused_at is None


def test_a_channel_that_is_gone_is_left_alone(person: User) -> None:
    remind(person, "push")
    assert post(EIGHT) == 0
    assert not Device.objects.exists()


def test_feed_and_calendar_tell_of_it_from_its_hour_on(person: User) -> None:
    contacts.connect(person, contacts.FEED)
    remind(person, contacts.FEED)
    assert read_feed(person) == []
    assert read_calendar(person) == []
    with time_machine.travel(EIGHT, tick=False):
        [(title, link)] = read_feed(person)
        [event] = read_calendar(person)
    assert link.endswith("/case/")
    assert event["SUMMARY"] == title
    assert event["DTSTART"].dt == EIGHT


def test_the_page_stores_what_is_chosen(person: User) -> None:
    client = sign_in(person)
    assert client.get("/mail/case/").status_code == 200
    assert client.post("/mail/case/", {"ways": ["mail"], "hour": "21"}).status_code == 302
    assert (CaseReminder.objects.get().channel, CaseReminder.objects.get().hour) == ("mail", 21)
    assert 'value="21" selected' in client.get("/mail/case/").content.decode()
    assert client.post("/mail/case/", {"ways": ["fax"]}).status_code == 422
    assert client.post("/mail/case/", {}).status_code == 302
    assert not CaseReminder.objects.exists()
    assert not Contact.objects.exists()


@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [("Europe/Paris", date(2026, 3, 29), 2), ("America/New_York", date(2026, 11, 1), 1), ("Asia/Kolkata", DAY, 8)],
)
def test_the_hour_comes_once_each_day_over_changes_of_the_clocks(zone: str, day: date, hour: int) -> None:
    person = User(time_zone=zone)
    moment, found = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(days=1), []
    for _ in range(4):
        moment = find_next(person, hour, moment)
        found.append(moment)
    assert all(timedelta(hours=22) < later - sooner < timedelta(hours=26) for sooner, later in pairwise(found))


@pytest.mark.parametrize("zone", ["America/Nuuk", "America/Scoresbysund"])
def test_an_hour_skipped_before_midnight_comes_once_on_its_day(zone: str) -> None:
    person, before = User(time_zone=zone), datetime(2026, 3, 28, 12, tzinfo=UTC)
    first = find_next(person, 23, before)
    second = find_next(person, 23, first)
    local = [moment.astimezone(ZoneInfo(zone)) for moment in (first, second)]
    assert [(each.day, each.hour) for each in local] == [(28, 22), (29, 23)]
