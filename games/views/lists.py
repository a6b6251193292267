"""My games, the next one that waits for me, and opening a table."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import lead_to, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest
from games.forms import OpenTableForm
from games.models import Game, Seat
from games.reads.history import ENDED
from games.reads.lists import find_next, list_games
from games.reads.page import TableFacts, name_of, show_facts
from games.rules.protocol import AnyTitle
from games.services import lobby
from games.services.errors import Refusal
from games.views.refusals import word_refusal
from games.views.titles import describe_titles, find_title

GAMES_A_PAGE = 25


@dataclass(frozen=True)
class GameRow:
    """One line of *My games*: who else plays, whether the game waits for me or keeps me a place, and how it ended.

    Role, whether I won, and the reason as a code of the title, are there once the game is over.
    """

    game: TableFacts
    title: AnyTitle
    names: tuple[str, ...]
    owes: bool
    invited: bool
    stand_in: bool
    role: str
    won: bool | None
    reason: str

    @property
    def is_agreed(self) -> bool:
        """Whether its people agreed to end the game."""
        return self.game.status == Game.Status.AGREED


def make_row(seat: Seat) -> GameRow:
    """Return the line for one of my seats."""
    others = (other for other in seat.game.seats.all() if other.pk != seat.pk)
    names = tuple(name for name in map(name_of, others) if name)
    return GameRow(
        game=show_facts(seat.game),
        title=seat.game.played_by,
        names=names,
        owes=bool(seat.owes),
        invited=seat.invited,
        stand_in=seat.stand_in and seat.game.is_running,
        role=seat.role,
        won=seat.won,
        reason=seat.game.result["reason"] if seat.game.result else "",
    )


@signed_in
@require_safe
def my_games(request: SignedInRequest) -> HttpResponse:
    """List my games in pages, those that wait for me first."""
    user = request.user
    page = Paginator(list_games(user), GAMES_A_PAGE).get_page(request.GET.get("page"))
    rows = [make_row(seat) for seat in page]
    running = [row for row in rows if row.game.status == Game.Status.RUNNING]
    waiting = [row for row in running if row.owes]
    context = {
        "waiting": waiting,
        "running": [row for row in running if not row.owes],
        "open": [row for row in rows if row.game.status == Game.Status.OPEN],
        "finished": [row for row in rows if row.game.status in ENDED],
        "has_next": bool(waiting) or (page.number > 1 and find_next(user) is not None),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }
    return render(request, "games/my_games.html", context)


@signed_in
@require_safe
def next_game(request: SignedInRequest) -> HttpResponse:
    """Lead to the game that has waited longest for me, else to my games."""
    code = find_next(request.user)
    return redirect("games:table", code) if code else redirect("games:my_games")


@signed_in
@require_safe
def choose_title(request: SignedInRequest) -> HttpResponse:
    """Ask which title to open a table for; a guest is asked to sign up first."""
    if request.user.is_guest:
        return lead_to("account_signup", request.path)
    return render(request, "games/choose_title.html", {"titles": describe_titles()})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: SignedInRequest, name: str) -> HttpResponse:
    """Open a table of my own at the title called `name`; a guest is asked to sign up first."""
    user, title = request.user, find_title(name)
    if user.is_guest:
        return lead_to("account_signup", request.path)
    form = OpenTableForm(title, request.POST if request.method == "POST" else None)
    game = open_from(form, user) if form.is_valid() else None
    if game is None:
        context = {"form": form, "title": title}
        return render(request, "games/open_table.html", context, status=422 if form.is_bound else 200)
    return redirect("games:table", game.code)


def open_from(form: OpenTableForm, host: User) -> Game | None:
    """Open the table that a valid form asks for; if `host` may have no more, say so on the form and return None."""
    try:
        return lobby.open_game(
            host=host,
            title=form.title.NAME,
            seat_count=form.cleaned_data["seats"],
            options=form.options,
            pace=form.cleaned_data["pace"],
            vote_time=form.cleaned_data["vote_time"],
        )
    except Refusal as refusal:
        form.add_error(None, word_refusal(refusal, form.title))
        return None
