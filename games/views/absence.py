"""When I cannot go on: a stand-in, my seat back, an end that all agree to, and the cards opened after it."""

from django.http import HttpResponse

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.services import absence
from games.views.access import forms_only, get_game
from games.views.lobby import run


@forms_only
@signed_in
def hand_over(request: SignedInRequest, code: str) -> HttpResponse:
    """Let a stand-in keep my seat."""
    return run(request, get_game(code), lambda user: absence.hand_over(code=code, user=user))


@forms_only
@signed_in
def take_back(request: SignedInRequest, code: str) -> HttpResponse:
    """Take my seat back from the stand-in."""
    return run(request, get_game(code), lambda user: absence.take_back(code=code, user=user))


@forms_only
@signed_in
def open_cards(request: SignedInRequest, code: str) -> HttpResponse:
    """Say that I would open the cards of a game ended by agreement, or, with an empty `agrees`, that I would not."""
    agrees = bool(request.POST.get("agrees"))
    return run(request, get_game(code), lambda user: absence.agree_to_open(code=code, user=user, agrees=agrees))


@forms_only
@signed_in
def end(request: SignedInRequest, code: str) -> HttpResponse:
    """Say that I would end the game here, or, with an empty `agrees`, that I would not."""
    agrees = bool(request.POST.get("agrees"))
    return run(request, get_game(code), lambda user: absence.agree_to_end(code=code, user=user, agrees=agrees))
