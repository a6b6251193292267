"""A weekly table that opens: once by each channel of a member, and in their feeds while they may sit down."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.models import Notification
from games.notifications import contacts
from games.tables.services import vacations
from tests.circles.times import DAY, HOUR, MINUTE, MONDAY_AT_NINE, SUNDAY_NIGHT
from tests.circles.weeks import go_to, live, open_weekly, people_of, sit
from tests.notifications.channels.builders import Browser, add_webhook, send_at, stop_mail
from tests.notifications.channels.builders_feeds import read_calendar, read_feed
from tests.notifications.channels.sink import Sink
from tests.notifications.email.builders import name_in_english

pytestmark = pytest.mark.django_db


@pytest.fixture
def now() -> Any:
    with time_machine.travel(SUNDAY_NIGHT, tick=False) as traveller:
        yield traveller


def test_push_and_webhook_say_it_once(now: time_machine.Traveller, sink: Sink) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    for person in (ada, ben, cleo):
        stop_mail(person)
    browser = Browser(ben, f"{sink.url}/push")
    add_webhook(cleo, sink)
    game = open_weekly(now, ada, ben, cleo)
    assert [send_at(timezone.now() + each * MINUTE) for each in (0, 1, 60)] == [2, 0, 0]
    said = f"Your circle’s weekly table is open: {name_in_english(game)}"
    pushed, posted = sorted(sink.came, key=lambda each: each.path, reverse=True)
    assert browser.read(pushed.body)["title"] == said
    [line] = json.loads(posted.body)["tables"]
    assert (line["event"], line["text"]) == ("weekly", said)
    assert line["url"].endswith(f"/g/{game.code}/")


def test_one_who_sits_down_first_hears_nothing(now: time_machine.Traveller, sink: Sink) -> None:
    ada, ben = people_of("Ada", "Ben")
    add_webhook(ben, sink)
    sit(open_weekly(now, ada, ben), ben)
    send_at(timezone.now() + MINUTE)
    assert sink.came == []


def test_feeds_hold_it_while_there_is_a_seat(now: time_machine.Traveller) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    for person in (ben, cleo):
        contacts.connect(person, contacts.FEED)
    game = open_weekly(now, ada, ben)
    [(title, link)] = read_feed(ben)
    [event] = read_calendar(ben)
    assert title == event["SUMMARY"] == f"Your circle’s weekly table is open: {name_in_english(game)}"
    assert link.endswith(f"/g/{game.code}/")
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (MONDAY_AT_NINE, MONDAY_AT_NINE + DAY)
    assert (read_feed(cleo), read_calendar(cleo)) == ([], [])
    sit(game, ben)
    assert (read_feed(ben), read_calendar(ben)) == ([], [])
    go_to(now, MONDAY_AT_NINE + DAY + HOUR)
    assert not any("weekly" in title for title, _ in read_feed(ben))


@pytest.mark.parametrize(("days", "hears"), [(1, True), (2, False)])
def test_one_whose_vacation_ends_in_time_hears_when_they_wake(
    now: time_machine.Traveller, sink: Sink, days: int, hears: bool
) -> None:
    """The table opens on Monday at nine and gathers for a day."""
    ada, ben = people_of("Ada", "Ben")
    add_webhook(ben, sink)
    contacts.connect(ben, contacts.FEED)
    monday = timezone.localdate() + timedelta(days=1)
    vacations.take_vacation(ben, monday, monday + timedelta(days=days - 1))
    open_weekly(now, ada, ben)
    live(now, 12 * HOUR)
    send_at(timezone.now())
    assert (sink.came, read_feed(ben)) == ([], [])
    go_to(now, MONDAY_AT_NINE + 23 * HOUR)
    send_at(timezone.now())
    assert (len(sink.came), len(read_feed(ben))) == (hears, hears)
    assert Notification.objects.filter(kind="weekly", recipient=ben).count() == hears
