"""Being told when a public table opens: who is, how often, and how it stops."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from games.clock.table_clock import DAY
from games.models import Answers, Delivery, Game, Notification, TableAlert
from games.notifications import fan_out, preferences
from games.notifications.emails import make_mail
from games.notifications.open_tables import LIVE_FOR, TOLD_AFTER
from games.tables.services import lobby
from tests.builders_people import make_guest, make_person
from tests.tables.builders import open_table
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db

TABLES, ALERT = "/tables/", "/tables/alert/"


def open_public(host: User | None = None, **terms: Any) -> Game:
    return open_table(host or make_person(), seats=3, is_public=True, **terms)


def list_told(game: Game) -> list[User]:
    return [row.recipient for row in Notification.objects.filter(game=game, kind="opened").order_by("pk")]


def ask(user: User, **wanted: str) -> Client:
    client = sign_in(user)
    assert client.post(ALERT, wanted)["Location"].endswith("#alert")
    return client


def test_one_press_asks_for_what_the_list_shows_and_one_stops_it(ada: User) -> None:
    client = sign_in(ada)
    page = text_of(client.get(f"{TABLES}?title=target&pace=relaxed&language=fr"))
    for name, value in (("title", "target"), ("pace", "relaxed"), ("language", "fr")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    ask(ada, title="target", pace="relaxed", language="fr")
    page = text_of(client.get(TABLES))
    assert "tell you when a table opens (T.A.R.G.E.T., Relaxed, French), at most once a day" in page
    assert "Tell me of these instead: any table" in page
    ask(ada)
    assert TableAlert.objects.count() == 1
    assert "(any table)" in text_of(client.get(TABLES))
    client.post(ALERT, {"stop": "1"})
    assert not TableAlert.objects.exists()
    assert "At most once a day" not in text_of(client.get(TABLES))


def test_visitors_and_guests_are_not_asked() -> None:
    for client in (Client(), sign_in(make_guest())):
        assert ALERT not in text_of(client.get(TABLES))


def test_a_user_is_told_of_tables_like_those_they_asked_for(ada: User) -> None:
    ask(ada, title="insidejob", pace="relaxed", language="en")
    for other in (
        open_public(pace=300),
        open_public(make_person(language="fr"), pace=DAY),
        open_table(make_person(), seats=2, title="target", is_public=True, pace=DAY),
        open_table(make_person(), seats=3, pace=DAY),
        open_public(ada, pace=DAY),
    ):
        assert list_told(other) == []
    assert list_told(open_public(pace=DAY)) == [ada]


def test_a_user_is_told_at_most_once_a_day(ada: User) -> None:
    ask(ada)
    assert list_told(open_public()) == [ada]
    assert list_told(open_public()) == []
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=2), tick=False):
        assert list_told(open_public()) == [ada]


def test_blocks_and_tables_for_the_punctual_are_respected(ada: User, ben: User) -> None:
    ask(ada)
    Block.objects.create(by=ada, person=ben)
    assert list_told(open_public(ben)) == []
    Block.objects.all().update(by=ben, person=ada)
    assert list_told(open_public(ben)) == []
    Answers.objects.create(user=ada, last=[-1] * 20)
    assert list_told(open_public(in_time_only=True)) == []


def test_what_is_no_longer_true_is_not_told(ada: User) -> None:
    ask(ada)
    game = open_public(pace=300)
    [notification] = Notification.objects.filter(game=game, kind="opened")

    def is_told(after: timedelta) -> bool:
        with time_machine.travel(game.opened_at + after, tick=False):
            Delivery.objects.all().delete()
            Notification.objects.update(state="waiting")
            fan_out.fan_out_due(timezone.now())
            notification.refresh_from_db()
            return notification.state == "told"

    assert not is_told(TOLD_AFTER / 2)
    assert is_told(TOLD_AFTER * 2)
    assert not is_told(LIVE_FOR + timedelta(minutes=1))
    TableAlert.objects.all().delete()
    assert not is_told(TOLD_AFTER * 2)
    ask(ada)
    assert is_told(TOLD_AFTER * 2)
    lobby.cancel_game(code=game.code, host=game.host)
    assert not is_told(TOLD_AFTER * 2)


def test_the_email_leads_to_a_seat_and_out_again(ada: User) -> None:
    ask(ada)
    game = open_public(make_person("Ben"))
    written = make_mail(Notification.objects.get(game=game), "m")
    assert "Ben has opened a public table" in str(written.body).replace("\n", " ")
    assert "Take a seat" in str(written.alternatives[0][0])
    assert "List-Unsubscribe" in written.extra_headers


def test_asking_switches_these_emails_on_again(ada: User) -> None:
    preferences.turn(ada, "opened", on=False)
    ask(User.objects.get(pk=ada.pk))
    assert preferences.is_on(User.objects.get(pk=ada.pk), "opened")
