"""The rules of each title, for anybody to read."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules.registry import TITLES, get_title


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """List the titles of the house."""
    return render(request, "games/rules.html", {"titles": TITLES.values()})


@require_safe
def rules_of(request: HttpRequest, name: str) -> HttpResponse:
    """Show how a title is played, by its own template."""
    try:
        title = get_title(name)
    except KeyError:
        raise Http404 from None
    return render(request, f"games/{title.NAME}/rules.html", {"title": title, "guide": title.make_guide()})
