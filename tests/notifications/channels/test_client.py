"""Nothing private is reached, nothing followed, nothing waited for: whatever address a person names."""

import socket
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import Any
from unittest.mock import Mock

import pytest

from games.notifications.channels import client, lookups
from games.notifications.channels.client import Forbidden, _find_address, _is_public, _send, post
from games.notifications.channels.types import Outcome, Request
from tests.notifications.channels.sink import DRIP, Sink

PRIVATE = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",  # noqa: S104
    "224.0.0.1",
    "255.255.255.255", "240.0.0.1", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:db8::1",
    "2001:0:7f00:1::1", "fec0::1", "feff::1", "3fff::1", "3fff:fff:ffff::1", "192.0.0.8", "192.0.0.9", "192.0.0.170",
    "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "::ffff:192.168.0.1", "::ffff:192.0.0.9",
    "::ffff:192.88.99.1", "::10.0.0.1", "::8.8.8.8", "64:ff9b::a00:1", "64:ff9b::808:808", "64:ff9b:1::1",
    "2002:a00:1::1", "2002:808:808::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1::1", "100::1", "5f00::1",
    "200::1", "4000::1", "fdff::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_no_address_of_the_open_internet_is_forbidden(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _is_public(address)
    answer_with(monkeypatch, "93.184.215.14", address)
    with pytest.raises(Forbidden, match="private"):
        _find_address("hooks.example.org", 443)


@pytest.mark.parametrize(
    "address",
    ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:8.8.8.8", "2001:200::1", "2a00::1"],
)
def test_others_are_allowed(address: str) -> None:
    assert _is_public(address)


def answer_with(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name have these addresses."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/", "https://hooks.example.org:8443/", "https://user:pw@hooks.example.org/", "https://",
        "ftp://hooks.example.org/", "https://[::1/", "https://a:b:c/", "file:///etc/passwd", "", "hooks.example.org",
        "https://hooks.example.org:99999/",
    ],
)  # fmt: skip
def test_only_plain_https_addresses_are_posted_to(url: str) -> None:
    with pytest.raises(Forbidden):
        _send(Request(url, b""))
    assert post(Request(url, b""), frozenset()) == Outcome.NEVER


def test_it_connects_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere a moment later is not asked again."""
    look_up = Mock(return_value=[(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))])
    connect = Mock(side_effect=ConnectionRefusedError)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert post(Request("https://hooks.example.org/x", b""), frozenset()) == Outcome.LATER
    assert [call.args[0] for call in look_up.call_args_list] == ["hooks.example.org"]
    assert [call.args[0] for call in connect.call_args_list] == [("93.184.215.14", 443)]


def test_what_the_machine_itself_offers_is_reached_by_a_word_of_the_settings_alone(sink: Sink, settings: Any) -> None:
    request = Request(f"{sink.url}/x?y=1", b"{}")
    assert post(request, frozenset()) == Outcome.TAKEN
    settings.CHANNELS_MAY_REACH = []
    assert post(request, frozenset()) == Outcome.NEVER
    assert [each.path for each in sink.came] == ["/x?y=1"]


def test_a_redirect_is_not_followed(sink: Sink) -> None:
    sink.status = 302
    assert post(Request(f"{sink.url}/x", b""), frozenset({302})) == Outcome.NEVER
    assert [each.path for each in sink.came] == ["/x"]


def test_an_answer_that_drips_is_cut_off(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "TIMEOUT", 0.3)
    sink.status, begun = DRIP, time.monotonic()
    assert post(Request(f"{sink.url}/x", b""), frozenset()) == Outcome.LATER
    # It would drip for ever.
    assert time.monotonic() - begun < 30


def test_a_handshake_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends a byte of its handshake now and then, for ever."""

    def drip() -> None:
        visitor, _ = server.accept()
        with visitor, suppress(OSError):
            # A record of 16 kB begins.
            visitor.sendall(b"\x16\x03\x03\x40\x00")
            while True:
                visitor.sendall(b"\x02")
                time.sleep(0.05)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=drip, daemon=True).start()
        connect = socket.create_connection
        monkeypatch.setattr(client, "TIMEOUT", 0.3)
        monkeypatch.setattr(client, "_find_address", lambda host, port: "127.0.0.1")
        monkeypatch.setattr(socket, "create_connection", lambda *args, **more: connect(server.getsockname(), **more))
        posted = SimpleQueue[Outcome]()
        request = Request("https://hooks.example.org/", b"")
        threading.Thread(target=lambda: posted.put(post(request, frozenset())), daemon=True).start()
        # It would drip for ever.
        assert posted.get(timeout=30) == Outcome.LATER


def test_a_name_is_waited_for_two_seconds_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: released.wait(60) and [])
    monkeypatch.setattr(lookups, "free", threading.BoundedSemaphore(2))
    assert lookups.WITHIN == 2
    monkeypatch.setattr(lookups, "WITHIN", 0.1)
    begun = time.monotonic()
    for _ in range(2):
        assert post(Request("https://hooks.example.org/", b""), frozenset()) == Outcome.LATER
    assert time.monotonic() - begun < 30
    # As many threads as may be wait: no more are started, and names are not waited for at all.
    monkeypatch.setattr(lookups, "WITHIN", 60)
    assert post(Request("https://hooks.example.org/", b""), frozenset()) == Outcome.LATER
    assert time.monotonic() - begun < 30
    released.set()


@pytest.mark.parametrize("error", [socket.gaierror(socket.EAI_NONAME, "none"), UnicodeError("label too long")])
def test_a_name_that_is_none_fails_and_leaves_room_for_others(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=error))
    monkeypatch.setattr(lookups, "free", threading.BoundedSemaphore(1))
    for _ in range(3):
        # A look-up ends a moment after it has answered.
        with lookups.free:
            pass
        with pytest.raises(OSError, match=r"none|not a name"):
            lookups.look_up("hooks.example.org", 443)


def test_a_long_body_is_not_sent(sink: Sink) -> None:
    assert post(Request(f"{sink.url}/x", b"x" * 9000), frozenset()) == Outcome.NEVER
    assert sink.came == []
