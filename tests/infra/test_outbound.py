"""The guard under which all tests run: a request that opens a connection to another server fails its test."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from insidejob import urls
from tests import outbound
from tests.notifications.channels.sink import Sink

HOW: list[Any] = []


def ask_outside(request: HttpRequest) -> HttpResponse:
    """Do what a view must not; hide that it was refused."""
    try:
        HOW[-1]()
    except outbound.Outbound:
        return HttpResponse("refused")
    return HttpResponse("reached")


urlpatterns = [path("ask/", ask_outside), *urls.urlpatterns]


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    sink.start()
    yield sink
    sink.stop()


def in_a_thread(ask: Any) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(ask).result()


@pytest.mark.urls("tests.infra.test_outbound")
@pytest.mark.parametrize("way", ["connect", "look up", "datagram", "thread"])
def test_a_request_that_leads_out_is_caught(sink: Sink, way: str) -> None:
    def connect() -> None:
        socket.create_connection(("127.0.0.1", sink.port)).close()

    def send() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"x", ("127.0.0.1", sink.port))

    ways = {
        "connect": connect,
        "look up": lambda: socket.getaddrinfo("hooks.example.org", 443),
        "datagram": send,
        "thread": lambda: in_a_thread(connect),
    }
    HOW.append(ways[way])
    assert Client().get("/ask/").content.strip() == b"refused"
    assert len(outbound.seen) == 1
    outbound.seen.clear()
    # Outside of a request it is nobody's business.
    connect()
    assert not outbound.seen
