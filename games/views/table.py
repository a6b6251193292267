"""A started game: the table's page, moves, talk, and the news for a page that waits."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Game, Message
from games.post.presence import note_presence
from games.reads import page
from games.reads.lists import find_next, list_talk
from games.reads.page import View
from games.reads.table import Table, load_seats, load_table
from games.rules.errors import RulesError
from games.rules.play import require_decision
from games.services import play
from games.services.errors import Refusal
from games.services.marks import keep_marks
from games.services.talk import say
from games.views.access import find_own_seat, forms_only, get_game
from games.views.lobby import show_open_table
from games.views.refusals import word_refusal

HIDDEN_TAB = "X-Hidden-Tab"
"""The header by which a page says that it asks for news while nobody looks at it."""


@dataclass(frozen=True)
class TalkLine:
    """Something said at the table, as it is shown."""

    name: str
    text: str
    sent_at: datetime
    is_me: bool


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table to whoever may see it: the invitation, the lobby, or the game to those who play it."""
    game = get_game(code)
    if game.status == Game.Status.OPEN:
        return show_open_table(request, game)
    if game.status == Game.Status.CANCELLED:
        return render(request, "games/cancelled.html")
    return show_table(request, game)


def show_table(request: HttpRequest, game: Game, status: int = 200, **extra: Any) -> HttpResponse:
    """Show a started game to its players, and to nobody else."""
    if not is_signed_in(request):
        return show_private(request)
    seats = load_seats(game)
    own = find_own_seat(seats, request.user)
    if own is None:
        return show_private(request)
    note_presence(game.pk, own.user_id or 0)
    loaded = load_table(game, seats)
    context = make_context(request, loaded, own.index)
    next_game = find_next(request.user, besides=game)
    return render(request, "games/table.html", {**context, "next_game": next_game, **extra}, status=status)


def make_context(request: HttpRequest, loaded: Table, seat: int) -> dict[str, Any]:
    """Return what the templates of a table are given: one player's view, and talk."""
    view = page.view_table(loaded, seat)
    return {"view": view, "talk": load_talk(loaded.game, view)}


def load_talk(game: Game, view: View) -> list[TalkLine]:
    """Return what was said at a game, as the viewer is shown it."""
    return [show_line(view, message) for message in list_talk(game)]


def show_line(view: View, message: Message) -> TalkLine:
    """Return one thing said, with the name of who said it."""
    return TalkLine(
        name=view.places[message.seat].name,
        text=message.text,
        sent_at=message.sent_at,
        is_me=message.seat == view.me.index,
    )


@forms_only
@signed_in
def move(request: SignedInRequest, code: str) -> HttpResponse:
    """Answer what I am asked. On refusal: a kind sentence, the game as it stands, and what I had chosen."""
    try:
        with play.lock_table(code) as locked:
            seat = find_own_seat(locked.seats, request.user)
            if seat is None:
                return show_private(request)
            name = request.POST.get("decision", "")
            asked = require_decision(locked.title, locked.states[-1], seat.index, name)
            moves = locked.title.read_choice(seat.index, asked.kind, dict(request.POST.lists()))
            after = play.submit(table=locked, seat=seat.index, decision=name, moves=moves)
    except (RulesError, Refusal) as error:
        return refuse_move(request, get_game(code), error)
    if request.htmx:
        return render_fragments(request, after, seat.index)
    return redirect("games:table", code)


def refuse_move(request: SignedInRequest, game: Game, error: RulesError | Refusal) -> HttpResponse:
    """Show the game as it stands, with the reason and what was chosen.

    Templates get the last value of each field as `fields`, and all values of those that have several as `picked`.
    """
    extra: dict[str, Any] = {
        "error": word_refusal(error, game.played_by),
        "fields": request.POST.dict(),
        "picked": dict(request.POST.lists()),
    }
    if not game.was_dealt:
        return redirect("games:table", game.code)
    if not request.htmx:
        return show_table(request, game, status=409, **extra)
    loaded = load_table(game)
    seat = find_own_seat(loaded.seats, request.user)
    return render_fragments(request, loaded, seat.index, **extra) if seat else show_private(request)


def show_private(request: HttpRequest) -> HttpResponse:
    """Say that a game can be seen by its players alone."""
    return render(request, "games/private.html", status=403)


def render_fragments(
    request: HttpRequest,
    loaded: Table,
    seat: int,
    *,
    with_choice: bool = True,
    **extra: Any,
) -> HttpResponse:
    """Return the parts of the page that may have changed, each to be swapped for the one on the page.

    All of them, as the page asks from then on only for what is newer.
    """
    context = {"oob": True, **make_context(request, loaded, seat), **extra}
    names = ["live", "board", *(["choice"] if with_choice else []), "talk", "leaving", "latest_end"]
    return HttpResponse("".join(render_to_string(f"games/_{name}.html", context, request) for name in names))


@signed_in
@require_safe
def news(request: SignedInRequest, code: str) -> HttpResponse:
    """Tell a waiting page what is new since version `v`. The form for question `c` is left alone if it still stands."""
    user = request.user
    seated = Game.objects.filter(code=code, seats__user=user, seats__invited=False)
    game, version, status = seated.values_list("pk", "version", "status").first() or (0, None, "")
    if game and HIDDEN_TAB not in request.headers:
        note_presence(game, user.pk)
    if version is None or status == Game.Status.CANCELLED:
        return HttpResponseClientRefresh()
    if request.GET.get("v") == str(version):
        return HttpResponse(status=204)
    if status == Game.Status.OPEN or "c" not in request.GET:
        return HttpResponseClientRefresh()
    loaded = load_table(get_game(code))
    seat = find_own_seat(loaded.seats, user)
    if seat is None:
        return HttpResponseClientRefresh()
    view_key = page.view_table(loaded, seat.index).choice_key
    return render_fragments(request, loaded, seat.index, with_choice=request.GET["c"] != view_key)


@forms_only
@signed_in
def mark(request: SignedInRequest, code: str) -> HttpResponse:
    """Keep what I have marked on my own page of the table; marking moves nothing, so it has its own small answer."""
    game = get_game(code)
    seat = find_own_seat(load_seats(game), request.user)
    if game.was_dealt and seat is None:
        return show_private(request)
    if game.was_dealt and seat:
        keep_marks(seat=seat, marks=request.POST.getlist("mark"))
    return HttpResponse(status=204) if request.htmx else redirect("games:table", code)


@forms_only
@signed_in
def talk(request: SignedInRequest, code: str) -> HttpResponse:
    """Say something at the table; what cannot be said stays in the box."""
    game = get_game(code)
    if not game.was_dealt:
        return redirect("games:table", code)
    seat = find_own_seat(load_seats(game), request.user)
    if seat is None:
        return show_private(request)
    try:
        say(game=game, seat=seat.index, text=request.POST.get("text", ""))
    except Refusal as refusal:
        return refuse_talk(request, game, seat.index, word_refusal(refusal, game.played_by))
    return show_talk(request, game, seat.index) if request.htmx else redirect("games:table", code)


def refuse_talk(request: SignedInRequest, game: Game, seat: int, error: str) -> HttpResponse:
    """Say why something could not be said, and leave it in the box."""
    if request.htmx:
        return show_talk(request, game, seat, talk_error=error)
    return show_table(request, game, status=422, talk_error=error, talk_text=request.POST.get("text", ""))


def show_talk(request: HttpRequest, game: Game, seat: int, **extra: Any) -> HttpResponse:
    """Return what was said, to be swapped for what is on the page. The page still asks for all other news."""
    view = page.view_table(load_table(game), seat)
    return render(request, "games/_talk.html", {"oob": True, "talk": load_talk(game, view), **extra})
