"""Who gets what from every endpoint with a token: the same people as at the pages, and only within its scopes."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction

from accounts import suspensions
from accounts.models import ApiToken, Block, Scope, User
from accounts.tokens.services import list_tokens, revoke
from tests.api.clients import Program
from tests.builders_people import make_guest, make_person
from tests.rounds import is_deep
from tests.statements import Statements
from tests.tables.builders import open_table
from tests.test_access import STATES, World, choose_kinds

pytestmark = pytest.mark.django_db

KINDS = ("guest", "stranger", "invited", "player", "host", "staff")
ANY = ""
TABLE, OPEN = "games/{code}", {"title": "insidejob", "seats": 3}
# Method, path, body, scope: in each state one status for all, or one for each of KINDS; "-" where nobody is left.
PLAYERS = "403 403 - {0} {0} 403"
WAITING = dict.fromkeys(("open", "cancelled"), "403 403 403 409 409 403")
NEVER = dict.fromkeys(STATES, "409")
ENDPOINTS: dict[tuple[str, str], tuple[Any, str, Any]] = {
    ("GET", "me"): (None, ANY, "200"),
    ("GET", "waiting"): (None, Scope.WAITING, "200"),
    ("GET", "games"): (None, Scope.TABLES, "200"),
    ("GET", TABLE): (
        None,
        Scope.TABLES,
        {"open": "200", "running": PLAYERS.format(200), "over": PLAYERS.format(200), "cancelled": "200"},
    ),
    **dict.fromkeys(
        (("GET", TABLE + "/record"), ("GET", TABLE + "/commitment")),
        (None, Scope.TABLES, {**WAITING, "running": PLAYERS.format(409), "over": PLAYERS.format(200)}),
    ),
    ("GET", "people/{person}/statistics"): (None, Scope.TABLES, "403 403 403 200 200 403"),
    ("POST", TABLE + "/moves"): (
        {"decision": "play-1", "moves": [{"type": "play", "card": "B1", "wager": False}]},
        Scope.PLAY,
        {**NEVER, "running": PLAYERS.format(409), "over": PLAYERS.format(409)},
    ),
    ("POST", TABLE + "/take-back"): ({}, Scope.PLAY, {**NEVER, "running": PLAYERS.format(200)}),
    ("GET", TABLE + "/premove"): (
        None,
        Scope.PLAY,
        {**WAITING, "running": PLAYERS.format(200), "over": PLAYERS.format(409)},
    ),
    ("PUT", TABLE + "/premove"): (
        {"fields": {"nonsense": "1"}},
        Scope.PLAY,
        {**NEVER, "running": "403 403 - 409 422 403"},
    ),
    ("DELETE", TABLE + "/premove"): (None, Scope.PLAY, {**NEVER, "running": PLAYERS.format(200)}),
    **{
        (method, TABLE + "/talk"): (
            body,
            Scope.TALK,
            {
                "open": f"403 403 403 {done} {done} 403",
                **dict.fromkeys(("running", "over"), PLAYERS.format(done)),
                "cancelled": "403",
            },
        )
        for method, body, done in (("GET", None, 200), ("POST", {"text": "Hm"}, 201))
    },
    ("POST", "games"): (OPEN, Scope.PLAY, "201"),
    ("POST", TABLE + "/join"): (
        {},
        Scope.PLAY,
        {
            "open": "403 200 200 200 200 200",
            **dict.fromkeys(("running", "over"), "409 409 - 200 200 409"),
            "cancelled": "409 409 409 200 200 409",
        },
    ),
    ("POST", TABLE + "/fill"): ({}, Scope.PLAY, {**NEVER, "open": "403 403 403 403 200 403"}),
    ("POST", TABLE + "/leave"): ({}, Scope.PLAY, {**NEVER, "open": "403 403 204 204 409 403"}),
    ("POST", TABLE + "/close"): ({}, Scope.PLAY, {**NEVER, "open": "403 403 403 403 204 403"}),
    ("GET", "cases/today"): (None, Scope.PLAY, "200"),
    ("GET", "cases/1"): (None, Scope.PLAY, "200"),
    # It is tomorrow's.
    ("GET", "cases/2"): (None, Scope.PLAY, "404"),
    ("POST", "cases/1/next"): ({"seen": 1}, Scope.PLAY, "200"),
    ("POST", "cases/1/clue"): ({"seen": 1}, Scope.PLAY, "200"),
    ("POST", "cases/1/accuse"): ({"seen": 1, "seat": 0}, Scope.PLAY, "200"),
    ("POST", "cases/2/accuse"): ({"seen": 1, "seat": 0}, Scope.PLAY, "404"),
}


def list_paths(world: World, path: str) -> Iterator[tuple[str, str]]:
    """Yield a path in each state of a table, or once."""
    for state in STATES if "{code}" in path else ("",):
        code = world.games[state].code if state else ""
        yield state, path.format(code=code, person=world.people["host"].code)


def expect(answers: Any, state: str, kind: str) -> str:
    """Return the declared status, or `-`."""
    each: list[str] = (answers[state] if isinstance(answers, dict) else answers).split()
    return each[0] if len(each) == 1 else each[KINDS.index(kind)]


def test_every_endpoint_answers_everybody_as_declared_and_reading_changes_nothing() -> None:
    """But when the token was used."""
    world, faults = World(), []
    programs = {kind: Program(world.people[kind]) for kind in KINDS}
    for program in programs.values():
        program.get("me")
    for (method, path), (body, _, answers) in ENDPOINTS.items():
        for state, address, kind in list_asks(world, path, answers):
            with transaction.atomic(), connection.execute_wrapper(statements := Statements()):
                answer = programs[kind].ask(method, address, body)
                transaction.set_rollback(True)
            found = [*find_faults(answer), *(["changes something"] if method == "GET" and statements.writing else [])]
            if expect(answers, state, kind) != str(answer.status_code):
                found.append(f"{answer.status_code} {answer.content[:120]!r}")
            faults += [f"{kind} {method} {path} {state}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert all(token.used_at for token in ApiToken.objects.all())


def list_asks(world: World, path: str, answers: Any) -> Iterator[tuple[str, str, str]]:
    """Yield a path in each state with who asks for it; but in deep rounds states with the same answers count as one."""
    rows = set[tuple[str, ...]]()
    for state, address in list_paths(world, path):
        row = tuple(expect(answers, state, kind) for kind in KINDS)
        if is_deep() or row not in rows:
            rows.add(row)
            yield from ((state, address, kind) for kind in choose_kinds(KINDS, row))


def find_faults(answer: Any) -> Iterator[str]:
    """Yield what no answer may be."""
    if answer.headers["Cache-Control"] != "no-store, private":
        yield "may be stored"
    if answer.cookies:
        yield "sets cookies"
    if answer.status_code >= 400 and answer.headers["Content-Type"] != "application/problem+json":
        yield "is no problem"
    if answer.status_code >= 400 and not {"code", "detail", "status"} <= answer.json().keys():
        yield "does not say why"


def test_without_the_right_token_nobody_gets_anything() -> None:
    world = World()
    tokens = ("none", "unknown", "revoked", "suspended", "narrow", "cookie")
    for token, ((method, path), (body, scope, _)) in product(tokens, ENDPOINTS.items()):
        with transaction.atomic():
            program = make_program(token, world.people["host"], scope)
            _, address = next(list_paths(world, path))
            answer = program.ask(method, address, body)
            transaction.set_rollback(True)
        wanted = {"narrow": 403 if scope else 200}.get(token, 401)
        assert answer.status_code == wanted, (token, method, path)
        if wanted != 200:
            assert answer.json()["code"] == ("scope" if token == "narrow" else "token")


def make_program(token: str, host: User, scope: str) -> Program:
    """Return a program that may not do what needs a scope."""
    program = Program(host, *[each for each in Scope.values if each != scope])
    if token == "none":
        program.secret = ""
    elif token == "unknown":
        program.secret += "x"
    elif token == "revoked":
        revoke(host, list_tokens(host)[-1].key)
    elif token == "suspended":
        suspensions.suspend(User.objects.get(pk=host.pk))
    elif token == "cookie":
        program = Program()
        program.client.force_login(host)
    return program


def test_a_token_opens_no_page() -> None:
    """Neither settings nor anything else: it is read by the API alone."""
    program = Program(make_person())
    for path in ("/games/", "/accounts/settings/", "/accounts/leave/", "/moderation/", "/accounts/settings/tokens/"):
        answer = program.client.get(path, headers=program.headers)
        assert answer.status_code in (302, 404)


def test_a_blocked_person_finds_a_full_table() -> None:
    host, blocked = make_person(), make_person()
    game = open_table(host, seats=3)
    Block.objects.create(by=host, person=blocked)
    program = Program(blocked)
    assert program.look(game)["free"] == 0
    refused = program.post(f"games/{game.code}/join")
    assert (refused.status_code, refused.json()["code"]) == (409, "table_full")


def test_a_guest_opens_tables_as_at_the_pages() -> None:
    """A guest cannot make a token; if they had one, it would open no more than the pages do."""
    host, guest = make_person(), make_guest()
    game = open_table(host, seats=3)
    assert Program(guest).post(f"games/{game.code}/join").json()["code"] == "guest"
