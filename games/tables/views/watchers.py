from django.http import HttpResponse

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.tables.services.spectators import close_to_spectators
from games.tables.views.access import forms_only, get_game
from games.tables.views.lobby import run


@forms_only
@signed_in
def close(request: SignedInRequest, code: str) -> HttpResponse:
    closed = bool(request.POST.get("closed"))
    return run(request, get_game(code), lambda user: close_to_spectators(code=code, host=user, closed=closed))
