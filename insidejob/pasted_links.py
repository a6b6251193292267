"""Links as people paste them: with a bracket, a full stop or a quote mark behind them, or without their last slash.

Such an address leads to the clean one, whatever is there. It is made from the address alone: a redirect never tells
whether a table exists. It leads to a page of this site only, and only what is read is led there.
"""

import re
from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve, reverse
from django.utils.encoding import iri_to_uri

from accounts.names.invisible import drop_invisible

READING = ("GET", "HEAD")
FOREIGN = re.compile(r"[^A-Za-z0-9._:/-]")
"""What no address of this site has in its path."""
OPENING = re.compile(r"(?<=/)[\"'“”„‟«‹‘’‚(\[{<*]+")
ENDING = re.compile(r"[.:]+$|(?<=/)[._:-]+/?$")
"""A full stop or colon behind an address, and a last part of nothing but signs."""


class PastedLinks:
    """Leads from an address with signs around it to the address itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in READING:
            return self.get_response(request)
        # A token may be followed by anything: its view would take the signs for a part of it.
        target = find_clean(request.path_info) if FOREIGN.search(request.path_info) else None
        response = None if target else self.get_response(request)
        if response is not None and response.status_code == 404:
            target = find_clean(request.path_info)
        if response is not None and target in (None, request.path):
            return response
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(f"{target}?{iri_to_uri(query)}" if query else str(target))


def find_clean(path: str) -> str | None:
    """Return the address of this site that was meant by a path, or None."""
    for tried in dict.fromkeys(tidy(path)):
        try:
            match = resolve(tried)
        except Resolver404:
            continue
        # No code begins or ends with such a sign, though a token may.
        parts = {name: part if name == "token" else strip(part) for name, part in match.kwargs.items()}
        return None if "" in parts.values() else reverse(match.view_name, kwargs=parts)
    return None


def tidy(path: str) -> Iterator[str]:
    """Give what may be meant by a path, the likeliest first.

    It ends at a space or a foreign sign, unless that stands before a part of it. What follows is no part of the link.
    """
    for whole in ("".join(path.split()[:1]), "".join(path.split())):
        shown = drop_invisible(whole)
        for begun in (shown, OPENING.sub("", shown)):
            ended = ENDING.sub("", FOREIGN.split(begun)[0])
            for tried in (ended, ended.rstrip("/"), ended.rstrip("/_-")):
                yield from (tried, f"{tried}/")


def strip(part: object) -> object:
    """Return a part of an address without the signs of emphasis around it."""
    return part.strip("_-") if isinstance(part, str) else part
