"""The minimal views. They use Jinja, like the site."""

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tools.bench.bare.models import Line, Thing

ROWS = range(46)
"""So many rows make a page of 5 KB."""


@transaction.atomic
def write(request: HttpRequest, code: str) -> HttpResponse:
    """A minimal view that writes: session, user, SELECT, INSERT, UPDATE and a page of 5 KB."""
    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    thing = Thing.objects.get(code=code)
    Line.objects.create(thing=thing, text=request.POST["card"])
    Thing.objects.filter(pk=thing.pk).update(version=F("version") + 1)
    return render(request, "bare/page.html", {"user": request.user, "thing": thing, "rows": ROWS})


def glance(request: HttpRequest, code: str) -> HttpResponse:
    session: SessionBase = request.session
    if "_auth_user_id" not in session:
        return HttpResponse(status=403)
    version = Thing.objects.values_list("version", flat=True).get(code=code)
    return HttpResponse(status=204 if version >= int(request.GET["v"]) else 200)
