"""My games, the next one that waits for me, and opening a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import lead_to, signed_in
from accounts.faces import Face
from accounts.models import User
from accounts.requests import SignedInRequest
from games.forms import OpenTableForm
from games.models import Game, Player
from games.presets import PRESETS, Preset
from games.reads.faces import show_faces
from games.reads.history import ENDED
from games.reads.lists import find_next, list_games
from games.reads.page import TableFacts, name_of, show_facts
from games.rules.protocol import AnyTitle
from games.services import lobby
from games.services.errors import Refusal
from games.views.refusals import word_refusal
from games.views.titles import CAST, describe_titles, find_title
from games.wording import word_duration

GAMES_A_PAGE = 25


@dataclass(frozen=True)
class GameRow:
    """One line of *My games*: who else plays, whether the game waits for me or keeps me a place, and how it ended.

    `awaited` are the names of others who are known to be asked; `time_left` is the share of the time that is left, in
    percent. Role, whether I won, and the reason as a code of the title, are there once the game is over.
    """

    game: TableFacts
    title: AnyTitle
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    awaited: tuple[str, ...]
    time_left: int | None
    unread: int
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


def make_row(player: Player, now: datetime) -> GameRow:
    """Return the line for one of my games."""
    game, seated = player.game, list(player.game.players.all())
    others = [other for other in seated if other.pk != player.pk and name_of(other)]
    faces = show_faces(seated)
    asked = [player] if player.owes else [other for other in others if is_openly_asked(game.played_by, other)]
    return GameRow(
        game=show_facts(game),
        title=game.played_by,
        names=tuple(map(name_of, others)),
        faces=tuple(faces[other.seat] for other in others),
        awaited=tuple(name_of(other) for other in asked if other.pk != player.pk) if game.is_running else (),
        time_left=share_left(game, asked, now),
        unread=0 if player.invited else getattr(player, "unread", 0),
        owes=bool(player.owes),
        invited=player.invited,
        stand_in=player.stand_in and game.is_running,
        role=player.role,
        won=player.won,
        reason=game.result["reason"] if game.result else "",
    )


def is_openly_asked(title: AnyTitle, player: Player) -> bool:
    """Tell whether everybody at the table may know that a player is being asked something."""
    return bool(player.owes) and player.owes.rpartition("-")[0] not in title.SECRET_QUESTIONS


def share_left(game: Game, asked: Sequence[Player], now: datetime) -> int | None:
    """Return the share of the time that those who are asked have left, in percent; None where no one is known to be."""
    since = [player.asked_at for player in asked if player.asked_at]
    if game.due_at is None or not since or game.due_at <= min(since):
        return None
    return max(0, min(100, round(100 * (game.due_at - now) / (game.due_at - min(since)))))


@signed_in
@require_safe
def my_games(request: SignedInRequest) -> HttpResponse:
    """List my games in pages, those that wait for me first."""
    user = request.user
    page = Paginator(list_games(user), GAMES_A_PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    rows = [make_row(player, now) for player in page]
    running = [row for row in rows if row.game.status == Game.Status.RUNNING]
    waiting = [row for row in running if row.owes]
    context = {
        "waiting": waiting,
        "next_due": min((row.game.due_at for row in waiting if row.game.due_at), default=None),
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
    """Lead to the game that waits for me with the next deadline, else to my games."""
    code = find_next(request.user)
    return redirect("games:table", code) if code else redirect("games:my_games")


@signed_in
@require_safe
def choose_title(request: SignedInRequest) -> HttpResponse:
    """Ask which title to open a table for; a guest is asked to sign up first."""
    if request.user.is_guest:
        return lead_to("account_signup", request.path)
    return render(request, "games/choose_title.html", {"titles": describe_titles(), "cast": CAST})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: SignedInRequest, name: str) -> HttpResponse:
    """Open a table of my own at the title called `name`; a guest is asked to sign up first."""
    user, title = request.user, find_title(name)
    if user.is_guest:
        return lead_to("account_signup", request.path)
    form = OpenTableForm(title, read_choices(request.POST) if request.method == "POST" else None)
    game = open_from(form, user) if form.is_valid() else None
    if game is None:
        context = {"form": form, "title": title, "presets": describe_presets(title)}
        return render(request, "games/open_table.html", context, status=422 if form.is_bound else 200)
    return redirect("games:table", game.code)


def read_choices(fields: QueryDict) -> QueryDict:
    """Return what was chosen for a table, with the times of the preset that was pressed, if one was."""
    preset = PRESETS.get(fields.get("preset", ""))
    if preset is None:
        return fields
    chosen = fields.copy()
    chosen["pace"], chosen["vote_time"] = str(preset.pace), str(preset.vote_time)
    return chosen


def describe_presets(title: AnyTitle) -> list[tuple[Preset, str]]:
    """Return each preset with the times it stands for, in the reader's language."""
    return [(preset, word_times(title, preset)) for preset in PRESETS.values()]


def word_times(title: AnyTitle, preset: Preset) -> str:
    """Return how much time a preset gives: `4 hours per turn, 12 hours to vote`."""
    times = {"turn": word_duration(preset.pace), "vote": word_duration(preset.vote_time)}
    return (gettext("%(turn)s per turn, %(vote)s to vote") if title.HAS_VOTE else gettext("%(turn)s per turn")) % times


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
            talk=form.cleaned_data["talk"] or Game.Talk.OPEN,
        )
    except Refusal as refusal:
        form.add_error(None, word_refusal(refusal, form.title))
        return None
