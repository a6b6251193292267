"""Random requests: every address and method, as every kind of visitor, with junk in path, query, fields and headers.

`throw_junk(count, seed)` needs a database in which it may do what it likes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from io import BytesIO
from itertools import chain
from random import Random
from typing import Any
from urllib.parse import quote

from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.core.cache import cache
from django.test.client import Client, ClientHandler
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from accounts.models import User
from games.models import Game, Heartbeat, Notification, Player, Report
from games.notifications.email_links import make_table_token, make_turn_token
from games.rules.registry import TITLES
from games.tables.services import lobby
from insidejob.middleware import forget_unknown_type
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.logs import read_log
from tests.rules.swap import play_game
from tests.rules.worlds import Fields, Worlds
from tests.tables.builders import TO_THE_END, finish, open_table, play_on, start_table
from tests.tables.moderation_builders import make_moderator, make_report
from tests.tables.pages.fuzz_headers import NAMES, VALUES, draw_headers, draw_length, draw_parts, draw_type
from tests.tables.pages.votes import lay_out_vote
from tests.titles import worlds_of

Pairs = list[tuple[str, str]]
METHODS = (
    "GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW",
    "post", "CONNECT",
)  # fmt: skip
FORM = "application/x-www-form-urlencoded"
MAX_LINE = 1000
"""Characters of a line of the log."""
JUNK = (
    "", " ", "0", "1", "-1", "1.5", "1e400", "٣", "²", "9" * 5000, "-" + "9" * 30, "2147483648", "9223372036854775808",
    "true", "None", "null", "[]", "{}", "\0", "a\0b", "\x01\x7f", "\ufeff", "\u202ereversed", "é" * 3000,
    "👩🏽‍🚀" * 200, "e\u0301" * 100, "\ud7ff", "<script>alert(1)</script>", "'\"><b>", "'; DROP TABLE games_game; --",
    "{{ 7*7 }}", "%s%n%x", "%00", "../../etc/passwd", "//elsewhere.example", "https://elsewhere.example/", "\r\nX: y",
    "javascript:alert(1)", "a" * 70_000, "a@b.example", "A@B.EXAMPLE", "a@b", "@", "x" * 300 + "@b.example", "Ada",
    "Guest 1", "en", "fr", "tlh",
)  # fmt: skip
SENSIBLE = (
    "1-0-5", "3", "4", "on", "open", "last_trick", "resend", "Europe/Paris", "Mars/Olympus", PASSWORD, "ABCD-EFGH",
    "/games/", "warn", "hide", "mute", "suspend", "close", "back", "done", "7", "none", "insult", *TITLES,
)  # fmt: skip
FIELDS = (
    "mark", "decision", "text", "seat", "title", "seats", "next", "language", "display_name", "time_zone", "email",
    "login", "password", "code", "action", "action_add", "action_remove", "oldpassword", "password1", "uidb36", "key",
    "v", "c", "t", "trick", "_", "csrfmiddlewaretoken", "address",
    "endpoint", "device", "reminders", "muted", "mail-schedule", "name", "person", "circle", "accepts",
    "act", "words", "days", "out", "line", "reason", "blocked", "wakes_at", "history_shown_to", "tab", "watchers",
    "like", "weekly", "when",
)  # fmt: skip
PLAY, PLAYS = "g/<slug:code>/move/", 0.05
"""Where people play, and how often that is asked for beside its share of the addresses, which grow in number."""
ANSWERS = 0.05
"""How often somebody who is asked sends a whole form of the title, with junk in it or without."""
MOVES = (0, 1, 2, 8, TO_THE_END)
"""After how many choices the tables of each title are met."""
SIGNED_IN = 5
"""How many of the visitors are."""
KEYS = ("1-nonsense", "zzzzzzzzzzzzzz-set-password", "1-set-password", f"{'9' * 99}-%C3%A9")
"""Ends of links that lead to a new password."""


class Handler(ClientHandler):
    """Hands requests on as `insidejob.wsgi` does."""

    def __call__(self, environ: dict[str, Any]) -> Any:
        return super().__call__(forget_unknown_type(environ))


class FuzzClient(Client):
    """A client whose requests come the way of gunicorn's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.handler = Handler()


def make_clients() -> list[Client]:
    """Return clients of every kind of visitor, with tables in every state for them to meet at."""
    ada, bob, guest = make_person(language="fr"), make_person(), make_guest()
    clients: list[Client] = [FuzzClient(raise_request_exception=False) for _ in range(SIGNED_IN + 1)]
    for client, person in zip(clients, (ada, bob, guest, make_person(), make_moderator()), strict=False):
        client.force_login(person)
    make_report(start_table(ada, bob, bots=1))
    start_table(guest, bots=3)
    for title in TITLES:
        for number, moves in enumerate(MOVES):
            start_drawn(worlds_of(title), Random(number), moves, ada, bob)
    open_table(ada, bob, seats=5).players.filter(seat=2).update(user=make_person(), invited=True)
    lobby.cancel_game(code=open_table(bob, seats=3).code, host=bob)
    # No sweep runs meanwhile, and the site shall be well for as long as this takes.
    Heartbeat.objects.create(beat_at=timezone.now() + timedelta(days=1))
    lay_out_vote("fuzz").players.filter(seat=0).update(user=ada)
    return clients


def start_drawn(worlds: Worlds, chance: Random, moves: int, *people: User) -> None:
    """Start a game at any table of a title, of these people and bots, and let them make so many choices."""
    options, seats = worlds.draw_table(chance)
    raw = worlds.TITLE.dump_options(options)
    bots = seats - len(people)
    game = start_table(*people, bots=bots, title=worlds.TITLE.NAME, options=raw, watchers="link")
    if moves == TO_THE_END:
        finish(game)
    else:
        play_on(game, moves)


def draw_typed(titles: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, list[Pairs]]]:
    """Return the names of the fields of all forms of titles, values that make sense in some of them, and the forms."""
    names, values, forms = dict[str, None](), dict[str, None](), dict[str, list[Pairs]]()
    for title in titles:
        worlds = worlds_of(title)
        games = [play_game(worlds, f"fields-{number}") for number in range(4)]
        sent = [worlds.write_form(entry.move) for game in games for entry in game.log]
        forms[title] = [list_pairs(form) for form in (*sent, *worlds.draw_forms(Random(1)))]
        for name, value in chain.from_iterable(forms[title]):
            names[name] = values[value] = None
        decisions = [worlds.TITLE.decision(state, seat) for game in games for state in game.states for seat in range(2)]
        values.update(dict.fromkeys(decision.name for decision in decisions if decision))
        names.update(dict.fromkeys(f"{title}-{option.name}" for option in worlds.TITLE.OPTIONS))
    return tuple(names), tuple(values), forms


def list_pairs(form: Fields) -> Pairs:
    return [(name, text) for name, value in form.items() for text in ([value] if isinstance(value, str) else value)]


def list_tokens() -> list[str]:
    """Return what the links of mails hold: of each turn that somebody owes, and to a table."""
    owing = Player.objects.filter(user__is_guest=False).exclude(owes="").select_related("user", "game").order_by("-pk")
    tokens = [make_turn_token(player) for player in owing[:20] if player.user]
    return [*tokens, *(make_table_token(player.user) for player in owing[:5] if player.user)]


def list_people_and_reports() -> list[str]:
    """Return what the latest reports are called, and their authors and reporters."""
    latest = Report.objects.order_by("-pk")[:2]
    return [code for each in latest.values_list("code", "reported__code", "reporter__code") for code in each if code]


def list_watch_keys() -> list[str]:
    """Return what the links for spectators of the latest games hold."""
    return list(Game.objects.exclude(watch_key="").order_by("-pk").values_list("watch_key", flat=True)[:4])


def list_routes(resolver: Any = None, before: str = "") -> Iterator[str]:
    """Yield the route of every address as a pattern in which `<…>` stands for a part that varies."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern).lstrip("^")
        if isinstance(pattern, URLResolver):
            yield from list_routes(pattern, route)
        else:
            yield route


class Thrower:
    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.clients = make_clients()
        self.codes = [*Game.objects.values_list("code", flat=True), *list_people_and_reports(), *list_watch_keys()]
        self.tokens = list_tokens()
        self.owing = self.list_owing()
        self.routes = list(list_routes())
        assert PLAY in self.routes
        names, values, self.forms = draw_typed(TITLES)
        self.fields, self.values = (FIELDS, names), (JUNK, SENSIBLE, values)

    def throw(self) -> tuple[str, int]:
        """Send one request; return what it was, and the answer's status."""
        client, method, path = self.chance.choice(self.clients), self.chance.choice(METHODS), self.draw_path()
        fields, kind = self.draw_fields(), self.draw_type()
        if self.chance.random() < ANSWERS:
            client, path, fields = self.draw_answer()
            method, kind = "POST", FORM
        # Seldom, as few requests would reach a view.
        client.handler.enforce_csrf_checks = self.chance.random() < 0.2
        body = self.draw_body(fields, kind)
        extra: dict[str, Any] = {"CONTENT_TYPE": kind, "wsgi.input": BytesIO(body), **self.draw_environ(body)}
        headers = self.draw_headers()
        answer: Any = client.generic(method, path, body, headers=headers, **extra)
        error = repr(answer.exc_info[1]) if getattr(answer, "exc_info", None) else ""
        asked = f"{method} {path[:300]} {fields!r:.500} {kind!r} {headers!r:.500} {extra!r:.300} {error}"
        return asked, answer.status_code

    def list_owing(self) -> list[tuple[Client, Player]]:
        """Return who is asked now, with the client of each."""
        seated = {client.session.get(SESSION_KEY): client for client in self.clients[:SIGNED_IN]}
        owing = Player.objects.filter(user__in=seated).exclude(owes="").select_related("game").order_by("pk")
        return [(seated[str(player.user_id)], player) for player in owing]

    def draw_answer(self) -> tuple[Client, str, Pairs]:
        """Return an answer to what somebody was asked, which fits or not."""
        client, player = self.chance.choice(self.owing)
        form = self.chance.choice(self.forms[player.game.title])
        fields = [("decision", player.owes), *form, *(self.draw_fields() if self.chance.random() < 0.5 else ())]
        return client, f"/g/{player.game.code}/move/", fields

    def draw_type(self) -> str:
        """Return a content type, most of the time that of a form."""
        return FORM if self.chance.random() < 0.6 else draw_type(self.chance)

    def draw_body(self, fields: Pairs, kind: str) -> bytes:
        """Return a body: fields as its type has them, or something else."""
        if self.chance.random() < 0.05:
            return self.chance.choice(JUNK).encode()
        if "multipart" in kind and self.chance.random() < 0.8:
            return draw_parts(self.chance)
        return "&".join(f"{quote(name)}={quote(value)}" for name, value in fields).encode()

    def draw_environ(self, body: bytes) -> dict[str, str]:
        """Return what a web server hands on, and no client that minds the standards would send."""
        environ = {"CONTENT_LENGTH": str(len(body))}
        if self.chance.random() < 0.05:
            environ["CONTENT_LENGTH"] = draw_length(self.chance, len(body))
        if self.chance.random() < 0.02:
            environ["PATH_INFO"] = "/" + self.chance.choice((*JUNK, *VALUES))[:4000].encode().decode("latin-1")
        return environ

    def draw_path(self) -> str:
        """Return the path of some address, or something like one, often with a query."""
        path, route = "", PLAY if self.chance.random() < PLAYS else self.chance.choice(self.routes)
        for part in route.replace("(?P", "").replace("$", "").split("/"):
            path += "/" + (self.draw_part(part) if "<" in part else part)
        if self.chance.random() < 0.03:
            path = "/" + quote(self.chance.choice(JUNK)[:500])
        if self.chance.random() < 0.4:
            path += "?" + "&".join(f"{quote(name)}={quote(value[:2000])}" for name, value in self.draw_fields())
        return path

    def draw_part(self, part: str) -> str:
        """Return what stands in a place of a route."""
        if "uidb36" in part:
            return self.chance.choice(KEYS)
        if "token" in part and self.chance.random() < 0.8:
            return self.chance.choice(self.tokens)
        if self.chance.random() < 0.9:
            return self.chance.choice(self.codes)
        return quote(self.chance.choice(JUNK)[:200], safe="") or "x"

    def draw_fields(self) -> Pairs:
        """Return names and values of fields, some of them more than once."""
        return [
            (self.chance.choice(self.chance.choice(self.fields)), self.chance.choice(self.chance.choice(self.values)))
            for _ in range(self.chance.randrange(6))
        ]

    def draw_headers(self) -> dict[str, str]:
        """Return headers; half of the time those of HTMX."""
        headers = {"HX-Request": "true"} if self.chance.random() < 0.5 else {}
        if self.chance.random() < 0.2:
            headers |= draw_headers(self.chance)
        if self.chance.random() < 0.1:
            # As a server hands them on: bytes, written as Latin-1.
            junk = self.chance.choice(JUNK)[:300].replace("\r\n", "").encode().decode("latin-1")
            headers[self.chance.choice(NAMES)] = junk
        return headers

    def begin_anew(self) -> None:
        """Sign everybody in again who got signed out, and forget mails and limits. Nothing gets late in a long run."""
        self.clients = make_clients()
        Game.objects.filter(due_at__isnull=False).update(due_at=timezone.now() + timedelta(days=1))
        Notification.objects.update(send_at=timezone.now() + timedelta(days=1))
        games = Game.objects.order_by("-pk").values_list("code", flat=True)[:12]
        self.codes = [*games, *list_people_and_reports(), *list_watch_keys()]
        self.tokens = list_tokens()
        self.owing = self.list_owing()
        cache.clear()
        mail.outbox.clear()


def throw_junk(count: int, seed: str) -> tuple[Counter[int], list[str]]:
    """Send so many random requests; return how often each status came, and the requests that failed.

    Those are the ones with status 5xx, those that raised, and those after which the log of production has more than a
    line, or a long one: what a stranger sends must not fill it.
    """
    thrower, statuses, failures = Thrower(seed), Counter[int](), []
    with read_log() as log:
        for number in range(count):
            if number % 1000 == 999:
                thrower.begin_anew()
            asked, status = thrower.throw()
            statuses[status] += 1
            lines = log.getvalue().splitlines()
            if status >= 500 or len(lines) > 1 or any(len(line) > MAX_LINE for line in lines):
                failures.append(f"{status}: {asked}\n" + "\n".join(line[:1000] for line in lines))
            log.seek(0)
            log.truncate()
    return statuses, failures
