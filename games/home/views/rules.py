from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.tables.views.titles import CAST, describe_titles, find_title


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home/rules.html", {"titles": describe_titles()})


@require_safe
def rules_of(request: HttpRequest, name: str) -> HttpResponse:
    title = find_title(name)
    context = {
        "title": title,
        "guide": title.make_guide(),
        "template": f"games/{title.FOLDER}",
        "stylesheet": f"css/{title.FOLDER}.css",
        "cast": CAST,
    }
    return render(request, f"games/{title.FOLDER}/rules.html", context)
