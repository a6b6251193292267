"""Errors of the API (RFC 9457). They repeat nothing of the request."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext, gettext_noop

from games.rules.engine.errors import InvalidOption, MalformedMove, RulesError
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from games.tables.views.refusals import SENTENCES
from insidejob.compression import pad_alone
from insidejob.storage_errors import NOT_STORED, RETRY_AFTER

CONTENT_TYPE = "application/problem+json"
OWN_SENTENCES = {
    "token": gettext_noop("This token doesn’t exist, was revoked, or its account is suspended."),
    "scope": gettext_noop("This token isn’t allowed to do that."),
    "too_many_requests": gettext_noop("Too many requests. Please wait a little."),
    "private": gettext_noop("Only players can see this game."),
    "not_running": gettext_noop("This game isn’t being played: it hasn’t started, or it’s over."),
    "malformed": gettext_noop("There is no such move."),
    "not_json": gettext_noop("The body isn’t valid JSON."),
    "invalid": gettext_noop("Something is missing or in the wrong format."),
    "not_found": gettext_noop("There is nothing here."),
    "method": gettext_noop("This address doesn’t accept that method."),
    "refused": gettext_noop("That isn’t possible."),
    "error": gettext_noop("Something went wrong on our side."),
    "maybe_stored": gettext_noop(
        "The site can’t answer right now, and may have saved what you sent. Please look, or send it again in a minute."
    ),
    "key_in_use": gettext_noop("The first request with this key is still being answered."),
}
FORBIDDEN = {
    "guest",
    "guest_opens",
    "not_host",
    "not_seated",
    "talk_stopped",
    "private",
    "no_bots",
    "bot_account",
    "no_bot_account",
}
TOO_OFTEN = {"too_often": 60, "too_fast": 10, "many_openings": 600, "many_reports": 600}
"""Refusals for asking too often, with the seconds after which a program may try again."""
WAITS = {**TOO_OFTEN, "key_in_use": 1, "not_stored": RETRY_AFTER, "maybe_stored": RETRY_AFTER}
BY_STATUS = {
    400: "invalid",
    401: "token",
    403: "refused",
    404: "not_found",
    405: "method",
    409: "newer_rules",
    429: "too_many_requests",
    503: "not_stored",
}


class Problem(Exception):
    def __init__(self, code: str, status: int, **more: Any) -> None:
        super().__init__(code)
        self.code, self.status, self.more = code, status, more


def answer_problem(problem: Problem, title: AnyTitle | None = None) -> HttpResponse:
    body = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "code": problem.code,
        "detail": _word_code(problem.code, title),
        **problem.more,
    }
    response = pad_alone(HttpResponse(json.dumps(body, ensure_ascii=False), CONTENT_TYPE, status=problem.status))
    if problem.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    if problem.code in WAITS:
        response["Retry-After"] = str(WAITS[problem.code])
    if problem.code == "not_stored":
        response[NOT_STORED] = "yes"
    return response


def _word_code(code: str, title: AnyTitle | None) -> str:
    own = title.TEXTS.objections.get(code) if title else None
    sentence = own or OWN_SENTENCES.get(code) or SENTENCES.get(code) or OWN_SENTENCES["refused"]
    return gettext(sentence)


def list_codes() -> dict[str, str]:
    """Return all codes, with what they mean in English."""
    codes = {code: text for title in TITLES.values() for code, text in title.TEXTS.objections.items()}
    return dict(sorted({**codes, **SENTENCES, **OWN_SENTENCES}.items()))


def name_problem(error: Refusal | RulesError, title: AnyTitle | None) -> Problem:
    if not isinstance(error, InvalidOption):
        return Problem(error.code, _choose_status(error))
    if not title:
        return Problem(error.code, 422, option=error.option)
    options = {each.name: each for each in title.OPTIONS}
    option = options.get(error.option)
    # Without an option of that name, its names are what is allowed.
    allowed: list[Any] = [value for value, _ in option.choices] or [True, False] if option else list(options)
    return Problem(error.code, 422, option=error.option, allowed=allowed)


def _choose_status(error: Refusal | RulesError) -> int:
    if error.code == "not_stored":
        return 503
    if error.code in TOO_OFTEN:
        return 429
    if error.code in FORBIDDEN:
        return 403
    is_malformed = isinstance(error, MalformedMove) or error.code in ("empty", "too_long")
    return 422 if is_malformed else 409


def convert(response: HttpResponse) -> HttpResponse:
    status = response.status_code
    problem = answer_problem(Problem(BY_STATUS.get(status, "error" if status >= 500 else "refused"), status))
    for name in ("Allow", "Retry-After", NOT_STORED):
        if response.has_header(name):
            problem[name] = response[name]
    return problem
