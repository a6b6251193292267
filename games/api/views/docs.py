from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.api.openapi import complete
from games.api.polls import ENDPOINTS, PREFIX
from games.api.problems import list_codes


@dataclass(frozen=True)
class Entry:
    method: str
    path: str
    scope: str
    text: str
    fields: tuple[str, ...]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    schema = _load_schema()
    context = {"entries": list(_list_entries(schema)), "about": schema["info"]["description"]}
    return render(request, "games/api/docs.html", context)


@csrf_exempt  # As for all addresses of the API, cookies are not read.
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(_load_schema())


@csrf_exempt
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    text = (settings.BASE_DIR / "docs" / "api.md").read_text("utf-8")
    address = settings.SITE_ADDRESS.rstrip("/")
    rows = "".join(f"| `{code}` | {sentence} |\n" for code, sentence in list_codes().items())
    text += f"\n## Codes of errors\n\n| code | what it means |\n| --- | --- |\n{rows}"
    return HttpResponse(text.replace("http://localhost:8000", address), "text/markdown; charset=utf-8")


def _load_schema() -> dict[str, Any]:
    api = import_string(f"{ENDPOINTS}.api")
    return complete(dict(api.get_openapi_schema(path_prefix=PREFIX)))


def _list_entries(schema: dict[str, Any]) -> Iterator[Entry]:
    for path, methods in schema["paths"].items():
        for method, found in methods.items():
            text = found.get("description", "").partition("\n\n")[0].replace("`", "")
            yield Entry(method.upper(), path, found.get("x-scope", ""), text, tuple(list_fields(found, schema)))


def list_fields(found: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    yield from (each["name"] for each in found.get("parameters", ()) if each["in"] == "query")
    body = found.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    if name:
        yield from schema["components"]["schemas"][name]["properties"]
