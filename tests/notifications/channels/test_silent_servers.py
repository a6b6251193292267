"""A server that never answers costs the others a moment, however much is due there."""

import socket
import threading
import time
from typing import Any

import pytest

from games.models import Delivery
from games.notifications import channel_dispatch, contacts
from games.notifications.channels import client, lookups
from games.notifications.channels.types import Outcome, Request
from tests.notifications.channels.builders import add_webhook, send_after, stop_mail
from tests.notifications.channels.sink import DRIP, Sink
from tests.notifications.email.builders import GRACE, write_notifications

DEAD = 30


@pytest.mark.django_db
def test_a_round_asks_a_silent_server_little_and_all_others_everything(
    sink: Sink, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "TIMEOUT", 3)
    monkeypatch.setattr(channel_dispatch, "SILENT_AFTER", 0.2)
    dead = Sink(status=DRIP)
    dead.start()
    settings.CHANNELS_MAY_REACH = [*settings.CHANNELS_MAY_REACH, f"127.0.0.1:{dead.port}"]
    notifications = write_notifications(DEAD + 5)
    for number, notification in enumerate(notifications):
        stop_mail(notification.recipient)
        add_webhook(notification.recipient, dead if number < DEAD else sink)
    assert send_after(GRACE) == 5
    # The others were left alone: a round lasts as long as those few are waited for.
    assert 0 < len(dead.came) <= channel_dispatch.THREADS
    assert len(sink.came) == 5
    # What was tried waits for its next attempt; of what was left alone none is counted, and it goes sooner.
    tried = Delivery.objects.filter(state="waiting", attempts=1).count()
    assert tried == len(dead.came)
    assert Delivery.objects.filter(state="waiting", attempts=0).count() == DEAD - tried
    # Half a minute later it fails at once, and all are tried.
    channel_dispatch.silent_until.clear()
    monkeypatch.setattr(channel_dispatch, "SILENT_AFTER", 60)
    monkeypatch.setattr(client, "TIMEOUT", 30)
    dead.status = 500
    assert send_after(GRACE + channel_dispatch.SILENT_FOR) == 0
    dead.stop()
    assert not Delivery.objects.filter(state="waiting", attempts=0).exists()


def make_due(people: int) -> None:
    """Let something be due for so many people by webhooks, each at a server of its own."""
    for number, notification in enumerate(write_notifications(people)):
        stop_mail(notification.recipient)
        contacts.connect(notification.recipient, "webhook", f"https://number-{number}.example.org/hook")


@pytest.mark.django_db
def test_a_round_does_not_wait_for_names(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: released.wait(20) and [])
    monkeypatch.setattr(lookups, "WITHIN", 0.1)
    make_due(channel_dispatch.BATCH)
    begun = time.monotonic()
    assert send_after(GRACE) == 0
    # The resolver takes twenty seconds, twice, as there are twice as many posts as threads.
    assert time.monotonic() - begun < 20
    released.set()
    assert Delivery.objects.filter(state="waiting", attempts=1).count() == channel_dispatch.BATCH


@pytest.mark.django_db
def test_a_round_ends_and_leaves_the_rest_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer_late(request: Request, gone: frozenset[int]) -> Outcome:
        posted.append(request)
        time.sleep(0.3)
        return Outcome.LATER

    posted: list[Request] = []
    monkeypatch.setattr(client, "post", answer_late)
    monkeypatch.setattr(channel_dispatch, "THREADS", 1)
    monkeypatch.setattr(channel_dispatch, "ROUND", 0.2)
    make_due(channel_dispatch.BATCH)
    send_after(GRACE)
    assert len(posted) < channel_dispatch.BATCH / 2
    left = Delivery.objects.filter(state="waiting", attempts=0)
    assert left.count() == channel_dispatch.BATCH - len(posted)
    monkeypatch.setattr(channel_dispatch, "ROUND", 60)
    monkeypatch.setattr(channel_dispatch, "THREADS", channel_dispatch.BATCH)
    send_after(GRACE + channel_dispatch.SILENT_FOR)
    assert not left.exists()
