"""Who gets what from every address: a table of all of them, and what holds for every answer.

A new address fails the build until it stands in the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import translation

from games.models import Game, Player
from games.post.preferences import make_stop_token
from games.reads.table import load_table
from games.rules.registry import TITLES
from games.services import lobby
from tests.builders_people import make_guest, make_person
from tests.games.builders import asked, play_on, start_table
from tests.pages.browser import HTMX, sign_in

pytestmark = pytest.mark.django_db

KINDS = ("anonymous", "guest", "stranger", "invited", "player", "host")
STATES = ("open", "running", "over", "cancelled")
Answers = str | dict[str, str]

# An answer is a status, or `→` and the name of the page led to: one for all, or one for each of `KINDS`, where `-`
# says that no one of the kind is left. Of a table, one for every state, or one for each.
MEMBERS = "→login →signup {0} {0} {0} {0}"
SIGNED_IN = "→login {0} {0} {0} {0} {0}"
NEWCOMERS = "{0} {0} →my_games →my_games →my_games →my_games"
FORM = SIGNED_IN.format("→table")
FOR_PLAYERS = "403 403 403 - {0} {0}"
REPLAY = {
    "open": "→table",
    "running": FOR_PLAYERS.format("200"),
    "over": FOR_PLAYERS.format("200"),
    "cancelled": "→table",
}
FORM_FOR_PLAYERS = "→login 403 403 - {0} {0}"

ANSWERS: dict[str, tuple[Answers, Answers]] = {
    # name: answers to GET and HEAD, answers to POST without any field
    "games:profile": ("→login →signup 403 403 200 200", SIGNED_IN.format("405")),
    "robots": ("200", "405"),
    # No contact is set here.
    "security_txt": ("404", "405"),
    "games:home": ("200", "405"),
    "games:rules": ("200", "405"),
    "games:rules_of": ("200", "405"),
    "games:play": ("→home", "→table"),
    # No sweep has ever run here.
    "games:health": ("503", "405"),
    "games:my_games": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:next_game": ("→login →my_games →my_games →my_games →table →my_games", SIGNED_IN.format("405")),
    "games:choose_title": (MEMBERS.format("200"), SIGNED_IN.format("405")),
    "games:open_table": (MEMBERS.format("200"), MEMBERS.format("422")),
    "games:table": (
        {"open": "200", "running": FOR_PLAYERS.format("200"), "over": FOR_PLAYERS.format("200"), "cancelled": "200"},
        "405",
    ),
    "games:record": (
        {
            "open": "→table",
            "running": FOR_PLAYERS.format("→table"),
            "over": FOR_PLAYERS.format("200"),
            "cancelled": "→table",
        },
        "405",
    ),
    "games:my_records": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:news": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:move": (
        "→table",
        {
            "open": FORM,
            "running": FORM_FOR_PLAYERS.format("409"),
            "over": FORM_FOR_PLAYERS.format("409"),
            "cancelled": FORM,
        },
    ),
    "games:mark": (
        "→table",
        {
            "open": FORM,
            "running": FORM_FOR_PLAYERS.format("→table"),
            "over": FORM_FOR_PLAYERS.format("→table"),
            "cancelled": FORM,
        },
    ),
    "games:talk": (
        "→table",
        {
            "open": "→login →table →table →table 422 422",
            "running": FORM_FOR_PLAYERS.format("422"),
            "over": FORM_FOR_PLAYERS.format("422"),
            "cancelled": FORM,
        },
    ),
    "games:tip": ("→table", FORM),
    "games:panel": (SIGNED_IN.format("→table"), SIGNED_IN.format("405")),
    "games:replay": (REPLAY, "405"),
    "games:replay_step": (REPLAY, "405"),
    "games:share_replay": ("→table", FORM),
    "games:rename": ("→table", FORM),
    "games:join": (
        "→table",
        {"open": "→signup →signup →table →table →table →table", **dict.fromkeys(STATES[1:], "→table")},
    ),
    "games:wish": ("→table", FORM),
    "games:leave": ("→table", FORM),
    "games:fill": ("→table", FORM),
    "games:remove": ("→table", FORM),
    "games:cancel": ("→table", FORM),
    "games:rematch": ("→table", FORM),
    "games:hand_over": ("→table", FORM),
    "games:take_back": ("→table", FORM),
    "games:end": ("→table", FORM),
    "games:open_cards": ("→table", FORM),
    "games:mail": (MEMBERS.format("200"), MEMBERS.format("→mail")),
    "games:retry_mail": (MEMBERS.format("→mail"), MEMBERS.format("→mail")),
    # The link of a mail to the host: its holder may use it.
    "games:stop_mail": ("200", "200"),
    "accounts:language": ("405", "→home"),
    "accounts:settings": (SIGNED_IN.format("200"), SIGNED_IN.format("200")),
    "accounts:face": (SIGNED_IN.format("200"), SIGNED_IN.format("→accounts:face")),
    "accounts:confirm_identity": (MEMBERS.format("200"), MEMBERS.format("200")),
    "accounts:confirm_sign_up": (NEWCOMERS.format("→signup"), NEWCOMERS.format("→signup")),
    "account_signup": (NEWCOMERS.format("200"), NEWCOMERS.format("200")),
    "account_login": (NEWCOMERS.format("200"), NEWCOMERS.format("200")),
    "account_request_login_code": (NEWCOMERS.format("200"), NEWCOMERS.format("200")),
    "account_confirm_login_code": (NEWCOMERS.format("→request_login_code"), NEWCOMERS.format("→request_login_code")),
    "account_logout": ("→home 200 200 200 200 200", "→home"),
    "account_inactive": ("200", "405"),
    # Asked first who sits there.
    "account_email": (MEMBERS.format("→accounts:confirm_identity"), MEMBERS.format("→accounts:confirm_identity")),
    "account_email_verification_sent": (MEMBERS.format("→email"), MEMBERS.format("→email")),
    "account_change_password": (MEMBERS.format("200"), MEMBERS.format("200")),
    "account_set_password": (MEMBERS.format("→accounts:confirm_identity"),) * 2,
    "account_reset_password": ("200", "200"),
    "account_reset_password_done": ("200", "405"),
    "account_reset_password_from_key": ("200", "200"),
    "account_reset_password_from_key_done": ("200", "405"),
}
MAILBOX = {"mailbox", "mailbox_message"}
"""Served under development settings alone, and tested in `tests/infra/test_mailbox.py`."""
ARGUMENTS = {"uidb36": "1", "key": "nonsense"}


def name_addresses(resolver: Any = None, namespace: str = "") -> Iterator[str]:
    """Yield the name of every address of the site."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from name_addresses(pattern, namespace + (f"{pattern.namespace}:" if pattern.namespace else ""))
        else:
            assert isinstance(pattern, URLPattern)
            yield f"{namespace}{pattern.name}"


def test_every_address_stands_in_the_table_once() -> None:
    names = [name for name in name_addresses() if name not in MAILBOX]
    assert sorted(names) == sorted(ANSWERS)


OF_A_TABLE = (
    "table", "record", "news", "move", "talk", "join", "wish", "leave", "fill", "remove", "cancel", "rematch",
    "hand_over", "take_back", "end", "open_cards", "mark", "panel", "replay", "replay_step", "share_replay", "rename",
    "tip",
)  # fmt: skip
MORE: dict[str, list[object]] = {"games:panel": ["log"], "games:replay_step": [1]}
"""What addresses of a table hold beside its code."""
IN_STATES = {f"games:{name}" for name in OF_A_TABLE}


@dataclass
class Answer:
    """What one kind of visitor got from one address."""

    kind: str
    name: str
    state: str
    response: Any

    @property
    def words(self) -> str:
        """Which request it was, for a failure's message."""
        return f"{self.kind} {self.response.request['REQUEST_METHOD']} {self.name} {self.state}"


class World:
    """A table in each state, and a client for each kind of visitor."""

    def __init__(self) -> None:
        self.people = {kind: make_guest() if kind == "guest" else make_person() for kind in KINDS[1:]}
        self.games = {state: self.make_table(state) for state in STATES}
        self.clients = {kind: Client() for kind in KINDS}
        for kind, person in self.people.items():
            self.clients[kind].force_login(person)

    def make_table(self, state: str) -> Game:
        """Return a table at which host and player sit; a person is invited if it has not started."""
        host, player = self.people["host"], self.people["player"]
        if state in ("running", "over"):
            game = start_table(host, player, bots=1)
            while state == "over" or asked(load_table(game)) != [1]:
                if play_on(game, 1).outcome:
                    break
            return game
        game = lobby.open_game(host=host, title="insidejob", seat_count=4, options={})
        lobby.join_game(code=game.code, user=player)
        Player.objects.filter(game=game, seat=2).update(user=self.people["invited"], invited=True)
        if state == "cancelled":
            lobby.cancel_game(code=game.code, host=host)
        game.refresh_from_db()
        return game

    def find_addresses(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield an address's path for each state of a table, or once, with no state."""
        if name.startswith("games:") and name in IN_STATES:
            more = MORE.get(name, [])
            yield from ((state, reverse(name, args=[game.code, *more])) for state, game in self.games.items())
        elif name == "account_reset_password_from_key":
            yield "", reverse(name, kwargs=ARGUMENTS)
        elif name == "games:stop_mail":
            yield "", reverse(name, args=[make_stop_token(self.people["host"], "turn")])
        elif name in ("games:rules_of", "games:open_table"):
            yield from ((title, reverse(name, args=[title])) for title in TITLES)
        elif name == "games:profile":
            yield "", reverse(name, args=[self.people["host"].code])
        else:
            yield "", reverse(name)

    def ask(self, method: str, **headers: str) -> Iterator[Answer]:
        """Send one request to every address as every kind of visitor, and undo what it did."""
        for name in ANSWERS:
            for state, path in self.find_addresses(name):
                for kind, client in self.clients.items():
                    cache.clear()
                    kept = SimpleCookie(client.cookies)
                    with transaction.atomic():
                        yield Answer(kind, name, state, client.generic(method, path, headers=headers))
                        transaction.set_rollback(True)
                    client.cookies = kept


def expect(answers: Answers, state: str, kind: str) -> str:
    """Return the declared answer, or `-`."""
    answer = answers if isinstance(answers, str) else answers[state]
    each = answer.split()
    if kind == "invited" and state in ("running", "over"):
        return "-"
    return each[0] if len(each) == 1 else each[KINDS.index(kind)]


def describe(response: Any) -> str:
    """Return an answer as the table writes it."""
    if response.status_code != 302:
        return str(response.status_code)
    name = resolve(response["Location"].partition("?")[0]).view_name
    return "→" + name.removeprefix("games:").removeprefix("account_")


METHODS = pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])


@METHODS
def test_every_address_answers_every_kind_of_visitor_as_declared(method: str) -> None:
    differing = []
    for answer in World().ask(method):
        get, post = ANSWERS[answer.name]
        wanted = expect(post if method == "POST" else get, answer.state, answer.kind)
        if wanted not in ("-", describe(answer.response)):
            differing.append(f"{answer.words}: {describe(answer.response)}, not {wanted}")
    assert not differing, "\n".join(differing)


@METHODS
def test_no_answer_allows_inline_scripts_and_none_to_someone_signed_in_is_stored(method: str) -> None:
    for answer in World().ask(method):
        headers = answer.response.headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], answer.words
        assert "unsafe" not in headers["Content-Security-Policy"], answer.words
        assert answer.kind == "anonymous" or "no-store" in headers["Cache-Control"], answer.words


@pytest.mark.parametrize(
    ("method", "headers"), [("GET", {}), ("GET", HTMX), ("HEAD", {})], ids=["GET", "GET by HTMX", "HEAD"]
)
def test_reading_changes_nothing(method: str, headers: dict[str, str]) -> None:
    world = World()
    before = copy_database()
    changing = [answer.words for answer in world.ask(method, **headers) if copy_database() != before]
    assert not changing


def copy_database() -> dict[str, list[Any]]:
    """Return every row there is; of sessions all but when they expire."""
    rows = {model.__name__: list(model._default_manager.order_by("pk").values()) for model in apps.get_models()}
    return rows | {"Session": [(row.pk, row.get_decoded()) for row in Session.objects.order_by("pk")]}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_table_or_person_that_does_not_exist_is_nowhere_for_everybody(language: str) -> None:
    with translation.override(language):
        sentence = translation.gettext("There is nothing here")
    visitor, member = Client(headers={"accept-language": language}), sign_in(make_person(language=language))
    for client, path in ((visitor, "/g/nosuchcode/"), (member, "/g/nosuchcode/"), (member, "/people/nosuchcode/")):
        response = client.get(path)
        assert response.status_code == 404
        assert sentence in response.content.decode()
