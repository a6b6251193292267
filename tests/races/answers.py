"""Two ways to answer a question of the game: through the service, and as a browser does."""

from collections.abc import Callable, Iterable, Mapping
from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, RequestFactory

from accounts.models import User
from games.rules.engine.errors import RulesError
from games.state.refusals import Refusal
from games.state.table import Table
from games.tables.services import moves as play

Answer = Callable[[Table, int, str, Iterable[Any]], str]
"""Answers a decision for a seat, and returns an empty text if the answer landed, else why it was refused."""

CSRF = "c" * 32


def answer_by_service(table: Table, seat: int, decision: str, moves: Iterable[Any]) -> str:
    """Submit through the one door."""
    try:
        with play.lock_table(table.game.code) as locked:
            play.submit(table=locked, seat=seat, decision=decision, moves=moves)
    except (RulesError, Refusal) as error:
        return error.code
    return ""


class Browsers:
    """The people's browsers. Each may be used by several threads, as a browser has several tabs."""

    def __init__(self, people: Iterable[User]) -> None:
        self.handle = WSGIHandler()
        self.cookies = {person.pk: sign_in(person) for person in people}

    def answer(self, table: Table, seat: int, decision: str, moves: Iterable[Any]) -> str:
        """Submit the form. Fails unless the answer is "done" or a kind refusal."""
        user = table.players[seat].user
        assert user is not None
        status = self.post(user, f"/g/{table.game.code}/move/", write_form(table, decision, moves))
        assert status in (302, 409), f"status {status}"
        return "" if status == 302 else "refused"

    def post(self, user: User, path: str, fields: Mapping[str, str]) -> int:
        """Post a form as `user` through all middleware, and return the status."""
        factory = RequestFactory(HTTP_COOKIE=self.cookies[user.pk])
        request = factory.post(path, {**fields, "csrfmiddlewaretoken": CSRF})
        response = self.handle(request.environ, start_response)
        response.close()
        return response.status_code


def start_response(*args: Any) -> Callable[[bytes], None]:
    return lambda body: None


def sign_in(user: User) -> str:
    """Return the cookies of a browser in which `user` is signed in."""
    client = Client()
    client.force_login(user)
    cookies = SimpleCookie({settings.CSRF_COOKIE_NAME: CSRF})
    cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return cookies.output(attrs=[], header="", sep=";").strip()


def write_form(table: Table, decision: str, moves: Iterable[Any]) -> dict[str, str]:
    fields = {"decision": decision}
    for move in moves:
        for name, value in table.title.dump_move(move).items():
            fields[name] = write_value(value)
    return fields


def write_value(value: Any) -> str:
    """Return a value of a dumped move as its form field says it."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(int(value)) if isinstance(value, bool) else str(value)
