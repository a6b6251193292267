"""A round of mail ends after a fixed time, however slowly the server answers: byte by byte, or never at all."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest

from games.notifications import email_dispatch, smtp_connection
from games.notifications.smtp_connection import FIRST_PART, LEASE, ROUND
from tests.notifications.email.builders import mail_of, state_of, write_notifications

pytestmark = pytest.mark.django_db
TRICKLE = 0.05
"""Seconds between two bytes."""


@contextmanager
def dripping(greeting: bytes = b"") -> Iterator[int]:
    """Listen, send `greeting` at once, and then one byte after the other without ever ending a line; give the port."""
    done = threading.Event()

    def serve(peer: socket.socket) -> None:
        with suppress(OSError), peer:
            peer.sendall(greeting)
            while not done.wait(TRICKLE):
                peer.sendall(b"2")

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]
        done.set()
        listener.shutdown(socket.SHUT_RDWR)


def set_up(settings: Any, port: int, *, use_ssl: bool = False) -> None:
    """Let mail go to a port of this machine, with patience for each piece of an answer."""
    settings.EMAIL_BACKEND = "insidejob.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_SSL = "127.0.0.1", port, use_ssl
    settings.EMAIL_TIMEOUT = 60


@pytest.mark.parametrize("greeting", [b"", b"220 slow\r\n"], ids=["greets slowly", "answers slowly"])
def test_a_round_ends_in_time_though_each_piece_of_an_answer_comes_soon(
    settings: Any, monkeypatch: pytest.MonkeyPatch, greeting: bytes
) -> None:
    notifications = write_notifications(2)
    # On a busy machine a second may pass before the greeting is read.
    monkeypatch.setattr(smtp_connection, "ROUND", 4.0)
    with dripping(greeting) as port:
        set_up(settings, port)
        begun = time.monotonic()
        assert email_dispatch.send_due() == 0
        # Without an end it would take as long as the server likes: its line has no end.
        assert time.monotonic() - begun < 30
    assert [state_of(notification) for notification in notifications] == ["waiting"] * 2
    # What was never said is no attempt; what was cut off in the middle is one.
    assert mail_of(notifications[0]).attempts == bool(greeting)


def test_tls_has_an_end_too(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (notification,) = write_notifications(1)
    monkeypatch.setattr(smtp_connection, "ROUND", 1.0)
    with dripping() as port:
        set_up(settings, port, use_ssl=True)
        settings.EMAIL_TIMEOUT = 1
        monkeypatch.setattr(ssl, "create_default_context", ssl._create_unverified_context)
        assert email_dispatch.send_due() == 0
    assert (state_of(notification), mail_of(notification).attempts) == ("waiting", 0)


def test_what_is_begun_has_time_for_a_whole_mail_and_no_one_else_takes_it_meanwhile() -> None:
    replies_of_a_mail, slow = 6, 10
    assert timedelta(seconds=ROUND) < LEASE
    assert replies_of_a_mail * slow <= ROUND - FIRST_PART
