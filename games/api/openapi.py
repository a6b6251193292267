"""Adds to the description of the API what django-ninja does not write: errors, headers, and examples."""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

from ninja.openapi.schema import REF_TEMPLATE
from ninja.schema import NinjaGenerateJsonSchema

from games.api.problems import CONTENT_TYPE
from games.api.schemas import ProblemOut
from games.api.services.idempotency import KEY, REPLAYED

EXAMPLES = Path(__file__).with_name("examples.json")
"""Requests and answers of each operation, as OpenAPI wants them, which `tests/api/test_examples.py` writes."""
LINES = "application/jsonl"
ERRORS = (400, 401, 403, 404, 409, 422, 429, 503)
"""What any operation may answer. Declared to django-ninja, each of them at each operation would be a class."""
KEYED = ("open", "say")
"""Operations that a repeated key makes once."""
PARAMETERS: dict[str, tuple[str, Any]] = {
    "code": ("The code of the table or of the account.", "ae87y4z9re"),
    "number": ("The number of the case or of the note.", 1),
    "page": ("The number of the page, from 1.", 1),
    "key": ("The `i` of an invitation’s link.", "k3v9"),
    "from_scene": ("From which trick, round or turn the narration begins.", 3),
    "step": ("After how many moves; 0 is the deal.", 12),
    "scene": ("The trick, round or turn at whose beginning to look.", 3),
    "seat": ("Through whose eyes; yours if left out.", 1),
    "before": ("The number of a line; those before it come.", 30),
    "title": ("Only of this title.", "insidejob"),
    "seats": ("Only with so many seats.", 4),
    "pace": ("Only about as quick as this preset.", "relaxed"),
    "language": ("Only with a host who speaks it.", "fr"),
    "against_bots": ("Whether to count your games against bots instead of those with people.", True),
    "Last-Event-ID": ("The `id` of the last event, to get what came since.", "5f0c3a9be1d24c77"),
    "If-None-Match": (
        "The `ETag` of the last answer. If nothing is new, the answer is 304.",
        '"5f0c3a9be1d24c77a1b2c3d4"',
    ),
    KEY: ("A text of your own. If you repeat the request with it, it takes effect once.", "table-17"),
}
"""What parameters mean, with an example."""
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
RATE = {
    "RateLimit-Limit": ("How many requests an account may send a minute.", NUMBER),
    "RateLimit-Remaining": ("How many of them are left.", NUMBER),
    "RateLimit-Reset": ("In how many seconds the next minute begins.", NUMBER),
}
TAG = {"ETag": ("Send it as `If-None-Match` with the next request.", TEXT)}
LATER = {"Retry-After": ("In how many seconds to ask again.", NUMBER)}


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    examples = _load_examples()
    problem = ProblemOut.model_json_schema(
        ref_template=REF_TEMPLATE, schema_generator=NinjaGenerateJsonSchema, mode="serialization"
    )
    schema["components"]["schemas"] |= {**problem.pop("$defs"), ProblemOut.__name__: problem}
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation["parameters"] += [
                {"in": "header", "name": name, "required": False, "schema": TEXT} for name in _list_headers(operation)
            ]
            for parameter in operation["parameters"]:
                parameter["description"], parameter["example"] = PARAMETERS[parameter["name"]]
            operation["responses"] |= {status: _describe_error(status) for status in ERRORS}
            for status, response in operation["responses"].items():
                _complete_response(operation["operationId"], int(status), response)
            _show_examples(operation, examples.get(operation["operationId"], {}))
    return schema


def _load_examples() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(EXAMPLES.read_text("utf-8")) if EXAMPLES.exists() else {}
    return loaded


def _show_examples(operation: dict[str, Any], examples: dict[str, Any]) -> None:
    if requests := examples.get("requests"):
        operation["requestBody"]["content"]["application/json"]["examples"] = requests
    if answers := examples.get("answers"):
        answered = operation["responses"].get(200) or operation["responses"][201]
        answered["content"]["application/json"]["examples"] = answers


def _list_headers(operation: dict[str, Any]) -> list[str]:
    if operation["operationId"] == "stream":
        return ["Last-Event-ID"]
    if 304 in map(int, operation["responses"]):
        return ["If-None-Match"]
    return [KEY] if operation["operationId"] in KEYED else []


def _describe_error(status: int) -> dict[str, Any]:
    shape = {"$ref": REF_TEMPLATE.format(model=ProblemOut.__name__)}
    return {"description": HTTPStatus(status).phrase, "content": {CONTENT_TYPE: {"schema": shape}}}


def _complete_response(name: str, status: int, response: dict[str, Any]) -> None:
    headers = dict(RATE) if status != 401 else {}
    if name == "records" and status == 200:
        response["content"] = {LINES: response["content"]["application/json"]}
    if status >= 400:
        headers |= LATER if status in (429, 503) else {}
    elif status == 302:
        headers["Location"] = ("The address of the events, valid for some seconds.", TEXT)
    elif status != 204 and name != "records":
        headers |= TAG | (LATER if status == 304 or name == "game" else {})
    if name == "open" and status < 300:
        headers["Location"] = ("The address of the table.", TEXT)
    if name in ("open", "move") and status == 200:
        headers[REPLAYED] = ("`true` if the request had taken effect before.", TEXT)
    response["headers"] = {each: {"description": text, "schema": kind} for each, (text, kind) in headers.items()}
