"""My games, the next one that waits for me, and opening a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import lead_to, signed_in
from accounts.faces import Face
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from accounts.sign_in.session_store import digest_key
from games.cases.views.desk import find_case_of_today
from games.circles.selectors import find_circle, list_invitations, list_open_to
from games.clock.presets import PRESETS
from games.models import Circle, Game, Outage, Player
from games.models.outage import read_site_clock
from games.notifications.selectors import count_waiting, is_openly_asked
from games.rules.engine.protocol import AnyTitle
from games.state.company import list_company
from games.state.names import show_faces
from games.state.refusals import Refusal
from games.state.table import is_alone
from games.state.vacations import find_back
from games.state.view import TableFacts, name_of, show_facts
from games.tables.forms.opening import OpenTableForm, read_choices
from games.tables.rounds import Round, find_round
from games.tables.selectors.my_tables import find_next, list_games, list_going
from games.tables.services import lobby
from games.tables.views.refusals import word_refusal
from games.tables.views.titles import CAST, describe_titles, find_title
from games.wording.sentences import word_away, word_missing
from insidejob.cache_stamps import name_games, name_person, name_session
from insidejob.compression import keep_plain
from insidejob.streams.passes import lead_to_stream

GAMES_A_PAGE = 25
CIRCLE = "circle"
"""The field with the circle to open a table for."""


@dataclass(frozen=True)
class GameRow:
    """A row of the list.

    `awaited` names the others who are known to be asked, `time_left` is in per cent, and `reason` is a code of the
    title. `title` is None if this code does not know the rules, and then no one is awaited.
    """

    game: TableFacts
    title: AnyTitle | None
    names: tuple[str, ...]
    faces: tuple[Face, ...]
    awaited: tuple[str, ...]
    away: tuple[str, ...]
    time_left: int | None
    unread: int
    # Only bots play with the user.
    is_alone: bool
    owes: bool
    invited: bool
    stand_in: bool
    role: str
    won: bool | None
    has_left: bool
    reason: str
    # Who is missing, in words.
    missing: str = ""

    @property
    def asks_in_secret(self) -> bool:
        """Whether some questions are secret, so that the row leaves room for them."""
        return self.game.is_running and (not self.title or bool(self.title.SECRET_QUESTIONS))

    @property
    def is_agreed(self) -> bool:
        return self.game.status == Game.Status.AGREED


def _make_row(player: Player, now: datetime, outages: Iterable[Outage]) -> GameRow:
    game, seated = player.game, list(player.game.players.all())
    game.site_clock, game.outages = read_site_clock(player), outages
    others = [other for other in seated if other.pk != player.pk and name_of(other)]
    faces, title = show_faces(seated), game.known_title
    # A paused table waits for no one.
    goes_on = game.is_running and game.paused_at is None
    owes = bool(title and player.owes and goes_on)
    asked = [player] if owes else [other for other in others if is_openly_asked(title, other)]
    return GameRow(
        game=show_facts(game),
        title=title,
        names=list_company(others),
        faces=tuple(faces[other.seat] for other in others),
        awaited=tuple(name_of(other) for other in asked if other.pk != player.pk) if goes_on else (),
        away=tuple(word_away(name_of(other), back) for other in others if (back := find_back(game, other))),
        time_left=None if is_alone(seated) else _share_left(game, asked, now),
        is_alone=is_alone(seated),
        unread=0 if player.invited else getattr(player, "unread", 0),
        owes=owes,
        invited=player.invited,
        stand_in=player.stand_in and game.is_running,
        role=player.role,
        won=player.won,
        has_left=player.has_left,
        reason=game.result["reason"] if game.result else "",
        missing=_tell_missing(game, seated) if game.status == Game.Status.OPEN and not player.invited else "",
    )


def _tell_missing(game: Game, players: Sequence[Player]) -> str:
    free = sum(player.is_free for player in players)
    return word_missing(game.name, free, [name_of(player) for player in players if player.invited])


def _share_left(game: Game, asked: Sequence[Player], now: datetime) -> int | None:
    """Return how much of the time is left, in per cent, or None if no one is known to be asked."""
    since = [player.asked_at for player in asked if player.asked_at]
    if game.until is None or game.paused_at or not since or game.until <= min(since):
        return None
    return max(0, min(100, round(100 * (game.until - now) / (game.until - min(since)))))


@signed_in
@require_safe
def my_games(request: SignedInRequest) -> HttpResponse:
    user = request.user
    page = Paginator(list_games(user), GAMES_A_PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    outages = SimpleLazyObject(lambda: list(Outage.objects.order_by("pk")))
    rows = [_make_row(player, now, outages) for player in page]
    running = [row for row in rows if row.game.status == Game.Status.RUNNING]
    waiting = [row for row in running if row.owes]
    awaited = [row for row in waiting if not row.is_alone]
    # The length of the list would show whether the user is asked in secret. Blanks hide that, if the page is not
    # compressed.
    asks_in_secret = page.number > 1 or any(row.asks_in_secret for row in running)
    context = {
        "asks_in_secret": asks_in_secret,
        "waiting": waiting,
        # Later pages, and a first page of waiting tables alone, do not know how many wait in all.
        "awaited": len(awaited) if page.number == 1 and len(waiting) < GAMES_A_PAGE else 0,
        "next_due": min((row.game.due_at for row in awaited if row.game.due_at), default=None),
        "running": [row for row in running if not row.owes],
        "open": [row for row in rows if row.game.status == Game.Status.OPEN],
        "missing": [row.missing for row in rows if row.missing],
        "finished": [row for row in rows if row.game.status in Game.ENDED],
        "for_circles": list_open_to(user) if page.number == 1 else [],
        "invitations": list_invitations(user) if page.number == 1 else [],
        "round": None if waiting else _read_round(user),
        # The first page already shows these tables.
        "has_next": page.number > 1 and find_next(user) is not None,
        "case": find_case_of_today(request),
        "page": page.number,
        "pages": page.paginator.num_pages,
        "newer": page.previous_page_number() if page.has_previous() else None,
        "older": page.next_page_number() if page.has_next() else None,
    }
    response = render(request, "games/home/my_games.html", context)
    return keep_plain(response) if asks_in_secret else response


@require_safe
def listen(request: HttpRequest) -> HttpResponse:
    """Redirect to a stream of all tables of the user. Others get 403 without a page, since only scripts ask."""
    if not is_signed_in(request) or not request.session.session_key:
        return HttpResponse(status=403)
    games = name_games(request.user.pk)
    ends = [games, name_session(digest_key(request.session.session_key)), name_person(request.user.pk)]
    return lead_to_stream([games], ends, list_going(request.user))


def _read_round(user: User) -> Round | None:
    """Return how many of today's tables the user has answered, or None until they have answered one."""
    taken = find_round(user)
    return taken if taken and taken.answers else None


@signed_in
@require_safe
def next_game(request: SignedInRequest) -> HttpResponse:
    code = find_next(request.user)
    return redirect("games:table", code) if code else redirect("games:my_games")


@never_cache
@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """Tell the installed app how many tables wait. Secret questions count, so the length must not depend on it."""
    waiting = count_waiting(request.user) if is_signed_in(request) else 0
    return HttpResponse(f"{waiting:6}", content_type="text/plain")


@signed_in
@require_safe
def choose_title(request: SignedInRequest) -> HttpResponse:
    if request.user.is_guest:
        return lead_to("account_signup", request.path)
    circle = _read_circle(request)
    context = {"titles": describe_titles(), "cast": CAST, "circle": circle and circle.code}
    return render(request, "games/home/choose_title.html", context)


def _read_circle(request: SignedInRequest) -> Circle | None:
    """Return the circle that the request names, if the user is a member."""
    code = request.POST.get(CIRCLE) or request.GET.get(CIRCLE, "")
    return find_circle(code, request.user) if code else None


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: SignedInRequest, name: str) -> HttpResponse:
    user, title = request.user, find_title(name)
    if user.is_guest:
        return lead_to("account_signup", request.path)
    circle = _read_circle(request)
    chosen = read_choices(request.POST) if request.method == "POST" else None
    initial = {"is_public": "on"} if "is_public" in request.GET else {}
    form = OpenTableForm(title, chosen, has_circle=circle is not None, initial=initial)
    game = _open_from(form, user, circle) if form.is_valid() else None
    if game is None:
        context = {
            "form": form,
            "title": title,
            "presets": PRESETS.values(),
            "circle": circle and circle.code,
        }
        return render(request, "games/tables/open_table.html", context, status=422 if form.is_bound else 200)
    return redirect("games:table", game.code)


def _open_from(form: OpenTableForm, host: User, circle: Circle | None) -> Game | None:
    """Open a table as the form says. Return None if it was refused, with the error on the form."""
    try:
        return lobby.open_game(
            host=host,
            title=form.title.NAME,
            seat_count=form.cleaned_data["seats"],
            options=form.options,
            terms=form.terms,
            circle=circle,
        )
    except Refusal as refusal:
        form.add_error(None, word_refusal(refusal, form.title))
        return None
