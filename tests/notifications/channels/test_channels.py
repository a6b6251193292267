"""Pushes, webhooks, ntfy and Discord: each event once, what fails is tried again, what refuses for good is paused."""

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.models import Contact, Delivery, Device, Game, Notification, Player
from games.notifications import contacts
from games.notifications.channels import client, discord, ntfy
from games.notifications.fan_out import fan_out_due
from games.notifications.presence import note_presence
from games.tables.services.seats import mute
from tests.builders_people import make_person
from tests.notifications.channels.builders import (
    Browser,
    add_webhook,
    decode_jwt,
    delivery_of,
    send_after,
    send_at,
    stop_mail,
)
from tests.notifications.channels.sink import Sink
from tests.notifications.email.builders import GRACE, Asked, ask_somebody, name_in_english, state_of
from tests.notifications.email.builders import send_after as mail_after
from tests.tables.builders import play_on, start_beside_stand_in
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db
NOW = timedelta(0)


def ask_told_by_webhook(sink: Sink, *people: User) -> Asked:
    asked = ask_somebody(*people)
    stop_mail(asked.person)
    add_webhook(asked.person, sink)
    return asked


def test_a_webhook_gets_each_event_once_signed_and_nothing_but_table_and_kind(sink: Sink) -> None:
    asked = ask_told_by_webhook(sink)
    assert send_after(timedelta(minutes=1)) == 0
    assert [send_after(GRACE), send_after(GRACE)] == [1, 0]
    [posted] = sink.came
    secret = Contact.objects.get(user=asked.person).secret
    signed = "sha256=" + hmac.new(secret.encode(), posted.body, hashlib.sha256).hexdigest()
    assert posted.headers["x-inside-job-signature"] == signed
    said = f"Your turn: {name_in_english(asked.game)}"
    url = f"https://insidejob.example/g/{asked.game.code}/"
    table = {"event": "turn", "table": name_in_english(asked.game), "text": said, "url": url}
    assert json.loads(posted.body) == {"title": said, "url": url, "tables": [table]}
    assert delivery_of(asked.notification, "webhook").state == "sent"


def test_each_channel_has_its_own_delivery_and_all_stand_in_what_was_sent_to_me(sink: Sink) -> None:
    asked = ask_somebody()
    add_webhook(asked.person, sink)
    assert mail_after(GRACE) == 1
    assert send_after(GRACE) == 1
    page = text_of(sign_in(asked.person).get("/mail/"))
    assert page.count("Email: sent") == page.count("Webhook: sent") == 1


def test_a_push_is_sealed_for_its_browser_and_signed_by_the_site(sink: Sink) -> None:
    asked = ask_somebody()
    phone, laptop = (Browser(asked.person, f"{sink.url}/{name}") for name in ("phone", "laptop"))
    assert send_after(GRACE) == 1
    by_path = {each.path: each for each in sink.came}
    assert set(by_path) == {"/phone", "/laptop"}
    title, code = f"Your turn: {name_in_english(asked.game)}", asked.game.code
    said = {"title": title, "link": f"/g/{code}/", "tag": code, "waiting": 1}
    for path, browser in (("/phone", phone), ("/laptop", laptop)):
        posted = by_path[path]
        assert code.encode() not in posted.body
        assert browser.read(posted.body) == said
        scheme, token = posted.headers["authorization"].split(" ", 1)
        claims = decode_jwt(token.split("=", 1)[1].partition(",")[0])
        assert (scheme, claims["aud"]) == ("vapid", sink.url)
        assert posted.headers["content-encoding"] == "aes128gcm"


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_browser_that_is_gone_is_forgotten_and_with_the_last_one_the_channel_pauses(sink: Sink, status: int) -> None:
    asked = ask_somebody()
    Browser(asked.person, f"{sink.url}/phone")
    sink.status = status
    assert send_after(GRACE) == 0
    assert not Device.objects.exists()
    assert Contact.objects.get(channel="push").paused_at
    assert delivery_of(asked.notification, "push").state == "refused"


def test_a_browser_is_that_of_who_said_so_last(sink: Sink) -> None:
    ada, ben = make_person(), make_person()
    Browser(ada, f"{sink.url}/shared")
    Browser(ben, f"{sink.url}/shared")
    assert [device.user for device in Device.objects.all()] == [ben]


@pytest.mark.parametrize("status", [500, 503, 429, 400])
def test_what_failed_is_tried_again_later_and_longer(sink: Sink, status: int) -> None:
    asked = ask_told_by_webhook(sink)
    sink.status, moment = status, timezone.now() + GRACE
    for pause in (1, 5, 15):
        assert send_at(moment) == 0
        moment += timedelta(minutes=pause)
        assert delivery_of(asked.notification, "webhook").send_at == moment
    sink.status = 200
    assert send_at(moment) == 1


@pytest.mark.parametrize("status", [301, 302, 307, 401, 403, 404, 410])
def test_a_channel_that_refuses_for_good_pauses_itself_and_says_so_until_it_is_tried_again(
    sink: Sink, status: int
) -> None:
    asked = ask_told_by_webhook(sink)
    sink.status = status
    assert send_after(GRACE) == 0
    client = sign_in(asked.person)
    assert "doesn’t take our messages" in text_of(client.get("/games/"))
    assert "paused" in text_of(client.get("/mail/"))
    assert delivery_of(asked.notification, "webhook").state == "refused"
    sink.status = 200
    assert send_at(asked.reminder.send_at) == 0
    client.post("/mail/channels/webhook/", {"action": "resume"})
    assert "doesn’t take our messages" not in text_of(client.get("/games/"))
    assert send_after(GRACE) == 1


def test_what_failed_for_a_week_is_given_up_and_pauses_the_channel(sink: Sink) -> None:
    asked = ask_told_by_webhook(sink)
    Game.objects.update(pace=7 * 24 * 3600 + 7200, due_at=timezone.now() + timedelta(days=9))
    sink.status = 500
    send_after(GRACE)
    send_after(timedelta(days=7, minutes=3))
    assert delivery_of(asked.notification, "webhook").state == "given_up"
    assert User.objects.get(pk=asked.person.pk).has_paused_channel


def test_one_that_is_away_costs_the_others_nothing(sink: Sink, settings: Any) -> None:
    away, there = (ask_told_by_webhook(sink, make_person(), make_person()) for _ in range(2))
    settings.CHANNELS_MAY_REACH = [*settings.CHANNELS_MAY_REACH, "127.0.0.1:9"]
    Contact.objects.filter(user=away.person).update(address="http://127.0.0.1:9/")
    assert send_after(GRACE) == 1
    assert delivery_of(away.notification, "webhook").state == "waiting"
    assert delivery_of(there.notification, "webhook").state == "sent"


def test_nothing_goes_to_those_who_look_by_any_channel(sink: Sink) -> None:
    asked = ask_told_by_webhook(sink)
    note_presence(asked.game.pk, asked.person.pk)
    assert send_after(GRACE) == 0
    cache.clear()
    assert send_after(GRACE + timedelta(minutes=1)) == 1


@pytest.mark.parametrize("change", ["answered", "muted"])
def test_what_is_answered_or_muted_between_two_attempts_is_not_told(sink: Sink, change: str) -> None:
    asked = ask_told_by_webhook(sink)
    sink.status = 500
    send_after(GRACE)
    if change == "answered":
        play_on(asked.game, 1)
    else:
        mute(code=asked.game.code, user=asked.person, muted=True)
    sink.status = 200
    sent = send_after(timedelta(hours=1))
    assert sent == 0 or change == "answered", "another may be asked"
    assert delivery_of(asked.notification, "webhook").state == "dropped"


def test_a_muted_table_says_nothing_on_any_channel_until_it_is_heard_again(sink: Sink) -> None:
    asked = ask_somebody()
    add_webhook(asked.person, sink)
    client = sign_in(asked.person)
    client.post(link("mute", asked.game), {"muted": "1"})
    cache.clear()
    assert (mail_after(GRACE), send_after(GRACE)) == (0, 0)
    assert state_of(asked.notification) == "unwanted"
    client.post(link("mute", asked.game))
    assert not Player.objects.get(game=asked.game, user=asked.person).muted
    cache.clear()
    assert send_at(asked.reminder.send_at) == 1


def test_what_is_asked_in_secret_goes_by_mail_and_push_alone(sink: Sink) -> None:
    asked = ask_somebody()
    for channel in ("webhook", "ntfy", "discord"):
        contacts.connect(asked.person, channel, "x")
    Browser(asked.person, f"{sink.url}/phone")
    # As in Rendezvous, where only spies may guess.
    Game.objects.filter(pk=asked.game.pk).update(title="rendezvous", rules=1)
    Player.objects.filter(game=asked.game, user=asked.person).update(owes="guess-1")
    Notification.objects.filter(recipient=asked.person).update(key=f"{asked.game.code}/guess-1")
    fan_out_due(Notification.objects.get(recipient=asked.person, kind="reminder").send_at)
    assert set(Delivery.objects.values_list("channel", flat=True)) == {"mail", "push"}


def test_ntfy_and_discord_are_posted_to_at_addresses_that_we_build(monkeypatch: pytest.MonkeyPatch) -> None:
    send = Mock(return_value=200)
    monkeypatch.setattr(client, "_send", send)
    asked = ask_somebody()
    token = "1234567890/" + "a" * 60
    contacts.connect(asked.person, "ntfy", "my-own-topic")
    contacts.connect(asked.person, "discord", token)
    assert send_after(GRACE) == 2
    by_url = {call.args[0].url: json.loads(call.args[0].body) for call in send.call_args_list}
    assert set(by_url) == {"https://ntfy.sh/", f"https://discord.com/api/webhooks/{token}"}
    assert by_url["https://ntfy.sh/"]["topic"] == "my-own-topic"
    said = by_url[f"https://discord.com/api/webhooks/{token}"]
    assert name_in_english(asked.game) in said["content"]
    assert said["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    ("read", "typed", "kept"),
    [
        (ntfy._read_address, "my-own-topic", "my-own-topic"),
        (ntfy._read_address, "https://ntfy.sh/my-own-topic", "my-own-topic"),
        (ntfy._read_address, "https://elsewhere.example/my-own-topic", None),
        (ntfy._read_address, "../etc", None),
        (discord._read_address, "https://discord.com/api/webhooks/1234567890/" + "a" * 60, "1234567890/" + "a" * 60),
        (discord._read_address, "https://discord.com.evil.example/api/webhooks/1234567890/" + "a" * 60, None),
        (discord._read_address, "https://discord.com/api/webhooks/1/../../x", None),
    ],
)
def test_what_is_typed_leads_to_no_other_host(read: Any, typed: str, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(ValueError):  # noqa: PT011
            read(typed)
    else:
        assert read(typed) == kept


def test_the_first_reminder_of_a_day_lists_all_that_wait_by_each_channel(sink: Sink) -> None:
    person = make_person("Ada")
    browser = Browser(person, f"{sink.url}/push")
    add_webhook(person, sink)
    games = [start_beside_stand_in(person, bots=2, pace=days * 86_400, sleeps=False) for days in (2, 3)]
    Notification.objects.exclude(kind="reminder").delete()
    for expected in (2, 1):
        sink.came.clear()
        due = Notification.objects.filter(game=games[2 - expected])
        due.update(send_at=timezone.now())
        Game.objects.filter(pk=games[2 - expected].pk).update(due_at=timezone.now() + timedelta(hours=1))
        assert send_after(NOW) == 2
        pushed, posted = sorted(sink.came, key=lambda each: each.path, reverse=True)
        assert len(json.loads(posted.body)["tables"]) == expected
        assert ("2 tables are waiting" in browser.read(pushed.body)["title"]) is (expected == 2)


def test_a_secret_question_is_listed_by_private_channels_alone(sink: Sink) -> None:
    person = make_person("Ada")
    browser = Browser(person, f"{sink.url}/push")
    add_webhook(person, sink)
    due, secret = (start_beside_stand_in(person, bots=2, pace=days * 86_400, sleeps=False) for days in (2, 3))
    Notification.objects.exclude(kind="reminder", game=due).delete()
    Game.objects.filter(pk=secret.pk).update(title="rendezvous", rules=1)
    Player.objects.filter(game=secret, user=person).update(owes="guess-1")
    Notification.objects.update(send_at=timezone.now())
    Game.objects.filter(pk=due.pk).update(due_at=timezone.now() + timedelta(hours=1))
    assert send_after(NOW) == 2
    pushed, posted = sorted(sink.came, key=lambda each: each.path, reverse=True)
    assert [line["url"].endswith(f"/g/{due.code}/") for line in json.loads(posted.body)["tables"]] == [True]
    assert "2 tables are waiting" in browser.read(pushed.body)["title"]


def test_a_reminder_of_very_many_tables_still_arrives(sink: Sink) -> None:
    person = make_person(language="fr")
    stop_mail(person)
    add_webhook(person, sink)
    game = start_beside_stand_in(person, bots=1, pace=86_400, sleeps=False)
    Notification.objects.exclude(kind="reminder").delete()
    other = make_person()
    for _ in range(60):
        more = Game.objects.create(
            title="insidejob",
            rules=game.rules,
            options=game.options,
            seat_count=2,
            host=other,
            status="running",
            due_at=timezone.now() + timedelta(days=2),
        )
        Player.objects.create(game=more, seat=0, user=person, owes="lead-1", asked_at=timezone.now())
        Player.objects.create(game=more, seat=1, user=other)
    Notification.objects.update(send_at=timezone.now())
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() + timedelta(hours=1))
    assert send_after(NOW) == 1
    assert Contact.objects.get(channel="webhook").paused_at is None
    assert "61" in json.loads(sink.came[0].body)["title"]
