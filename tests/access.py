"""Who gets what from every address: the table of all of them, and a world with everybody in every state."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from accounts.models import User
from games.models import Game, Player, Terms
from games.notifications import contacts
from games.notifications.email_links import make_table_token, make_turn_token
from games.notifications.preferences import make_stop_token
from games.state.table import load_table
from games.tables.services import lobby, stand_ins
from tests import access_api, access_cases
from tests.access_circles import CIRCLES, find_addresses, make_circle
from tests.access_own import FORM, OWN, answer_to_post
from tests.access_people import EACH, MEMBERS, MORE, PEOPLE, SIGNED_IN, STAFF, WATCHING, Answers
from tests.builders_people import make_guest, make_person
from tests.statements import Statements
from tests.tables.acts import open_seat
from tests.tables.builders import asked, finish, play_on, start_table
from tests.tables.moderation_builders import make_report
from tests.tables.pages.browser import sign_in

KINDS = ("anonymous", "guest", "stranger", "invited", "player", "host", "staff")
STATES = ("open", "running", "over", "cancelled")

# An answer is a status, or `→` and the name of the page led to: one for all, or one for each of `KINDS`, where `-`
# says that no one of the kind is left. Of a table, one for every state, or one for each.
FOR_PLAYERS = "403 403 403 - {0} {0}"

REPLAY = {
    **dict.fromkeys(("open", "cancelled"), "→table"),
    **dict.fromkeys(("running", "over"), FOR_PLAYERS.format("200")),
}

RECORD = ({**REPLAY, "running": FOR_PLAYERS.format("→table")}, "405")

FORMS = (
    "tip", "share_replay", "rename", "ready", "leave", "fill", "invite", "remove", "cancel", "rematch", "hand_over",
    "grant_time", "pause", "resume", "take_back", "end", "open_seat", "close_seat", "hand_notes", "open_cards",
    "mute", "close_to_spectators", "allow_spectators", "decline_pause", "decline_end", "wish",
    "propose_spectators", "decline_spectators",
)  # fmt: skip

TROUBLE = "→login →table →table →table 200 200"

ANSWERS: dict[str, tuple[Answers, Answers]] = {
    # name: answers to GET and HEAD, answers to POST without any field
    "games:profile": ("→login →signup 403 403 200 200", SIGNED_IN.format("405")),
    "games:statistics": ("→login →signup 403 403 200 200", SIGNED_IN.format("405")),
    **dict.fromkeys(
        ("robots", "privacy", "terms", "imprint", "games:home", "games:rules", "games:open_tables", "games:rules_of"),
        ("200", "405"),
    ),
    # No contact is set here.
    "security_txt": ("404", "405"),
    # A proxy leads this address to the streams process.
    "stream": ("404", "405"),
    "games:table_alert": ("405", MEMBERS.format("→open_tables")),
    "games:play": ("→home", "→table"),
    # No sweep has ever run here.
    "games:health": ("503", "405"),
    "games:my_games": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:my_games_listen": ("403 →stream →stream →stream →stream →stream", "405"),
    "games:next_game": ("→login →my_games →my_games →my_games →table →my_games", SIGNED_IN.format("405")),
    "games:choose_title": (MEMBERS.format("200"), SIGNED_IN.format("405")),
    "games:open_table": (MEMBERS.format("200"), MEMBERS.format("422")),
    "games:table": (
        {"open": "200", "running": FOR_PLAYERS.format("200"), "over": FOR_PLAYERS.format("200"), "cancelled": "200"},
        "405",
    ),
    # The link of a mail to the player: whoever holds it may have the form to sign in, filled in.
    "games:from_mail": (
        {**REPLAY, **dict.fromkeys(("running", "over"), "200 200 →table - →table →table")},
        "405",
    ),
    "games:record": RECORD,
    "games:commitment": RECORD,
    "games:my_commitments": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:my_records": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:listen": (
        {**dict.fromkeys(STATES[:3], "403 403 403 403 →stream →stream"), "cancelled": "403"},
        "405",
    ),
    "games:news": (SIGNED_IN.format("200"), SIGNED_IN.format("405")),
    "games:talk": ("→table", {**answer_to_post("422", "422"), "open": "→login →table →table →table 422 422"}),
    "games:trouble": (
        dict.fromkeys(STATES[:3], TROUBLE) | {"cancelled": FORM},
        dict.fromkeys(STATES[:3], TROUBLE.replace("200", "→trouble")) | {"cancelled": FORM},
    ),
    "games:report": ("→table", dict.fromkeys(STATES[:3], TROUBLE.replace("200", "→trouble")) | {"cancelled": FORM}),
    **dict.fromkeys(
        ("games:panel", "games:together", "games:premove_form"),
        (SIGNED_IN.format("→table"), SIGNED_IN.format("405")),
    ),
    # Of a guest who does not sit there; members have an address.
    "games:how_told": ("→login 403 →table →table →table →table",) * 2,
    "games:replay": (REPLAY, "405"),
    "games:replay_step": (REPLAY, "405"),
    **dict.fromkeys(
        ("games:join", "games:join_as_guest"),
        (
            "→table",
            {"open": "→signup →signup →table →table →table →table", **dict.fromkeys(STATES[1:], "→table")},
        ),
    ),
    **dict.fromkeys((f"games:{form}" for form in FORMS), ("→table", FORM)),
    # The link to a seat at a table where the player sits and the others do not.
    "games:sit_in": ("200 200 200 200 →table 200", "→signup →signup →table →table →table →table"),
    "games:block": (MEMBERS.format("→profile"), MEMBERS.format("→profile")),
    "games:blocked": (SIGNED_IN.format("200"), "405"),
    "games:mail": (MEMBERS.format("200"), MEMBERS.format("→mail")),
    "games:vacations": (MEMBERS.format("200"), MEMBERS.format("422")),
    "games:end_vacation": ("→vacations", MEMBERS.format("→vacations")),
    "games:channel": (MEMBERS.format("200"), {"webhook": MEMBERS.format("422"), "push": MEMBERS.format("→channel")}),
    # Of the own contact, which none of them has.
    "games:channel_test": (MEMBERS.format("404"), "405"),
    # The host's own address of a feed: its holder may read it.
    "games:feed_atom": ("200", "405"),
    "games:feed_calendar": ("200", "405"),
    "games:service_worker": ("200", "405"),
    "games:manifest": ("200", "405"),
    "games:offline": ("200", "405"),
    "games:count_waiting": ("200", "405"),
    # None of them gets pushes.
    "games:push_renewal": (SIGNED_IN.format("204"), SIGNED_IN.format("204")),
    "games:retry_mail": (MEMBERS.format("→mail"), MEMBERS.format("→mail")),
    # The link of a mail to the host: its holder may use it.
    "games:stop_mail": ("200", "200"),
    # The link of a mail to the player, who is asked: whoever holds it may use it, and its owner is at the table.
    "games:play_by_mail": ("200 200 200 200 →table 200", "200"),
    **access_api.API,
    **access_cases.CASES,
    **CIRCLES,
    **OWN,
    **PEOPLE,
    **WATCHING,
}

ARGUMENTS = {"uidb36": "1", "key": "nonsense"}


def name_addresses(resolver: Any = None, namespace: str = "", route: str = "") -> Iterator[tuple[str, str]]:
    """Yield the name of each address and how its path is written."""
    for pattern in (resolver or get_resolver()).url_patterns:
        path = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = namespace + (f"{pattern.namespace}:" if pattern.namespace else "")
            yield from name_addresses(pattern, inner, path)
        else:
            assert isinstance(pattern, URLPattern)
            yield f"{namespace}{pattern.name}", path


OF_A_TABLE = ("g/<", "watch/<")


"""How paths begin that are asked for a table in each state; an open seat has one table."""


IN_STATES = {name for name, path in name_addresses() if path.startswith(OF_A_TABLE)} - {"games:sit_in"}


@dataclass
class Answer:
    """What one kind of visitor got from one address."""

    kind: str
    name: str
    state: str
    response: Any
    # Whether any statement was run that may change something.
    writes: bool

    @property
    def words(self) -> str:
        """Which request it was, for a failure's message."""
        return f"{self.kind} {self.response.request['REQUEST_METHOD']} {self.name} {self.state}"


class World:
    """A table in each state, and a client for each kind of visitor."""

    def __init__(self) -> None:
        self.people = {kind: make_guest() if kind == "guest" else make_person() for kind in KINDS[1:]}
        User.objects.filter(pk=self.people["staff"].pk).update(is_staff=True)
        self.feed = contacts.connect(self.people["host"], contacts.FEED)
        self.games = {state: self.make_table(state) for state in STATES}
        self.open_seat = self.make_open_seat()
        access_cases.make_cases()
        self.report = make_report(self.games["over"])
        self.circle = make_circle(*(self.people[kind] for kind in ("host", "player", "invited")))
        self.clients = {"anonymous": Client()} | {kind: sign_in(person) for kind, person in self.people.items()}

    def make_table(self, state: str) -> Game:
        """Return a table at which host and player sit; a person is invited if it has not started."""
        host, player = self.people["host"], self.people["player"]
        if state in ("running", "over"):
            game = start_table(host, player, bots=1, watchers="link")
            if state == "over":
                return finish(game).game
            while asked(load_table(game)) != [1]:
                play_on(game, 1)
            return game
        terms = Terms(watchers="link")
        game = lobby.open_game(host=host, title="insidejob", seat_count=4, options={}, terms=terms)
        lobby.join_game(code=game.code, user=player)
        Player.objects.filter(game=game, seat=2).update(user=self.people["invited"], invited=True)
        if state == "cancelled":
            lobby.cancel_game(code=game.code, host=host)
        game.refresh_from_db()
        return game

    def make_open_seat(self) -> Player:
        """Return an absent player at a table of two, whose seat the other has opened to a substitute."""
        absent, player = make_person(), self.people["player"]
        game = start_table(absent, player, bots=1)
        stand_ins.hand_over(code=game.code, user=absent)
        open_seat(game, player)
        return Player.objects.select_related("game").get(game=game, seat=0)

    def find_addresses(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield an address's path for each state of a table, or once, with no state."""
        if name.startswith("games:") and name in IN_STATES:
            more = MORE.get(name, [make_table_token(self.people["player"])] if name == "games:from_mail" else [])
            codes = {state: game.watch_key if name in WATCHING else game.code for state, game in self.games.items()}
            yield from ((state, reverse(name, args=[code, *more])) for state, code in codes.items())
        elif name == "account_reset_password_from_key":
            yield "", reverse(name, kwargs=ARGUMENTS)
        elif name == "games:stop_mail":
            yield "", reverse(name, args=[make_stop_token(self.people["host"], "turn")])
        elif name == "games:play_by_mail":
            game, player = self.games["running"], self.people["player"]
            yield "", reverse(name, args=[make_turn_token(Player.objects.get(game=game, user=player))])
        elif name == "games:sit_in":
            yield "", reverse(name, args=[self.open_seat.game.code, self.open_seat.link])
        elif name in CIRCLES | access_cases.CASES | access_api.API:
            yield from self.find_others(name)
        elif name in EACH:
            yield from ((each, reverse(name, args=[each])) for each in EACH[name])
        elif name in ("games:feed_atom", "games:feed_calendar"):
            yield "", reverse(name, args=[self.feed.secret])
        elif name in ("games:profile", "games:statistics", "games:block"):
            yield "", reverse(name, args=[self.people["host"].code])
        else:
            yield "", reverse(name, args=[self.report.code] if name == "games:moderation_report" else MORE.get(name))

    def find_others(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield paths of circles, cases and the API."""
        if name in access_api.API:
            yield from access_api.find_addresses(name, self.games["running"].code, self.people["host"].code)
        else:
            yield from find_addresses(self.circle, name) if name in CIRCLES else access_cases.find_addresses(name)

    def ask(self, method: str, *, everybody: bool, **headers: str) -> Iterator[Answer]:
        """Send requests to every address, and undo what they did.

        Unless `everybody` asks in every state, states with the same answers count as one, and so do kinds of visitors.
        """
        for name in ANSWERS:
            rows = set[tuple[str, ...]]()
            for state, path in sorted(self.find_addresses(name), key=lambda each: each[0] != "running"):
                row = tuple(expect(name, state, kind, method) for kind in KINDS)
                for kind in () if row in rows else choose_kinds(KINDS, row, everybody=everybody):
                    cache.clear()
                    client = self.clients[kind]
                    kept = SimpleCookie(client.cookies)
                    with transaction.atomic(), connection.execute_wrapper(statements := Statements()):
                        response = client.generic(method, path, headers=headers)
                        yield Answer(kind, name, state, response, statements.writing > 0)
                        transaction.set_rollback(True)
                    client.cookies = kept
                if state in STATES and not everybody:
                    rows.add(row)


def choose_kinds(kinds: Sequence[str], row: tuple[str, ...], *, everybody: bool) -> list[str]:
    """Return who asks: everybody, or of the kinds with the same answer the first and the last: they may do least and
    most."""
    if everybody:
        return [kind for kind, said in zip(kinds, row, strict=True) if said != "-"]
    ends = {row.index(said) for said in row} | {len(row) - 1 - row[::-1].index(said) for said in row}
    return [kinds[number] for number in sorted(ends) if row[number] != "-"]


def expect(name: str, state: str, kind: str, method: str) -> str:
    """Return the declared answer, or `-`."""
    answers = (STAFF if kind == "staff" else ANSWERS).get(name, ANSWERS[name])[method == "POST"]
    answer = answers if isinstance(answers, str) else answers[state]
    each = answer.split()
    if kind == "invited" and state in ("running", "over"):
        return "-"
    return each[0] if len(each) == 1 else each[KINDS.index("stranger" if kind == "staff" else kind)]


def describe(response: Any) -> str:
    """Return an answer as the table writes it."""
    if response.status_code != 302:
        return str(response.status_code)
    name = resolve(urlsplit(response["Location"]).path).view_name
    return "→" + name.removeprefix("games:").removeprefix("account_")


def copy_database() -> dict[str, list[Any]]:
    """Return every row there is; of sessions all but when they expire."""
    rows = {model.__name__: list(model._default_manager.order_by("pk").values()) for model in apps.get_models()}
    return rows | {"Session": [(row.pk, row.get_decoded()) for row in Session.objects.order_by("pk")]}
