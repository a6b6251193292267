"""Redirects from links that were pasted badly, such as with brackets or quotes around them.

The target is computed from the URL alone, so a redirect never tells whether a table exists.
"""

import re
from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve, reverse
from django.utils.encoding import iri_to_uri

from accounts.names.invisible import drop_invisible

READING = ("GET", "HEAD")
FOREIGN = re.compile(r"[^A-Za-z0-9._:/-]")
"""Characters that are in no URL of this site."""
OPENING = re.compile(r"(?<=/)[\"'“”„‟«‹‘’‚(\[{<*]+")
ENDING = re.compile(r"[.:]+$|(?<=/)[._:-]+/?$")
"""Punctuation at the end of a URL, or as its last part."""


class PastedLinks:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # People paste links; programs send a token, and get 404.
        if request.method not in READING or "Authorization" in request.headers:
            return self.get_response(request)
        # Views with tokens accept any text.
        target = find_clean(request.path_info) if FOREIGN.search(request.path_info) else None
        response = None if target else self.get_response(request)
        if response is not None and response.status_code == 404:
            target = find_clean(request.path_info)
        if response is not None and target in (None, request.path):
            return response
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(f"{target}?{iri_to_uri(query)}" if query else str(target))


def find_clean(path: str) -> str | None:
    for tried in dict.fromkeys(_tidy(path)):
        try:
            match = resolve(tried)
        except Resolver404:
            continue
        # A code never ends like this, but a token may.
        parts = {name: part if name == "token" else _strip(part) for name, part in match.kwargs.items()}
        return None if "" in parts.values() else reverse(match.view_name, kwargs=parts)
    return None


def _tidy(path: str) -> Iterator[str]:
    for whole in ("".join(path.split()[:1]), "".join(path.split())):
        shown = drop_invisible(whole)
        for begun in (shown, OPENING.sub("", shown)):
            ended = ENDING.sub("", FOREIGN.split(begun)[0])
            for tried in (ended, ended.rstrip("/"), ended.rstrip("/_-")):
                yield from (tried, f"{tried}/")


def _strip(part: object) -> object:
    return part.strip("_-") if isinstance(part, str) else part
