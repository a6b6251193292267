"""The pages of channels: setting up, trying out, taking away; what is wrong is said, and nothing typed is lost."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.rate_limits import take_use
from games.models import ChannelTest, Contact, Device
from games.notifications import case_reminders, channel_tests, contacts
from games.notifications.channels.types import Outcome
from games.notifications.views.channels import TESTS_AN_HOUR
from games.site.cleaning import clear_expired
from tests.accounts.forms_and_emails import type_password
from tests.builders_people import make_guest, make_person
from tests.notifications.channels.builders import Browser, add_webhook
from tests.notifications.channels.sink import Sink
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db


OFFLINE = "/offline/"


def page_of(code: str) -> str:
    return reverse("games:channel", args=[code])


@pytest.mark.parametrize(
    ("code", "right", "wrong"),
    [
        ("webhook", "https://hooks.example.org/x", "http://hooks.example.org/x"),
        ("ntfy", "my-own-topic", "oh no"),
        ("discord", "https://discord.com/api/webhooks/1234567890/" + "a" * 60, "https://evil.example/api/webhooks/1/a"),
    ],
)
def test_a_channel_is_set_up_and_a_wrong_address_is_said_to_be_wrong(code: str, right: str, wrong: str) -> None:
    client = sign_in(make_person())
    refused = client.post(page_of(code), {"address": wrong})
    assert refused.status_code == 422
    assert wrong in text_of(refused)
    assert not Contact.objects.exists()
    assert client.post(page_of(code), {"address": right}).status_code == 302
    assert Contact.objects.get().channel == code
    assert f'name="{code}-turn"' in text_of(client.get("/mail/"))
    client.post(page_of(code), {"action": "remove"})
    assert not Contact.objects.exists()


def look_at_test(client: Client) -> tuple[int, str]:
    """Return what a waiting page is told of the test."""
    answer = client.get(reverse("games:channel_test", args=["webhook"]))
    return answer.status_code, text_of(answer).strip()


def press(client: Client, code: str = "webhook") -> str:
    """Press the test button, and return the page that follows."""
    return text_of(client.post(page_of(code), {"action": "test"}, follow=True))


def test_the_test_button_says_what_came_of_it(sink: Sink) -> None:
    person = make_person()
    client, contact = sign_in(person), add_webhook(person, sink)
    assert look_at_test(client) == (200, "")
    said = {200: "has arrived", 500: "There was no answer", 404: "was rejected"}
    for number, (status, words) in enumerate(said.items()):
        sink.status = status
        assert "is on its way" in press(client)
        assert look_at_test(client) == (204, "")
        # No page waits for another server.
        assert len(sink.came) == number
        channel_tests.send_due()
        assert words in look_at_test(client)[1]
        assert words in text_of(client.get(page_of("webhook")))
    assert b"It works" in sink.came[0].body
    for _ in range(TESTS_AN_HOUR):
        take_use("channel-test", person.code, TESTS_AN_HOUR)
    assert "too often" in press(client)
    channel_tests.send_due()
    assert len(sink.came) == 3
    assert contact.secret in text_of(client.get(page_of("webhook")))


def test_one_test_of_a_person_is_under_way_at_a_time(sink: Sink) -> None:
    ada, ben = make_person(), make_person()
    for person in (ada, ben):
        add_webhook(person, sink)
    contacts.connect(ada, "ntfy", "my-own-topic")
    client = sign_in(ada)
    assert "already on its way" not in press(client)
    for code in ("webhook", "ntfy"):
        assert "already on its way" in press(client, code)
    assert "already on its way" not in press(sign_in(ben))
    channel_tests.send_due()
    assert len(sink.came) == 2
    assert "already on its way" not in press(client)


def test_a_test_that_nobody_sends_has_failed_after_a_minute_and_is_not_sent_later(sink: Sink) -> None:
    person = make_person()
    add_webhook(person, sink)
    client = sign_in(person)
    press(client)
    ChannelTest.objects.update(asked_at=timezone.now() - channel_tests.LASTS)
    channel_tests.send_due()
    assert not sink.came
    assert "There was no answer" in look_at_test(client)[1]
    assert "is on its way" in press(client)
    channel_tests.send_due()
    assert len(sink.came) == 1
    ChannelTest.objects.update(asked_at=timezone.now() - channel_tests.SHOWN_FOR)
    assert "has arrived" not in text_of(client.get(page_of("webhook")))


def test_what_came_of_an_older_test_is_not_said_of_the_newer_one(sink: Sink) -> None:
    person = make_person()
    add_webhook(person, sink)
    press(sign_in(person))
    [test] = channel_tests._claim()
    ChannelTest.objects.update(asked_at=timezone.now(), state="waiting")
    channel_tests.note(test, Outcome.NEVER)
    assert ChannelTest.objects.get().state == "waiting"


def test_a_test_is_asked_about_by_its_owner_alone(sink: Sink) -> None:
    add_webhook(make_person(), sink)
    path = reverse("games:channel_test", args=["webhook"])
    assert sign_in(make_person()).get(path).status_code == 404
    assert sign_in(make_guest()).get(path)["Location"] == reverse("account_signup")
    person = make_person()
    contacts.connect(person, contacts.FEED)
    assert sign_in(person).get(reverse("games:channel_test", args=["feed"])).status_code == 404


def test_a_browser_is_added_with_what_it_says_and_removed_again(sink: Sink) -> None:
    ada, ben = make_person(), make_person()
    fields = Browser(ben, f"{sink.url}/phone").fields
    client = sign_in(ada)
    client.post(page_of("push"), fields, headers={"User-Agent": "Mozilla/5.0 (Android 15) Firefox/140.0"})
    [device] = Device.objects.filter(user=ada)
    assert device.name == "Firefox, Android"
    assert "Firefox, Android" in text_of(client.get(page_of("push")))
    sign_in(ben).post(page_of("push"), {"action": "remove", "device": device.pk})
    assert Device.objects.filter(pk=device.pk).exists()
    client.post(page_of("push"), {"action": "remove", "device": device.pk})
    assert not Device.objects.filter(user=ada).exists()
    assert not Contact.objects.filter(user=ada).exists()


@pytest.mark.parametrize("way", ["here", "from afar", "everywhere else", "expired"])
def test_a_browser_that_is_signed_out_gets_no_more_pushes(sink: Sink, way: str) -> None:
    ada, ben = make_person(), make_person()
    phone, laptop = type_password(ada), type_password(ada)
    for client, name in ((phone, "phone"), (laptop, "laptop")):
        client.post(page_of("push"), Browser(ben, f"{sink.url}/{name}").fields)
    assert Device.objects.filter(user=ada).count() == 2
    if way == "here":
        phone.post(reverse("account_logout"))
    elif way == "from afar":
        ended = UserSession.objects.get(session_key=phone.session.session_key)
        laptop.post(reverse("accounts:sessions"), {"session": ended.pk})
    elif way == "everywhere else":
        laptop.post(reverse("accounts:sessions"), {"action": "everywhere"})
    else:
        Session.objects.filter(session_key=phone.session.session_key).delete()
        clear_expired()
    assert [device.endpoint for device in Device.objects.filter(user=ada)] == [f"{sink.url}/laptop"]
    assert Contact.objects.filter(user=ada).exists()
    laptop.post(reverse("account_logout"))
    assert not Device.objects.filter(user=ada).exists()
    assert not Contact.objects.filter(user=ada).exists()


@pytest.mark.parametrize("name", ["endpoint", "public_key", "auth_secret"])
@pytest.mark.parametrize("value", ["", "nonsense", "https://127.0.0.1:1/", "http://push.example/", "é", "a" * 900])
def test_what_no_browser_says_is_refused_kindly(sink: Sink, name: str, value: str) -> None:
    person = make_person()
    fields = Browser(make_person(), f"{sink.url}/phone").fields | {name: value}
    answer = sign_in(person).post(page_of("push"), fields, follow=True)
    assert "didn’t say where to reach it" in text_of(answer)
    assert not Device.objects.filter(user=person).exists()


def test_guests_have_no_channels_and_what_is_none_has_no_page() -> None:
    assert sign_in(make_guest()).get(page_of("webhook"))["Location"] == reverse("account_signup")
    for code in ("mail", "telegram"):
        assert sign_in(make_person()).get(page_of(code)).status_code == 404


def test_the_service_worker_keeps_nothing_but_the_page_for_times_without_a_network() -> None:
    answer = sign_in(make_person()).get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    script = text_of(answer)
    assert re.findall(r"cache\.\w+", script) == ["cache.addAll"]
    files = re.findall(r'"([^"]+)"', script.split("const FILES")[1].split(";")[0].replace("PAGE", f'"{OFFLINE}"'))
    assert files[0] == OFFLINE
    assert all(file.endswith(".css") for file in files[1:])


@pytest.mark.parametrize(("language", "words"), [("fr", "Réessayer"), ("en", "Try again")])
def test_the_page_without_a_network_is_in_the_readers_language_and_the_same_for_all(language: str, words: str) -> None:
    pages = [text_of(sign_in(make_person(language=language)).get(OFFLINE)) for _ in range(2)]
    visitor = Client(headers={"Accept-Language": language})
    assert {*pages, text_of(visitor.get(OFFLINE))} == {pages[0]}
    assert words in pages[0]
    assert "csrf" not in pages[0]
    assert f'"offline {language}"' in text_of(sign_in(make_person(language=language)).get("/service-worker.js"))


@pytest.mark.parametrize("outcome", Outcome)
def test_the_test_of_an_earlier_address_says_nothing_of_the_next(outcome: Outcome) -> None:
    person = make_person()
    client, contact = sign_in(person), contacts.connect(person, "ntfy", "my-first-topic")
    assert channel_tests.request_test(contact)
    channel_tests.note(ChannelTest.objects.get(), outcome)
    client.post(page_of("ntfy"), {"address": "my-second-topic"})
    assert channel_tests.find_state(Contact.objects.get()) == ""


@pytest.mark.parametrize("code", ["webhook", "feed"])
def test_a_channel_that_was_removed_comes_back_without_the_reminders_of_cases(code: str) -> None:
    person, now = make_person(), timezone.now()
    client = sign_in(person)
    contacts.connect(person, code, "https://hooks.example.org/x")
    case_reminders.choose(person, [code], 8, now)
    client.post(page_of(code), {"action": "remove"})
    contacts.connect(person, code, "https://hooks.example.org/x")
    assert case_reminders.list_chosen(person)[0] == []
