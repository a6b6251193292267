"""Feed and calendar: what openly waits for me and nothing else, for those who have the address, until it is changed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Contact, Game, Outage, Player
from games.notifications import contacts
from games.tables.services.pauses import grant_time
from games.tables.services.seats import mute
from tests.builders_people import make_person, reload
from tests.notifications.channels.builders_feeds import read_calendar, read_feed, read_updated
from tests.notifications.email.builders import ask_somebody, name_in_english
from tests.tables.builders import play_on, play_to_the_vote
from tests.tables.clocks import Clock
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db


def test_both_hold_what_waits_for_me_until_i_answer() -> None:
    asked = ask_somebody()
    contacts.connect(asked.person, contacts.FEED)
    [(title, link)] = read_feed(asked.person)
    assert title == f"Your turn: {name_in_english(asked.game)}"
    assert link.endswith(f"/g/{asked.game.code}/")
    [event] = read_calendar(asked.person)
    assert reload(asked.game).due_at
    assert abs(event["DTEND"].dt - asked.game.due_at) < timedelta(seconds=1)
    assert event["SUMMARY"] == title
    play_on(asked.game, 1)
    assert (read_feed(asked.person), read_calendar(asked.person)) == ([], [])


def test_a_vote_is_called_as_in_its_email() -> None:
    game = play_to_the_vote(3)
    person = game.host
    contacts.connect(person, contacts.FEED)
    [(title, _)] = read_feed(person)
    assert title == f"Time to decide: {name_in_english(game)}"
    [event] = read_calendar(person)
    assert event["SUMMARY"] == title


def test_nothing_changes_as_long_as_nothing_waits_anew() -> None:
    person = make_person()
    address = reverse("games:feed_atom", args=[contacts.connect(person, contacts.FEED).secret])
    assert Client().get(address).content == Client().get(address).content


def test_both_tell_the_time_by_the_wall_clock_after_an_outage() -> None:
    asked = ask_somebody()
    contacts.connect(asked.person, contacts.FEED)
    [before] = read_calendar(asked.person)
    now = timezone.now()
    Outage.objects.create(began_at=now - timedelta(hours=2), ended_at=now, lost=timedelta(hours=2))
    [after] = read_calendar(asked.person)
    assert after["DTEND"].dt - before["DTEND"].dt == timedelta(hours=2)


def test_a_deadline_that_moves_makes_a_newer_entry_of_both(clock: Clock) -> None:
    """Calendars keep the old time of an entry that does not say that it has changed."""
    asked = ask_somebody()
    contacts.connect(asked.person, contacts.FEED)
    [before], updated = read_calendar(asked.person), read_updated(asked.person)
    clock.shift(timedelta(hours=1))
    [other] = User.objects.filter(players__game=asked.game).exclude(pk=asked.person.pk)
    grant_time(code=asked.game.code, user=other)
    [after] = read_calendar(asked.person)
    assert after["DTEND"].dt > before["DTEND"].dt
    assert after["SEQUENCE"] > before["SEQUENCE"]
    for name in ("DTSTAMP", "LAST-MODIFIED"):
        assert after[name].dt == before[name].dt + timedelta(hours=1)
    assert read_updated(asked.person) == [moment + timedelta(hours=1) for moment in updated]


def test_what_is_asked_in_secret_is_in_neither() -> None:
    asked = ask_somebody()
    contacts.connect(asked.person, contacts.FEED)
    # As in Rendezvous, where only spies may guess.
    Game.objects.filter(pk=asked.game.pk).update(title="rendezvous", rules=1)
    Player.objects.filter(game=asked.game, user=asked.person).update(owes="guess-1")
    assert (read_feed(asked.person), read_calendar(asked.person)) == ([], [])
    Player.objects.filter(game=asked.game, user=asked.person).update(owes="word-1")
    assert len(read_feed(asked.person)) == 1


def test_addresses_are_made_changed_and_taken_away_on_a_page() -> None:
    client, page = sign_in(make_person()), reverse("games:channel", args=["feed"])
    assert "waiting.atom" not in text_of(client.get(page))
    client.post(page)
    first = Contact.objects.get(channel="feed").secret
    assert first in text_of(client.get(page))
    client.post(page)
    second = Contact.objects.get(channel="feed").secret
    answers = [Client().get(reverse("games:feed_atom", args=[token])).status_code for token in (first, second)]
    assert answers == [404, 200]
    client.post(page, {"action": "remove"})
    assert Client().get(reverse("games:feed_calendar", args=[second])).status_code == 404


def test_neither_holds_a_table_that_is_muted() -> None:
    asked = ask_somebody()
    contacts.connect(asked.person, contacts.FEED)
    mute(code=asked.game.code, user=asked.person, muted=True)
    assert (read_feed(asked.person), read_calendar(asked.person)) == ([], [])
    mute(code=asked.game.code, user=asked.person, muted=False)
    assert len(read_feed(asked.person)) == len(read_calendar(asked.person)) == 1
