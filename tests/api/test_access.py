"""Who gets what from every endpoint with a token: the same people as at the pages, and only within its scopes."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import connection, transaction

from accounts import suspensions
from accounts.models import ApiToken, Block, Scope, User
from accounts.tokens.services import list_tokens, revoke
from tests.access import World, choose_kinds
from tests.api.access import ENDPOINTS, KINDS, expect, find_faults, list_paths
from tests.api.clients import Program
from tests.api.described import load_description
from tests.builders_people import make_guest, make_person
from tests.rounds import choose, mark
from tests.statements import Statements
from tests.tables.builders import open_table

pytestmark = pytest.mark.django_db

GIVEN = re.compile(r"{[^}]*}|\b\d+\b")
"""What differs from request to request in a path below `/api/1/`."""


def test_the_table_has_every_endpoint() -> None:
    described = {
        (method.upper(), GIVEN.sub("…", path.removeprefix("/api/1/")))
        for path, methods in load_description()["paths"].items()
        for method in methods
    }
    assert described == {(method, GIVEN.sub("…", path)) for method, path in ENDPOINTS}


@pytest.mark.parametrize("everybody", [False, mark(True, "long")])
def test_every_endpoint_answers_everybody_as_declared_and_reading_changes_nothing(everybody: bool) -> None:
    """But when the token was used."""
    world, faults = World(), []
    programs = {kind: Program(world.people[kind]) for kind in KINDS}
    for program in programs.values():
        program.get("me")
    for (method, path), (body, _, answers) in ENDPOINTS.items():
        for state, address, kind in list_asks(world, path, answers, everybody=everybody):
            with transaction.atomic(), connection.execute_wrapper(statements := Statements()):
                answer = programs[kind].ask(method, address, body)
                transaction.set_rollback(True)
            found = [
                *find_faults(method, address, answer),
                *(["changes something"] if method == "GET" and statements.writing else []),
            ]
            if expect(answers, state, kind) != str(answer.status_code):
                found.append(f"{answer.status_code} {answer.content[:120]!r}")
            faults += [f"{kind} {method} {path} {state}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert all(token.used_at for token in ApiToken.objects.all())


def list_asks(world: World, path: str, answers: Any, *, everybody: bool) -> Iterator[tuple[str, str, str]]:
    """Yield a path in each state with who asks for it. States with the same answers count as one unless `everybody`
    asks."""
    rows = set[tuple[str, ...]]()
    for state, address in list_paths(world, path):
        row = tuple(expect(answers, state, kind) for kind in KINDS)
        if everybody or row not in rows:
            rows.add(row)
            yield from ((state, address, kind) for kind in choose_kinds(KINDS, row, everybody=everybody))


@pytest.mark.rounds
def test_without_the_right_token_nobody_gets_anything() -> None:
    """Small rounds ask each endpoint with a token that is too narrow, and with one of the others by turns."""
    world = World()
    wrong = ("none", "unknown", "revoked", "suspended", "cookie")
    every = choose(len(wrong), deep=1)
    for token, needed in product((*wrong, "narrow"), {scope for _, scope, _ in ENDPOINTS.values()}):
        with transaction.atomic():
            program = make_program(token, world.people["host"], needed)
            for number, ((method, path), (body, scope, _)) in enumerate(ENDPOINTS.items()):
                if scope == needed and (token == "narrow" or wrong.index(token) % every == number % every):
                    _, address = next(list_paths(world, path))
                    check_refusal(program, token, (method, address, body), scope)
            transaction.set_rollback(True)


def check_refusal(program: Program, token: str, ask: tuple[str, str, Any], scope: str) -> None:
    """Ask, and undo what it did."""
    with transaction.atomic():
        answer = program.ask(*ask)
        transaction.set_rollback(True)
    wanted = {"narrow": 403 if scope else 200}.get(token, 401)
    assert answer.status_code == wanted, (token, *ask)
    if wanted >= 400:
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
