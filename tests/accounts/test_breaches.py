"""Passwords that were stolen somewhere: a service is told the start of a hash, and its silence lets everybody in."""

import hashlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.breaches import BreachedPasswordValidator, is_breached
from accounts.models import User
from tests.accounts.forms_and_mail import last_code, send_code, send_sign_up
from tests.builders_people import PASSWORD

STOLEN = "seven stolen lamps"
ENDLESS = 20
"""Seconds that only a wait without an end takes, on the slowest machine."""


def digest(password: str) -> str:
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


@dataclass
class Service:
    """A service that knows some passwords, and may misbehave."""

    counts: dict[str, int] = field(default_factory=lambda: {STOLEN: 3, "never found": 0})
    does: str = "answer"
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.append((request.path, dict(request.headers)))
        if self.does == "silence":
            self.closing.wait(30)
        elif self.does == "drip":
            while not self.closing.wait(0.05):
                request.wfile.write(b"H")
        elif self.does == "redirect":
            request.send_response(302)
            request.send_header("Location", "/elsewhere/")
            request.end_headers()
        else:
            body = "\r\n".join(f"{digest(word)[5:]}:{count}" for word, count in self.counts.items()).encode()
            request.send_response(200 if self.does == "answer" else 503)
            request.send_header("Content-Length", str(len(body)))
            request.end_headers()
            request.wfile.write(b"\xff\xfe\x00 no such thing" if self.does == "rubbish" else body)


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    """A service that listens on this machine, which the site is told to ask."""
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            service.answer(self)

        def log_message(self, *args: Any) -> None:
            pass

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:
                return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    settings.BREACHES_URL = f"http://127.0.0.1:{server.server_address[1]}/range/"
    cache.clear()
    yield service
    service.closing.set()
    server.shutdown()
    server.server_close()
    cache.clear()


def test_a_stolen_password_is_refused_and_others_are_not(service: Service) -> None:
    with pytest.raises(ValidationError):
        BreachedPasswordValidator().validate(STOLEN)
    BreachedPasswordValidator().validate(PASSWORD)
    assert not is_breached("never found")


def test_the_service_learns_five_characters_of_a_hash_and_nothing_else(service: Service) -> None:
    is_breached(STOLEN)
    ((path, headers),) = service.asked
    assert path == f"/range/{digest(STOLEN)[:5]}"
    assert set(headers) == {"Host", "Accept-Encoding", "Add-Padding", "User-Agent"}
    assert digest(STOLEN)[:6] not in str(headers)


@pytest.mark.parametrize("does", ["silence", "drip", "redirect", "error", "rubbish"])
def test_a_service_that_does_not_answer_stops_nobody(service: Service, does: str) -> None:
    service.does = does
    began = time.monotonic()
    assert not is_breached(STOLEN)
    assert time.monotonic() - began < ENDLESS
    asked = len(service.asked)
    assert not is_breached(STOLEN)
    if does != "rubbish":
        assert len(service.asked) == asked, "nobody waits for it again in the next minute"
    assert asked == 1, "nothing is followed"


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:1/", "https://nowhere.invalid/range/", "nonsense", "http://[::1"]
)
def test_nor_does_one_that_is_not_there(settings: Any, address: str) -> None:
    cache.clear()
    settings.BREACHES_URL = address
    began = time.monotonic()
    assert not is_breached(STOLEN)
    assert time.monotonic() - began < ENDLESS
    cache.clear()


def test_without_a_service_nobody_is_asked(service: Service, settings: Any) -> None:
    settings.BREACHES_URL = ""
    assert not is_breached(STOLEN)
    assert not service.asked


@pytest.mark.django_db
@pytest.mark.parametrize(("does", "signs_up"), [("answer", False), ("silence", True)])
def test_signing_up_asks_and_silence_lets_in(service: Service, does: str, signs_up: bool) -> None:
    service.does = does
    client = Client(headers={"accept-language": "en"})
    page = send_sign_up(client, "ada@example.org", "Ada", password=STOLEN, time_zone="Europe/Paris", language="en")
    assert ("lists of stolen ones" in page.content.decode()) is not signs_up
    if signs_up:
        send_code(client, last_code())
    assert User.objects.exists() is signs_up


@pytest.mark.django_db
@pytest.mark.parametrize("says", [True, False])
def test_the_page_on_privacy_says_whether_one_is_asked(service: Service, settings: Any, says: bool) -> None:
    if not says:
        settings.BREACHES_URL = ""
    page = Client(headers={"accept-language": "en"}).get("/privacy/").content.decode()
    assert ("Stolen passwords" in page) is says
