"""Compares answers with the description of the API, as `openapi.json` serves it."""

import json
import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any

from django.urls import Resolver404, resolve
from pydantic import BaseModel, ValidationError

from games.api.answers import dump
from games.api.openapi import ERRORS, LINES
from games.api.polls import ENDPOINTS
from games.api.schemas import ProblemOut
from games.api.views.docs import _load_schema
from tests.api.clients import BASE

CONVERTED = re.compile(r"<(?:\w+:)?(\w+)>")


class DescribedProblem(BaseModel):
    """An error, in the same field as django-ninja has answers."""

    response: ProblemOut


@cache
def load_description() -> Any:
    return json.loads(json.dumps(_load_schema()))


@cache
def load_models() -> dict[str, Any]:
    """Return what each operation may answer, by status."""
    from games.api.endpoints import api

    views = [view for _, router in api._routers for view in router.path_operations.values()]
    errors = dict.fromkeys(ERRORS, DescribedProblem)
    return {each.operation_id or "": errors | each.response_models for view in views for each in view.operations}


def find_operation(method: str, path: str) -> Any:
    """Return what the description says of a request, or None if there is no such operation."""
    try:
        route = resolve(BASE + path.partition("?")[0], ENDPOINTS).route
    except Resolver404:
        return None
    return load_description()["paths"].get("/" + CONVERTED.sub(r"{\1}", route), {}).get(method.lower())


def find_deviations(method: str, path: str, answer: Any) -> Iterator[str]:
    """Yield how an answer differs from what is described: status, type, headers, and every key of its JSON."""
    operation = find_operation(method, path)
    if operation is None:
        return
    declared = operation["responses"].get(str(answer.status_code))
    if declared is None:
        yield f"undeclared status {answer.status_code}"
        return
    kinds = list(declared.get("content", {}))
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if kinds != ([kind] if answer.content or kind == LINES else []):
        yield f"content is {kind}, not {kinds}"
    always = [name for name in declared["headers"] if name not in ("Idempotent-Replayed", "Retry-After")]
    yield from (f"no header {name}" for name in always if not answer.has_header(name))
    if answer.content:
        body = list(map(json.loads, answer.text.splitlines())) if kind == LINES else answer.json()
        given = getattr(answer.wsgi_request, "answer", None)
        if given and answer.status_code < HTTPStatus.BAD_REQUEST and json.loads(dump(given.body)) != body:
            yield "the view gives keys that are not described, or values of other types"
        yield from find_misfits(load_models()[operation["operationId"]][answer.status_code], body)


def find_misfits(model: Any, body: Any) -> Iterator[str]:
    """Yield how a body differs from what an operation declares."""
    try:
        read = model.model_validate({"response": body}, strict=False)
    except ValidationError as error:
        yield "; ".join(f"{each['loc']}: {each['msg']}" for each in error.errors()[:3])
    else:
        if read.model_dump(mode="json", by_alias=True, exclude_unset=True)["response"] != body:
            yield "has keys that are not described"
