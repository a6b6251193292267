from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from accounts.models import Scope, User
from games.api.answers import Answer, Poll, dump
from games.api.endpoints import get
from games.api.inputs import Page
from games.api.polls import list_people, read_stamps_of
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import (
    BotsOut,
    GameOut,
    MeOut,
    OpenTablesOut,
    PageOut,
    StatisticsOut,
    TitlesOut,
    WaitingOut,
)
from games.api.seats import require_own
from games.api.selectors.people import count_running, describe_statistics, list_bots, list_owed, list_page
from games.api.selectors.public_tables import Pace, list_open
from games.api.selectors.tables import CALM, describe_game, describe_open, describe_status, write_time
from games.api.selectors.titles import describe_titles
from games.models import Game
from games.people.selectors.statistics import may_see_statistics
from games.state.table import load_table
from games.tables.selectors.my_tables import list_going
from games.tables.selectors.public_tables import Wanted
from games.tables.services.ready import note_look
from games.tables.views.access import get_seated
from insidejob.cache_stamps import name_games, name_person, name_token
from insidejob.replica import may_be_late
from insidejob.streams.passes import lead_to_stream

MAX_SEATS = 100
ROW_ROOM, DECISION_ROOM = 768, 32
"""Bytes that hold any row of a game that waits, and any decision."""


@get("me", "", "me", MeOut)
def me(request: TokenRequest) -> Answer:
    """Who the token belongs to, and what it may do."""
    user, token = request.user, request.token
    body = {
        "code": user.code,
        "name": user.shown_name,
        "bot_by": user.shown_owner,
        "language": user.language,
        "time_zone": user.time_zone,
        "token": token.name,
        "scopes": token.scopes,
        "expires_at": write_time(token.expires_at),
    }
    return Answer(body)


@get("titles", "", "titles", TitlesOut)
def titles(request: TokenRequest) -> Answer:
    """What a form for a new table needs: seats, options, times, and the names of roles and cards in your language."""
    return Answer(describe_titles())


@get("waiting", Scope.WAITING, "waiting", WaitingOut)
def waiting(request: TokenRequest) -> Answer:
    """The games that wait for you, next deadline first."""
    owed, running = list_owed(request.user), count_running(request.user)
    # Some questions are secret, so each running game takes the room of a row, whether it waits or not.
    blanks = ROW_ROOM * running - sum(len(dump(row)) + 1 for row in owed)
    return Answer({"games": owed}, is_plain=True, blanks=max(0, blanks))


@get("games", Scope.TABLES, "games", PageOut)
def games(request: TokenRequest, page: Page = 1) -> Answer:
    """Your games, 25 a page: those that wait for you, then running, open and finished ones."""
    found = list_page(request.user, page)
    blanks = sum(DECISION_ROOM - len(dump(row["decision"])) for row in found["games"])
    return Answer(found, is_plain=True, blanks=blanks)


@get("stream", Scope.TABLES, "stream", {302: None})
def stream(request: TokenRequest) -> HttpResponse:
    """Server-sent events. The answer leads to where they come, for some seconds. `table`: this table has changed.
    `games`: you are invited, or have another table. `all`: look at everything. After some minutes, and when seats or
    your list of games change, the stream ends. Open it again with `Last-Event-ID`.
    """
    games, people = name_games(request.user.pk), map(name_person, list_people(request.token))
    # A stream with another table needs another pass.
    ends = [games, name_token(request.token.digest), *people]
    return lead_to_stream([games], ends, list_going(request.user), request.token.expires_at)


@get("tables", Scope.TABLES, "tables", OpenTablesOut)
def tables(
    request: TokenRequest, page: Page = 1, title: str = "", seats: int = 0, pace: Pace = "", language: str = ""
) -> Answer:
    """Public tables with a free seat, 25 a page. To a bot account those that let bots in. `language` is the host’s."""
    wanted = Wanted(title[:20], seats if seats in range(MAX_SEATS) else -1, pace, language[:5])
    return Answer(list_open(request.user, wanted, page))


@get("bots", Scope.TABLES, "bots", BotsOut)
def bots(request: TokenRequest, page: Page = 1, title: str = "", seats: int = 0) -> Answer:
    """Bot accounts that take invitations, the last seen first, 25 a page."""
    return Answer(list_bots(request.user, title, seats, page))


@get("games/{slug:code}", Scope.TABLES, "game", GameOut)
def game(request: TokenRequest, code: str, key: str = "", from_scene: int = 0) -> Answer:
    """One game as you see it. Poll it with `If-None-Match`. `key` is the `i` of an invitation's link. With `from_scene`
    the narration leaves out earlier scenes.
    """
    stamps = read_stamps_of(request.token, code)
    found, players = get_seated(code)
    if found.status == Game.Status.CANCELLED:
        return Answer(describe_status(found))
    if not found.was_dealt:
        note_look(found, request.user)
        body, seat = describe_open(found, players, request.user, key[:20])
        return Answer(body, poll=Poll(code, CALM, stamps if seat else None))
    own = require_own(players, request.user)
    table = load_table(found, players, request.user)
    body, wait = describe_game(table, own, from_scene)
    return Answer(body, player=own, poll=Poll(code, wait, stamps))


@get("people/{slug:code}/statistics", Scope.TABLES, "statistics", StatisticsOut, is_for_bots=False)
def statistics(request: TokenRequest, code: str, against_bots: bool = False) -> Answer:
    """Results of a player who shows them to you. `me` gives your own code. Not for bot accounts."""
    owner = get_object_or_404(User, code=code, left_at=None)
    if not may_see_statistics(request.user, owner):
        raise Problem("private", 403)
    return _show_statistics(request, owner, against_bots=against_bots and owner == request.user)


@may_be_late
def _show_statistics(request: TokenRequest, owner: User, *, against_bots: bool) -> Answer:
    return Answer({"person": owner.code, "results": describe_statistics(owner, against_bots=against_bots)})
