"""Random requests: every address and method, as every kind of visitor, with junk in path, query, fields and headers.

`throw_junk(count, seed)` needs a database in which it may do what it likes.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import quote

from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games.models import Game, Heartbeat
from games.rules.insidejob.cards import CARDS
from games.rules.insidejob.missions import MISSIONS
from games.services import lobby
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.games.builders import open_table, play_on, start_table
from tests.pages.worlds import lay_out_vote

METHODS = ("GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
JUNK = (
    "", " ", "0", "1", "-1", "1.5", "1e400", "٣", "²", "9" * 5000, "-" + "9" * 30, "2147483648", "9223372036854775808",
    "true", "None", "null", "[]", "{}", "\0", "a\0b", "\x01\x7f", "\ufeff", "\u202ereversed", "é" * 3000,
    "👩🏽‍🚀" * 200, "e\u0301" * 100, "\ud7ff", "<script>alert(1)</script>", "'\"><b>", "'; DROP TABLE games_game; --",
    "{{ 7*7 }}", "%s%n%x", "%00", "../../etc/passwd", "//elsewhere.example", "https://elsewhere.example/", "\r\nX: y",
    "javascript:alert(1)", "a" * 70_000, "a@b.example", "A@B.EXAMPLE", "a@b", "@", "x" * 300 + "@b.example", "Ada",
    "Guest 1", "en", "fr", "tlh",
)  # fmt: skip
SENSIBLE = (
    "hide", "turn-1", "turn-2-refill", "hand", "hideout", "swap", "1-0-5",
    "trick-1-lead", "trick-1-play", "trick-2-play", "vote-1", "insidejob", "3", "4", "on", "open", "last_trick",
    "number", "round-1-lap-1-say", "round-1-point", "rendezvous", "crossed", "🔥",
    "resend", "Europe/Paris", "Mars/Olympus", PASSWORD, "ABCD-EFGH", "/games/", *list(CARDS)[:8], *list(MISSIONS)[:4],
)  # fmt: skip
FIELDS = (
    "spy", "spy0", "own", "target", "token", "mark",
    "decision", "card", "mission", "wager", "against", "text", "seat", "title", "seats", "insidejob-wagers",
    "insidejob-memory", "next", "language", "display_name", "time_zone", "email", "login", "password", "code", "action",
    "action_add", "action_remove", "oldpassword", "password1", "uidb36", "key", "v", "c", "t", "trick", "_",
    "csrfmiddlewaretoken", "number", "word", "emoji", "at", "none", "rendezvous-rounds", "rendezvous-variant",
)  # fmt: skip
HEADERS = (
    "HX-Request", "HX-Current-URL", "HX-Target", "Accept-Language", "Accept", "Referer", "Cookie", "User-Agent",
    "X-Forwarded-For",
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "text/plain", "\x7f",
)  # fmt: skip
KEYS = ("1-nonsense", "zzzzzzzzzzzzzz-set-password", "1-set-password", f"{'9' * 99}-%C3%A9")
"""Ends of links that lead to a new password."""


def make_clients() -> list[Client]:
    """Return clients of every kind of visitor, with tables in every state for them to meet at."""
    ada, bob, guest = make_person(language="fr"), make_person(), make_guest()
    clients = [Client(raise_request_exception=False) for _ in range(5)]
    for client, person in zip(clients, (ada, bob, guest, make_person()), strict=False):
        client.force_login(person)
    start_table(ada, bob, bots=1)
    start_table(guest, bots=3)
    play_on(start_table(ada, bob, bots=2))
    for options, moves in (({}, 0), ({}, 1), ({"laps": "at_once"}, 1), ({"silent": True}, 1), ({}, 7)):
        play_on(start_table(ada, bob, bots=1, title="rendezvous", options=options), moves)
    for moves in (0, 2, 8):
        play_on(start_table(ada, bob, title="target"), moves)
    open_table(ada, bob, seats=5).seats.filter(index=2).update(user=make_person(), invited=True)
    lobby.cancel_game(code=open_table(bob, seats=3).code, host=bob)
    # No sweep runs meanwhile, and the site shall be well for as long as this takes.
    Heartbeat.objects.create(beat_at=timezone.now() + timedelta(days=1))
    lay_out_vote("fuzz").seats.filter(index=0).update(user=ada)
    return clients


def list_routes(resolver: Any = None, before: str = "") -> Iterator[str]:
    """Yield the route of every address as a pattern in which `<…>` stands for a part that varies."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern).lstrip("^")
        if isinstance(pattern, URLResolver):
            yield from list_routes(pattern, route)
        else:
            yield route


class Thrower:
    """Draws requests and sends them."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.clients = make_clients()
        self.codes = list(Game.objects.values_list("code", flat=True))
        self.routes = list(list_routes())

    def throw(self) -> tuple[str, int]:
        """Send one request; return what it was, and the answer's status."""
        client, method, path = self.chance.choice(self.clients), self.chance.choice(METHODS), self.draw_path()
        fields, kind = self.draw_fields(), self.chance.choice((TYPES[0], TYPES[0], TYPES[0], *TYPES))
        body = "&".join(f"{quote(name)}={quote(value)}" for name, value in fields)
        if self.chance.random() < 0.05:
            body = self.chance.choice(JUNK)
        answer: Any = client.generic(method, path, body, content_type=kind, headers=self.draw_headers())
        error = repr(answer.exc_info[1]) if getattr(answer, "exc_info", None) else ""
        return f"{method} {path[:300]} {fields!r:.500} {kind!r} {error}", answer.status_code

    def draw_path(self) -> str:
        """Return the path of some address, or something like one, often with a query."""
        path = ""
        for part in self.chance.choice(self.routes).replace("(?P", "").replace("$", "").split("/"):
            path += "/" + (self.draw_part(part) if "<" in part else part)
        if self.chance.random() < 0.03:
            path = "/" + quote(self.chance.choice(JUNK)[:500])
        if self.chance.random() < 0.4:
            path += "?" + "&".join(f"{quote(name)}={quote(value[:2000])}" for name, value in self.draw_fields())
        return path

    def draw_part(self, part: str) -> str:
        """Return what stands in a place of a route."""
        if "uidb36" in part:
            return self.chance.choice(
                ("1-nonsense", "zzzzzzzzzzzzzz-set-password", "1-set-password", quote(f"{'9' * 99}-é"))
            )
        if self.chance.random() < 0.9:
            return self.chance.choice(self.codes)
        return quote(self.chance.choice(JUNK)[:200], safe="") or "x"

    def draw_fields(self) -> list[tuple[str, str]]:
        """Return names and values of fields, some of them more than once."""
        return [
            (self.chance.choice(FIELDS), self.chance.choice(self.chance.choice((JUNK, SENSIBLE))))
            for _ in range(self.chance.randrange(6))
        ]

    def draw_headers(self) -> dict[str, str]:
        """Return headers; half of the time those of HTMX."""
        headers = {"HX-Request": "true"} if self.chance.random() < 0.5 else {}
        if self.chance.random() < 0.1:
            # As a server hands them on: bytes, written as Latin-1.
            junk = self.chance.choice(JUNK)[:300].replace("\r\n", "").encode().decode("latin-1")
            headers[self.chance.choice(HEADERS)] = junk
        return headers

    def begin_anew(self) -> None:
        """Sign everybody in again who got signed out, and forget mails and limits."""
        self.clients = make_clients()
        self.codes = list(Game.objects.order_by("-pk").values_list("code", flat=True)[:12])
        cache.clear()
        mail.outbox.clear()


def throw_junk(count: int, seed: str) -> tuple[Counter[int], list[str]]:
    """Send so many random requests; return how often each status came, and the requests that failed (5xx, raised)."""
    thrower, statuses, failures = Thrower(seed), Counter[int](), []
    for number in range(count):
        if number % 1000 == 999:
            thrower.begin_anew()
        asked, status = thrower.throw()
        statuses[status] += 1
        if status >= 500:
            failures.append(f"{status}: {asked}")
    return statuses, failures
