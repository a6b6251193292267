"""When I cannot go on: a stand-in, my seat back, an end that all agree to."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from games.services import absence
from games.views.access import forms_only, get_game
from games.views.lobby import run


@forms_only
@login_required
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """Let a stand-in keep my seat."""
    return run(request, get_game(code), lambda user: absence.hand_over(code=code, user=user))


@forms_only
@login_required
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take my seat back from the stand-in."""
    return run(request, get_game(code), lambda user: absence.take_back(code=code, user=user))


@forms_only
@login_required
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Say that I would end the game here, or, with an empty `agrees`, that I would not."""
    agrees = bool(request.POST.get("agrees"))
    return run(request, get_game(code), lambda user: absence.agree_to_end(code=code, user=user, agrees=agrees))
