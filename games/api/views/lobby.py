from accounts.models import Scope
from games.api.answers import Answer
from games.api.endpoints import post, put
from games.api.inputs import DeclineIn, FillIn, InviteIn, JoinIn, OffersIn, OpenIn
from games.api.polls import PREFIX
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import GameOut
from games.api.selectors.tables import describe_game, describe_open, describe_status
from games.api.services.idempotency import REPLAYED, make_once
from games.models import Game, Terms
from games.people.services import offer_games
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import invitations, lobby
from games.tables.services.ready import press_ready
from games.tables.views.access import find_own_player, get_seated

TERMS = (
    "pace", "vote_time", "bank", "sleeps", "vacations", "talk", "in_time_only", "is_public", "guests_welcome",
    "allows_bots", "watchers",
)  # fmt: skip


def show(request: TokenRequest, code: str, status: int = 200) -> Answer:
    """Describe a table to a user who has just done something there.

    Once the game has begun, a user without a seat learns only that. Such a user may host a weekly table, or repeat an
    `Idempotency-Key` after losing the seat.
    """
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if game.status == Game.Status.CANCELLED or (game.was_dealt and own is None):
        return Answer(describe_status(game), status=status)
    if own and game.was_dealt:
        body, _ = describe_game(load_table(game, players, request.user), own)
        return Answer(body, status=status, player=own)
    body, _ = describe_open(game, players, request.user, "")
    return Answer(body, status=status)


@post("games", Scope.PLAY, "open", {201: GameOut, 200: GameOut})
def open_table(request: TokenRequest, wanted: OpenIn) -> Answer:
    """Open a table and take its first seat. A repeated `Idempotency-Key` opens one table."""
    code, is_replayed = make_once(request, lambda: _open_game(request, wanted).code)
    answer = show(request, code, 200 if is_replayed else 201)
    answer.headers["Location"] = request.build_absolute_uri(f"{PREFIX}games/{code}")
    if is_replayed:
        answer.headers[REPLAYED] = "true"
    return answer


def _open_game(request: TokenRequest, wanted: OpenIn) -> Game:
    if wanted.seats not in (offered := TITLES[wanted.title].SEATS):
        raise Problem("seats", 409, allowed=list(offered))
    request.title = wanted.title  # type: ignore[attr-defined]
    terms = {name: value for name in TERMS if (value := getattr(wanted, name)) is not None}
    return lobby.open_game(
        host=request.user,
        title=wanted.title,
        seat_count=wanted.seats,
        options=wanted.options,
        terms=Terms(**terms),
    )


@post("games/{slug:code}/join", Scope.PLAY, "join", GameOut)
def join(request: TokenRequest, code: str, wanted: JoinIn | None = None) -> Answer:
    """Take the seat kept for you, or the first free one. The last one to sit down starts the game."""
    wanted = wanted or JoinIn()
    lobby.join_game(code=code, user=request.user, wish=wanted.wish, key=wanted.key)
    return show(request, code)


@post("games/{slug:code}/ready", Scope.PLAY, "ready", GameOut)
def ready(request: TokenRequest, code: str) -> Answer:
    """Say that you’re there, at a full table with a pace of 15 minutes or less. The game starts once everyone has;
    until `ready_by` each player has a minute, then their seat is free again. Bots are always ready.
    """
    press_ready(code=code, user=request.user)
    return show(request, code)


@post("games/{slug:code}/invite", Scope.PLAY, "invite", GameOut)
def invite(request: TokenRequest, code: str, wanted: InviteIn) -> Answer:
    """Keep a seat at your table for someone: a person you played with, or, if the table lets bots in, one of `GET
    bots`. `person` is their code.
    """
    invitations.invite_person(code=code, host=request.user, person=wanted.person)
    return show(request, code)


@post("games/{slug:code}/decline", Scope.PLAY, "decline")
def decline(request: TokenRequest, code: str, wanted: DeclineIn | None = None) -> None:
    """Decline an invitation. The table sees the reason, if you give one."""
    invitations.decline(code=code, user=request.user, reason=wanted.reason if wanted else "")


@put("invitations", Scope.PLAY, "offer")
def offer(request: TokenRequest, wanted: OffersIn) -> None:
    """Say to which titles, with how many seats, a bot account takes invitations. An empty list ends that. Only for bot
    accounts.
    """
    offer_games(bot=request.user, games={each.title: each.seats for each in wanted.games})


@post("games/{slug:code}/fill", Scope.PLAY, "fill", GameOut)
def fill(request: TokenRequest, code: str, wanted: FillIn | None = None) -> Answer:
    """Put bots of the site in the free seats of your table."""
    wanted = wanted or FillIn()
    lobby.fill_with_bots(code=code, host=request.user, bot=wanted.bot)
    return show(request, code)


@post("games/{slug:code}/leave", Scope.PLAY, "leave")
def leave(request: TokenRequest, code: str) -> None:
    """Give your seat back before the game begins. The host closes the table instead."""
    lobby.leave_game(code=code, user=request.user)


@post("games/{slug:code}/close", Scope.PLAY, "close")
def close(request: TokenRequest, code: str) -> None:
    """Close a table of yours that has not begun."""
    lobby.cancel_game(code=code, host=request.user)
