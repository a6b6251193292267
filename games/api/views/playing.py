from accounts.models import Scope
from games.api.answers import Answer
from games.api.endpoints import delete, get, post, put
from games.api.inputs import AnswerIn, PremoveIn, SayIn
from games.api.problems import Problem
from games.api.requests import TokenRequest
from games.api.schemas import GameOut, PremoveOut, TalkOut
from games.api.seats import get_own_seat
from games.api.selectors.tables import describe_game, describe_premove, write_time
from games.api.services import play
from games.api.services.idempotency import REPLAYED, make_once
from games.models import Game, Player
from games.rules.engine.premoves import QUESTION
from games.state.table import Table, load_table
from games.state.view import view_table
from games.tables.selectors.talk import Talk, Talking
from games.tables.services.talk import say as say_at_table

SHOWN = 30


def _show(table: Table, own: Player) -> Answer:
    body, _ = describe_game(table, own)
    return Answer(body, player=own)


@post("games/{slug:code}/moves", Scope.PLAY, "move", GameOut)
def move(request: TokenRequest, code: str, chosen: AnswerIn) -> Answer:
    """Answer the decision you are asked with one of `answers`; the game comes back as it then stands. Sending the same
    answer to the same decision again plays nothing and returns 200: a decision's name occurs once in a game. So a
    request that timed out can simply be repeated.
    """
    table, own, is_replayed = play.answer(code, request.user, chosen.decision, chosen.moves)
    shown = _show(table, own)
    if is_replayed:
        shown.headers[REPLAYED] = "true"
    return shown


def _load_running(request: TokenRequest, code: str) -> tuple[Table, Player]:
    game, players, own = get_own_seat(request, code)
    if not game.is_running:
        raise Problem("not_running", 409)
    return load_table(game, players, request.user), own


def _show_premove(table: Table, own: Player) -> Answer:
    body = describe_premove(view_table(table, own.seat))
    return Answer(body, player=own, part="premove")


@get("games/{slug:code}/premove", Scope.PLAY, "premove", PremoveOut)
def premove(request: TokenRequest, code: str) -> Answer:
    """What you may prepare while others play, and what you have prepared."""
    return _show_premove(*_load_running(request, code))


@put("games/{slug:code}/premove", Scope.PLAY, "prepare", PremoveOut)
def prepare(request: TokenRequest, code: str, wanted: PremoveIn) -> Answer:
    """Prepare an answer: a value for some of the slots."""
    fields = {**wanted.fields, **({QUESTION: wanted.question} if wanted.question else {})}
    return _show_premove(*play.prepare(code, request.user, fields))


@delete("games/{slug:code}/premove", Scope.PLAY, "clear", PremoveOut)
def clear(request: TokenRequest, code: str) -> Answer:
    """Forget what you have prepared."""
    return _show_premove(*play.clear_premove(code, request.user))


def _load_talking(request: TokenRequest, code: str) -> tuple[Game, Player, Talking]:
    game, players, own = get_own_seat(request, code)
    if game.status == Game.Status.CANCELLED:
        raise Problem("private", 403)
    table = load_table(game, players, request.user) if game.was_dealt else None
    return game, own, Talking(game, players, own, table)


@get("games/{slug:code}/talk", Scope.TALK, "talk", TalkOut)
def talk(request: TokenRequest, code: str, before: int | None = None) -> Answer:
    """The last 30 lines, or those before line `before`, counted from 0. Nothing is marked as read."""
    _, _, talking = _load_talking(request, code)
    is_earlier = before is not None and 0 <= before < 10**9
    found = talking.load_before(before or 0) if is_earlier else talking.load_last(SHOWN)
    return Answer(_describe(found), is_plain=True)


@post("games/{slug:code}/talk", Scope.TALK, "say", {201: TalkOut})
def say(request: TokenRequest, code: str, said: SayIn) -> Answer:
    """Say something, with the limits of the page. A repeated `Idempotency-Key` says it once."""
    game, own, talking = _load_talking(request, code)
    make_once(request, lambda: say_at_table(game=game, seat=own.seat, text=said.text, author=request.user).game.code)
    return Answer(_describe(talking.load_last(SHOWN)), status=201, is_plain=True)


def _describe(found: Talk) -> dict[str, object]:
    lines = [
        {
            "seat": line.seat,
            "name": line.name,
            "text": line.text,
            "said_at": write_time(line.sent_at),
            "is_me": line.is_me,
            "line": line.key,
        }
        for line in found.lines
    ]
    return {"first": found.first, "lines": lines}
