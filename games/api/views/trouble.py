"""Other players who trouble someone: they are muted, or reported to the moderators."""

from accounts.models import Scope
from games.api.endpoints import post
from games.api.inputs import MuteIn, ReportIn
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.seats import get_own_seat
from games.models import Game, Player
from games.moderation.services.reports import HOUSE_ROLE, PLAYER, send_report
from games.people.services import mute as mute_person


def _load(request: TokenRequest, code: str) -> tuple[Game, list[Player]]:
    game, players, _ = get_own_seat(request, code)
    if game.status == Game.Status.CANCELLED:
        raise Problem("private", 403)
    return game, players


@post("games/{slug:code}/mute", Scope.TALK, "mute")
def mute(request: TokenRequest, code: str, wanted: MuteIn) -> None:
    """Hide what a player says at this table from you, or show it again. They do not learn of it."""
    game, players = _load(request, code)
    others = [each.user for each in players if each.seat == wanted.seat and each.user and each.user != request.user]
    if not others:
        raise Problem("invalid", 422, fields=["seat"])
    mute_person(game=game, by=request.user, person=others[0], muted=wanted.muted)


@post("games/{slug:code}/report", Scope.TALK, "report", is_for_bots=False)
def report(request: TokenRequest, code: str, wanted: ReportIn) -> None:
    """Report a `line` of the chat to the moderators, the name of the player in a `seat`, or without either the name
    of the house role. No one learns who did. Not for bot accounts.
    """
    game, players = _load(request, code)
    name = HOUSE_ROLE if wanted.seat is None else f"{PLAYER}{wanted.seat}"
    send_report(
        game=game,
        players=players,
        by=request.user,
        line=wanted.line or name,
        reason=wanted.reason,
        words=wanted.words,
    )
