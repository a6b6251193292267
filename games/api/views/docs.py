import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.module_loading import import_string
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from pydantic import TypeAdapter

from games.api.openapi import complete
from games.api.polls import ENDPOINTS, PREFIX
from games.api.problems import list_codes
from games.api.title_schemas import SCHEMAS, TitleSchemas
from games.rules.registry import TITLES

TASKS = {
    "reading": gettext_noop("Look around, and listen"),
    "lobby": gettext_noop("Open a table, find one, find a bot"),
    "playing": gettext_noop("Play, prepare and chat"),
    "running": gettext_noop("Pause, end, leave, take over, play again"),
    "notes": gettext_noop("Notes and suspicions"),
    "trouble": gettext_noop("Mute and report"),
    "archive": gettext_noop("Finished games"),
    "cases": gettext_noop("The case of the day"),
    "webhook": gettext_noop("Webhook of a bot"),
}
"""Headings of the page, by the module of the endpoints, in their order."""
OUTSIDE = re.compile(r"\[([^]]+)\]\(\.\./[^)]*\)")
"""A link to a file that the site does not serve."""


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    schema = _load_schema()
    entries = [*_list_entries(schema)]
    context = {
        "tasks": [
            (gettext(heading), [entry for entry in entries if entry["task"] == task]) for task, heading in TASKS.items()
        ],
        "first_call": f'curl -sH "Authorization: Bearer $TOKEN" {settings.SITE_ADDRESS.rstrip("/")}{PREFIX}me',
        "prefix": PREFIX,
    }
    return render(request, "games/api/docs.html", context)


@csrf_exempt  # As for all addresses of the API, cookies are not read.
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(_load_schema())


@csrf_exempt
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide as a page. Each table can be scrolled by itself, because some are wider than a phone."""
    _, _, text = _write_guide().partition("\n")
    return render(request, "games/api/guide.html", {"html": _draw_guide(text)})


@csrf_exempt
@require_safe
def guide_as_markdown(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_write_guide(), "text/markdown; charset=utf-8")


@lru_cache(maxsize=2)
def _draw_guide(text: str) -> str:
    """Return the guide as HTML. Drawing it takes a tenth of a second of the processor."""
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = html.replace("<table>", '<div class="table-scroll" tabindex="0"><table>')
    return html.replace("</table>", "</table></div>")


def _write_guide() -> str:
    """Return `docs/api.md` with what is made from the code: the codes of errors, and the types of each title."""
    text = OUTSIDE.sub(r"\1", (settings.BASE_DIR / "docs" / "api.md").read_text("utf-8"))
    address = settings.SITE_ADDRESS.rstrip("/")
    rows = "".join(f"| `{code}` | {sentence} |\n" for code, sentence in list_codes().items())
    text += f"\n## Codes of errors\n\n| code | what it means |\n| --- | --- |\n{rows}"
    text += "\n## Moves and observations\n" + "".join(map(_list_types, SCHEMAS))
    return text.replace("http://localhost:8000", address)


def _list_types(schemas: TitleSchemas) -> str:
    """Return a table of the types of a title, field by field."""
    kinds = TypeAdapter(tuple[schemas.move, schemas.observation, schemas.options])  # type: ignore[name-defined]
    types = kinds.json_schema(mode="serialization").get("$defs", {})
    rows = "".join(
        f"| `{name}` | `{field}` | {_name_kind(kind)} | {kind.get('description', '')} |\n"
        for name, each in types.items()
        for field, kind in each.get("properties", {}).items()
    )
    heading = f"\n### {TITLES[schemas.name].TEXTS.name}\n\n"
    return f"{heading}| type | field | holds | what it is |\n| --- | --- | --- | --- |\n{rows}" if rows else ""


def _name_kind(kind: dict[str, Any]) -> str:
    """Return a type in words, such as `list of InsideJobPlay`."""
    if several := kind.get("anyOf") or kind.get("oneOf"):
        return " or ".join(map(_name_kind, several))
    if kind.get("type") == "array":
        return f"list of {_name_kind(kind['items'])}"
    values = [kind["const"]] if "const" in kind else kind.get("enum")
    if values:
        return ", ".join(f"`{value}`" for value in values)
    return str(kind.get("type") or kind["$ref"].rpartition("/")[2])


@cache
def _load_schema() -> dict[str, Any]:
    # Making it takes half a second of the processor, and it is the same for all.
    api = import_string(f"{ENDPOINTS}.api")
    return complete(dict(api.get_openapi_schema(path_prefix=PREFIX)))


def _list_entries(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path, methods in schema["paths"].items():
        for method, found in methods.items():
            yield {
                "task": found["tags"][0],
                "method": method.upper(),
                "path": path,
                "scope": found["x-scope"],
                "text": found["description"].replace("`", ""),
                "fields": [*_list_fields(found, schema)],
                "examples": [*_show_examples(found)],
            }


def _show_examples(found: dict[str, Any]) -> Iterator[str]:
    """Yield the first request and the first answer that the description has of an operation."""
    for described in (found.get("requestBody", {}), *found["responses"].values()):
        for content in described.get("content", {}).values():
            for example in [*content.get("examples", {}).values()][:1]:
                yield json.dumps(example["value"], ensure_ascii=False, indent=2)


def _list_fields(found: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    yield from (each["name"] for each in found.get("parameters", ()) if each["in"] == "query")
    body = found.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    if name:
        yield from schema["components"]["schemas"][name]["properties"]
