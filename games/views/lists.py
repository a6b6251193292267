"""My games, the next one that waits for me, and opening a table."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import lead_to
from accounts.models import User
from games import selectors
from games.forms import OpenTableForm
from games.models import Game, Seat
from games.rules.protocol import Title
from games.rules.registry import get_title
from games.selectors import TableFacts
from games.services import lobby
from games.views.titles import describe_titles, find_title


@dataclass(frozen=True)
class GameRow:
    """One line of *My games*: who else plays, whether the game waits for me or keeps me a place, and how it ended.

    Role, whether I won, and the reason as a code of the title, are there once the game is over.
    """

    game: TableFacts
    title: Title
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
    names = tuple(name for name in map(selectors.name_of, others) if name)
    return GameRow(
        game=selectors.show_facts(seat.game),
        title=get_title(seat.game.title),
        names=names,
        owes=bool(seat.owes),
        invited=seat.invited,
        stand_in=seat.stand_in and seat.game.is_running,
        role=seat.role,
        won=seat.won,
        reason=seat.game.result["reason"] if seat.game.result else "",
    )


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """List my games, those that wait for me first."""
    user = cast(User, request.user)
    rows = [make_row(seat) for seat in selectors.list_games(user)]
    running = [row for row in rows if row.game.status == Game.Status.RUNNING]
    waiting = [row for row in running if row.owes]
    context = {
        "waiting": waiting,
        "running": [row for row in running if not row.owes],
        "open": [row for row in rows if row.game.status == Game.Status.OPEN],
        "finished": [make_row(seat) for seat in selectors.list_finished(user)],
        "has_next": bool(waiting),
    }
    return render(request, "games/my_games.html", context)


@login_required
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Lead to the game that has waited longest for me, else to my games."""
    code = selectors.find_next(cast(User, request.user))
    return redirect("games:table", code) if code else redirect("games:my_games")


@login_required
@require_safe
def choose_title(request: HttpRequest) -> HttpResponse:
    """Ask which title to open a table for; a guest is asked to sign up first."""
    if cast(User, request.user).is_guest:
        return lead_to("account_signup", request.path)
    return render(request, "games/choose_title.html", {"titles": describe_titles()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, name: str) -> HttpResponse:
    """Open a table of my own at the title called `name`; a guest is asked to sign up first."""
    user, title = cast(User, request.user), find_title(name)
    if user.is_guest:
        return lead_to("account_signup", request.path)
    form = OpenTableForm(title, request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        context = {"form": form, "title": title}
        return render(request, "games/open_table.html", context, status=422 if form.is_bound else 200)
    game = lobby.open_game(
        host=user,
        title=title.NAME,
        seat_count=form.cleaned_data["seats"],
        options=form.options,
        pace=form.cleaned_data["pace"],
        vote_time=form.cleaned_data["vote_time"],
    )
    return redirect("games:table", game.code)
