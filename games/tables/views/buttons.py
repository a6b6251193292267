"""Buttons at a table: hand over, pause, mute, end, spectators."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest
from games.tables.services import pauses, seats, spectators, stand_ins
from games.tables.views.access import forms_only, get_game
from games.tables.views.lobby import run

View = Callable[..., HttpResponse]


def _press(service: Callable[..., Any], *boxes: str) -> View:
    """Return the view of a button that calls `service`. A check box is True if the form has a field of its name."""

    @forms_only
    @signed_in
    def view(request: SignedInRequest, code: str) -> HttpResponse:
        ticked = {box: bool(request.POST.get(box)) for box in boxes}
        return run(request, get_game(code), lambda user: service(code=code, user=user, **ticked))

    return view


hand_over = _press(stand_ins.hand_over, "leaves_notes")
take_back = _press(stand_ins.take_back)
grant_time = _press(pauses.grant_time)
pause = _press(pauses.agree_to_pause, "agrees")
resume = _press(pauses.resume)
open_cards = _press(stand_ins.agree_to_open, "agrees")
mute = _press(seats.mute, "muted")
decline_pause = _press(pauses.decline_pause)
decline_end = _press(pauses.decline_end)
end = _press(stand_ins.agree_to_end, "agrees")
propose_spectators = _press(spectators.propose_spectators)
decline_spectators = _press(spectators.decline_spectators)
