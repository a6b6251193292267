"""Who gets what from every address: a table of all of them, and what holds for every answer.

A new address fails the build until it stands in the table. In deep rounds everybody asks in every state for what GET
answers, by HEAD, and in long rounds by any method.
"""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import translation

from games.api.polls import ENDPOINTS
from insidejob.headers import EMPTY
from tests import access_api
from tests.access import ANSWERS, Answer, World, copy_database, describe, expect, name_addresses
from tests.builders_people import make_person
from tests.rounds import mark
from tests.tables.pages.browser import HTMX, sign_in

pytestmark = pytest.mark.django_db


MAILBOX = {"mailbox", "mailbox_message", "mailbox_html"}
"""Served under development settings alone, and tested in `tests/infra/test_mailbox.py`."""


def test_every_address_stands_in_the_table_once() -> None:
    listed = [name for name, _ in name_addresses(get_resolver(ENDPOINTS))]
    names = {name for name in listed if name not in MAILBOX | access_api.SAID.keys()}
    assert sorted(names) == sorted(ANSWERS)
    assert names >= {name for name, _ in name_addresses()} - MAILBOX


@pytest.mark.parametrize(
    ("method", "headers", "everybody"),
    [
        ("GET", {}, False),
        ("POST", {}, False),
        mark(("GET", HTMX, False), "deep"),
        mark(("HEAD", {}, True), "deep"),
        mark(("GET", HTMX, True), "long"),
        mark(("POST", {}, True), "long"),
    ],
    ids=["GET", "POST", "GET by HTMX", "HEAD by everybody", "GET by HTMX and everybody", "POST by everybody"],
)
def test_every_address_answers_every_visitor_as_declared_and_safely(
    method: str, headers: dict[str, str], everybody: bool
) -> None:
    """What is declared is meant of plain requests. Reading changes nothing."""
    world = World()
    before = copy_database()
    faults = []
    for answer in world.ask(method, everybody=everybody, **headers):
        faults += [f"{answer.words}: {fault}" for fault in find_faults(answer)]
        said = describe(answer.response)
        if not headers and expect(answer.name, answer.state, answer.kind, method) not in ("-", said):
            faults.append(f"{answer.words}: {said} is not declared")
        if method != "POST" and answer.writes and copy_database() != before:
            faults.append(f"{answer.words}: changed something")
    assert not faults, "\n".join(faults)


def find_faults(answer: Answer) -> Iterator[str]:
    """Yield what no answer may be."""
    headers = answer.response.headers
    policy = headers.get("Content-Security-Policy", "")
    if answer.response.status_code not in EMPTY and ("default-src 'none'" not in policy or "unsafe" in policy):
        yield "allows inline scripts"
    if answer.kind != "anonymous" and "no-store" not in headers["Cache-Control"]:
        yield "may be stored"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_table_or_person_that_does_not_exist_is_nowhere_for_everybody(language: str) -> None:
    with translation.override(language):
        sentence = translation.gettext("There is nothing here")
    visitor, member = Client(headers={"accept-language": language}), sign_in(make_person(language=language))
    for client, path in ((visitor, "/g/nosuchcode/"), (member, "/g/nosuchcode/"), (member, "/people/nosuchcode/")):
        response = client.get(path)
        assert response.status_code == 404
        assert sentence in response.content.decode()
