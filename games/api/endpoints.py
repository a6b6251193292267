import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Status
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser
from pydantic import ValidationError as PydanticError

from games.api.answers import Answer, write
from games.api.auth import Token
from games.api.problems import BY_STATUS, Problem, answer_problem, name_problem
from games.api.requests import TokenRequest
from games.models import Game
from games.rules.engine.errors import BadRecord, RulesError, UnknownRules
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.strict_json import read_json
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from insidejob.storage_errors import is_refused, noting_commits

VERSION = "1"
DESCRIPTION = (
    "Send your token as `Authorization: Bearer …`. Errors are `application/problem+json` with a `code`. "
    "Poll a table with `If-None-Match`, and no sooner than `Retry-After` says. `guide.md` explains the rest."
)
ViewT = TypeVar("ViewT", bound=Callable[..., Answer | HttpResponse | None])


class _StrictParser(Parser):
    def parse_body(self, request: HttpRequest) -> Any:
        """Parse JSON as django-ninja does, and refuse lone surrogates, which no database can store.

        4.0 becomes the integer 4, because it is an integer in JSON Schema.
        """
        try:
            body = json.dumps(read_json(request.body), ensure_ascii=False).encode()
            return json.loads(body, parse_float=_read_number)
        except (BadRecord, UnicodeEncodeError, RecursionError):
            raise ValueError("not JSON") from None


def _read_number(digits: str) -> float:
    number = float(digits)
    return int(number) if number.is_integer() else number


class CheckedAPI(NinjaAPI):
    def create_response(self, request: HttpRequest, data: Any, **given: Any) -> HttpResponse:
        """Write an answer that django-ninja has checked."""
        return write(cast(TokenRequest, request), request.answer, data)  # type: ignore[attr-defined]


class UndescribedAnswer(Exception):
    """Says where an answer differs from its description, and nothing of what it holds."""


api = CheckedAPI(
    title="Inside Job",
    version=VERSION,
    description=DESCRIPTION,
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,
    parser=_StrictParser(),
)


def _endpoint(
    method: str, path: str, scope: str, name: str, answer: Any = None, *, is_for_bots: bool = True
) -> Callable[[ViewT], ViewT]:
    """Declare an endpoint, described by its docstring. `answer` is the schema of what it returns, or one by status.

    If the database cannot store what a request writes, the answer is `not_stored`, or `maybe_stored` if it fails later.
    """
    answers = answer if isinstance(answer, dict) else {200: answer} if answer else {204: None}
    unchanged = {304: None} if method == "get" and name not in ("stream", "records") else {}

    def declare(view: ViewT) -> ViewT:
        getattr(api, method)(
            path,
            auth=Token(scope, is_for_bots=is_for_bots),
            url_name=name,
            operation_id=name,
            tags=[view.__module__.rpartition(".")[2]],
            # `openapi.complete` adds the errors, which are the same everywhere.
            response={**answers, **unchanged},
            by_alias=True,
            exclude_unset=True,
            openapi_extra={"x-scope": str(scope)},
        )(_handing_over(view if method == "get" else _refusing_to_store()(view)))
        return view

    return declare


@contextmanager
def _refusing_to_store() -> Iterator[None]:
    """Answer `not_stored` if the database fails before it is asked to commit.

    If it fails later, the request may be stored, and the answer is `maybe_stored`.
    """
    with noting_commits() as asked:
        try:
            yield
        except (Error, OSError) as error:
            if not is_refused(error):
                raise
            raise Problem("maybe_stored" if asked else "not_stored", 503) from error


def _handing_over(view: Callable[..., Answer | HttpResponse | None]) -> Callable[..., Status[Any] | HttpResponse]:
    """Hand the body of an answer to django-ninja, which checks it, and keep the rest of it for `create_response`."""

    @wraps(view)
    def run(request: Any, *given: Any, **named: Any) -> Status[Any] | HttpResponse:
        answer = view(request, *given, **named)
        if isinstance(answer, HttpResponse):
            return answer
        if answer is None:
            return HttpResponse(status=204)
        request.answer = answer
        return Status(answer.status, answer.body)

    return run


get, post = partial(_endpoint, "get"), partial(_endpoint, "post")
put, delete = partial(_endpoint, "put"), partial(_endpoint, "delete")


@api.exception_handler(Problem)
def tell_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    return answer_problem(problem)


@api.exception_handler(Refusal)
@api.exception_handler(RulesError)
def tell_refusal(request: HttpRequest, error: Any) -> HttpResponse:
    title = _find_title(request)
    return answer_problem(name_problem(error, title), title)


@api.exception_handler(Http404)
def tell_nothing(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_problem(Problem("not_found", 404))


@api.exception_handler(UnknownRules)
def tell_newer(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_problem(Problem("newer_rules", 409))


@api.exception_handler(ValidationError)
def tell_invalid(request: HttpRequest, error: Any) -> HttpResponse:
    """Name the invalid fields and what is wrong, but not their values, which may be secret."""
    errors = [{"field": _name_field(each["loc"]), "type": each["type"], "why": each["msg"]} for each in error.errors]
    fields = sorted({each["field"] for each in errors})
    return answer_problem(Problem("invalid", 422, fields=fields[:20], errors=errors[:20]))


def _name_field(place: Sequence[str | int]) -> str:
    """Return the path of a field without the part of the request it came from and without the name of our parameter."""
    parts = place[2:] or place[:1] if place[0] == "body" else place[1:]
    return ".".join(map(str, parts))[:100]


@api.exception_handler(PydanticError)
def tell_undescribed(request: HttpRequest, error: Any) -> HttpResponse:
    places = [(each["type"], each["loc"]) for each in error.errors(include_input=False)[:3]]
    raise UndescribedAnswer(places) from None


@api.exception_handler(HttpError)
def tell_http_error(request: HttpRequest, error: Any) -> HttpResponse:
    code = "not_json" if error.status_code == HTTPStatus.BAD_REQUEST else BY_STATUS.get(error.status_code, "refused")
    return answer_problem(Problem(code, error.status_code))


def _find_title(request: HttpRequest) -> AnyTitle | None:
    if opened := getattr(request, "title", None):
        return TITLES.get(opened)
    code = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    game = Game.objects.filter(code=code).only("title", "rules").first() if code else None
    return game.known_title if game else None
