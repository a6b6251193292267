"""What a running game needs besides moves: pauses, more time, its end, stand-ins, substitutes, the rematch."""

from collections.abc import Callable
from typing import Any

from accounts.models import Scope
from games.api.answers import Answer
from games.api.endpoints import post
from games.api.inputs import AgreeIn, HandOverIn, RematchIn, SeatIn, SitInIn
from games.api.requests import TokenRequest
from games.api.schemas import GameOut
from games.api.views.lobby import show
from games.tables.seating import Seating
from games.tables.services import lobby, pauses, stand_ins, substitutes


def _press(request: TokenRequest, code: str, service: Callable[..., Any], **given: Any) -> Answer:
    service(code=code, user=request.user, **given)
    return show(request, code)


@post("games/{slug:code}/pause", Scope.PLAY, "pause", GameOut)
def pause(request: TokenRequest, code: str, wanted: AgreeIn | None = None) -> Answer:
    """Propose a pause or agree to it, or take that back. It begins once all who play agree."""
    return _press(request, code, pauses.agree_to_pause, agrees=(wanted or AgreeIn()).agrees)


@post("games/{slug:code}/pause/decline", Scope.PLAY, "decline_pause", GameOut)
def decline_pause(request: TokenRequest, code: str) -> Answer:
    """Decline a proposed pause, for all."""
    return _press(request, code, pauses.decline_pause)


@post("games/{slug:code}/resume", Scope.PLAY, "resume", GameOut)
def resume(request: TokenRequest, code: str) -> Answer:
    """End a pause."""
    return _press(request, code, pauses.resume)


@post("games/{slug:code}/more-time", Scope.PLAY, "more_time", GameOut)
def more_time(request: TokenRequest, code: str) -> Answer:
    """Give the others more time, once for each decision."""
    return _press(request, code, pauses.grant_time)


@post("games/{slug:code}/end", Scope.PLAY, "end", GameOut)
def end(request: TokenRequest, code: str, wanted: AgreeIn | None = None) -> Answer:
    """Propose to end the game without a winner or agree to it, or take that back. It ends once all who play agree."""
    return _press(request, code, stand_ins.agree_to_end, agrees=(wanted or AgreeIn()).agrees)


@post("games/{slug:code}/end/decline", Scope.PLAY, "decline_end", GameOut)
def decline_end(request: TokenRequest, code: str) -> Answer:
    """Decline a proposed end, for all."""
    return _press(request, code, pauses.decline_end)


@post("games/{slug:code}/open-cards", Scope.PLAY, "open_cards", GameOut)
def open_cards(request: TokenRequest, code: str, wanted: AgreeIn | None = None) -> Answer:
    """Agree to show all cards after an end by agreement, or take that back. They are shown once everyone agrees."""
    return _press(request, code, stand_ins.agree_to_open, agrees=(wanted or AgreeIn()).agrees)


@post("games/{slug:code}/hand-over", Scope.PLAY, "hand_over", GameOut)
def hand_over(request: TokenRequest, code: str, wanted: HandOverIn | None = None) -> Answer:
    """Leave your seat to a stand-in."""
    return _press(request, code, stand_ins.hand_over, leaves_notes=(wanted or HandOverIn()).leaves_notes)


@post("games/{slug:code}/take-back", Scope.PLAY, "take_back", GameOut)
def take_back(request: TokenRequest, code: str) -> Answer:
    """Take your seat back from a stand-in."""
    return _press(request, code, stand_ins.take_back)


@post("games/{slug:code}/open-seat", Scope.PLAY, "open_seat", GameOut)
def open_seat(request: TokenRequest, code: str, wanted: SeatIn) -> Answer:
    """Offer a seat that has a stand-in to a substitute. The seat has its `offer` then, which they send to `sit-in`."""
    return _press(request, code, substitutes.open_seat, seat=wanted.seat)


@post("games/{slug:code}/close-seat", Scope.PLAY, "close_seat", GameOut)
def close_seat(request: TokenRequest, code: str, wanted: SeatIn) -> Answer:
    """Take the offer of a seat back."""
    return _press(request, code, substitutes.close_seat, seat=wanted.seat)


@post("games/{slug:code}/sit-in", Scope.PLAY, "sit_in", GameOut, is_for_bots=False)
def sit_in(request: TokenRequest, code: str, wanted: SitInIn) -> Answer:
    """Take over a seat that is offered, for the rest of the game. Not for bot accounts."""
    return _press(request, code, substitutes.sit_in, token=wanted.offer)


@post("games/{slug:code}/rematch", Scope.PLAY, "rematch", GameOut)
def rematch(request: TokenRequest, code: str, wanted: RematchIn | None = None) -> Answer:
    """Open the rematch of a finished game, or take your seat at it. The other table comes back."""
    seating = Seating((wanted or RematchIn()).seats)
    game = lobby.open_rematch(code=code, user=request.user, seating=seating)
    return show(request, game.code)
