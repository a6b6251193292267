"""A started game: the table's page, moves, talk, and the news for a page that waits."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh, trigger_client_event

from accounts.decorators import signed_in
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Game, Player
from games.post.presence import note_presence
from games.reads import page
from games.reads.lists import find_next
from games.reads.table import Table, load_players, load_table
from games.reads.talk import count_unread, load_talk
from games.rules.errors import RulesError
from games.rules.play import require_decision
from games.services import play
from games.services.errors import Refusal
from games.services.marks import keep_marks
from games.services.talk import find_silence, note_read, say
from games.views.access import find_own_player, forms_only, get_game
from games.views.compression import keep_plain
from games.views.lobby import show_open_table
from games.views.refusals import word_refusal
from games.views.tips import choose_tip

HIDDEN_TAB = "X-Hidden-Tab"
"""The header by which a page says that it asks for news while nobody looks at it."""


@dataclass(frozen=True)
class Tab:
    """What one may open beside a table: `name` stands in addresses, `label`, in the reader's language, on the tab."""

    name: str
    label: str
    template: str


TALK = "talk"
TABS = (
    Tab("log", gettext_noop("Log"), "games/_log.html"),
    Tab(TALK, gettext_noop("Talk"), "games/_talk_panel.html"),
    Tab("past", gettext_noop("Past"), "games/_past.html"),
    Tab("about", gettext_noop("Table"), "games/_about.html"),
)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table to whoever may see it: the invitation, the lobby, or the game to those who play it."""
    game = get_game(code)
    if game.status == Game.Status.OPEN:
        return show_open_table(request, game)
    if game.status == Game.Status.CANCELLED:
        return render(request, "games/cancelled.html")
    return show_table(request, game)


def show_table(
    request: HttpRequest, game: Game, status: int = 200, tab_name: str | None = None, **extra: Any
) -> HttpResponse:
    """Show a started game to its players, and to nobody else."""
    if not is_signed_in(request):
        return show_private(request)
    players = load_players(game)
    own = find_own_player(players, request.user)
    if own is None:
        return show_private(request)
    note_presence(game.pk, own.user_id or 0)
    loaded = load_table(game, players)
    view = page.view_table(loaded, own.seat)
    tab = find_tab(tab_name or request.GET.get("tab"))
    context = {
        "view": view,
        "code": game.code,
        "tip": choose_tip(request, game, view),
        **fill_tab(loaded, own, tab),
        "next_game": find_next(request.user, besides=game),
    }
    response = render(request, "games/table.html", {**context, **extra}, status=status)
    return keep_plain(response) if tab.name == TALK or view.title.TEXTS.has_words else response


@signed_in
@require_safe
def panel(request: SignedInRequest, code: str, name: str) -> HttpResponse:
    """Show one tab beside the table: alone where HTMX asks, else on the page of the table."""
    if not request.htmx:
        return redirect(f"{reverse('games:table', args=[code])}?tab={find_tab(name).name}")
    game = get_game(code)
    players = load_players(game)
    own = find_own_player(players, request.user)
    if own is None or game.status == Game.Status.CANCELLED:
        return HttpResponseClientRefresh()
    if not game.was_dealt:
        return show_talk(request, game, own, oob=False)
    loaded = load_table(game, players)
    filled = fill_tab(loaded, own, find_tab(name), is_looked_at=HIDDEN_TAB not in request.headers)
    response = render(request, "games/_panel.html", {"view": page.view_table(loaded, own.seat), "code": code, **filled})
    return keep_plain(response) if loaded.title.TEXTS.has_words else response


def find_tab(name: str | None) -> Tab:
    """Return the tab of that name, or else the first."""
    return next((tab for tab in TABS if tab.name == name), TABS[0])


def fill_tab(loaded: Table, own: Player, tab: Tab, *, is_looked_at: bool = True) -> dict[str, Any]:
    """Return what the tabs' templates are given, for the player `own`.

    Talk is looked up where it is shown, and nowhere else; who looks at it has read it.
    """
    talk = load_talk(loaded.game, loaded.players, own, loaded) if tab.name == TALK else None
    if talk is not None and is_looked_at:
        note_read(own)
    return {
        "title": loaded.title,
        "tabs": TABS,
        "tab": tab,
        "talk": talk,
        "unread": count_unread(own),
        "silence": find_silence(loaded.game),
    }


@forms_only
@signed_in
def move(request: SignedInRequest, code: str) -> HttpResponse:
    """Answer what I am asked. On refusal: a kind sentence, the game as it stands, and what I had chosen."""
    try:
        with play.lock_table(code) as locked:
            player = find_own_player(locked.players, request.user)
            if player is None:
                return show_private(request)
            name = request.POST.get("decision", "")
            asked = require_decision(locked.title, locked.states[-1], player.seat, name)
            moves = locked.title.read_choice(player.seat, asked.kind, dict(request.POST.lists()))
            after = play.submit(table=locked, seat=player.seat, decision=name, moves=moves)
    except (RulesError, Refusal) as error:
        return refuse_move(request, get_game(code), error)
    if request.htmx:
        return render_fragments(request, after, player.seat)
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
    player = find_own_player(loaded.players, request.user)
    return render_fragments(request, loaded, player.seat, **extra) if player else show_private(request)


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

    All but the open tab, which hears of the news and asks for itself: what others wrote never comes with my hand.
    """
    unread = count_unread(loaded.players[seat])
    view = page.view_table(loaded, seat)
    tip = choose_tip(request, loaded.game, view) if with_choice else None
    context = {"oob": True, "view": view, "tip": tip, "unread": unread, **extra}
    names = ["live", "dossier", "board", *(["mine"] if with_choice else []), "unread"]
    response = HttpResponse("".join(render_to_string(f"games/_{name}.html", context, request) for name in names))
    if loaded.title.TEXTS.has_words:
        keep_plain(response)
    return trigger_client_event(response, "news")


@signed_in
@require_safe
def news(request: SignedInRequest, code: str) -> HttpResponse:
    """Tell a waiting page what is new since version `v`. The form for question `c` is left alone if it still stands."""
    user = request.user
    seated = Game.objects.filter(code=code, players__user=user, players__invited=False)
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
    player = find_own_player(loaded.players, user)
    if player is None:
        return HttpResponseClientRefresh()
    key = page.view_table(loaded, player.seat).choice_key
    return render_fragments(request, loaded, player.seat, with_choice=not key or request.GET["c"] != key)


@forms_only
@signed_in
def mark(request: SignedInRequest, code: str) -> HttpResponse:
    """Keep what I have marked on my own page of the table; marking moves nothing, so it has its own small answer."""
    game = get_game(code)
    player = find_own_player(load_players(game), request.user)
    if game.was_dealt and player is None:
        return show_private(request)
    if game.was_dealt and player:
        keep_marks(player=player, marks=request.POST.getlist("mark"))
    return HttpResponse(status=204) if request.htmx else redirect("games:table", code)


@forms_only
@signed_in
def talk(request: SignedInRequest, code: str) -> HttpResponse:
    """Say something at the table; what cannot be said stays in the box."""
    game = get_game(code)
    own = find_own_player(load_players(game), request.user)
    if game.status == Game.Status.CANCELLED:
        return redirect("games:table", code)
    if own is None:
        return show_private(request) if game.was_dealt else redirect("games:table", code)
    try:
        say(game=game, seat=own.seat, text=request.POST.get("text", ""))
    except Refusal as refusal:
        return refuse_talk(request, game, own, word_refusal(refusal, game.played_by))
    return (
        show_talk(request, game, own) if request.htmx else redirect(f"{reverse('games:table', args=[code])}?tab={TALK}")
    )


def refuse_talk(request: SignedInRequest, game: Game, own: Player, error: str) -> HttpResponse:
    """Say why something could not be said, and leave it in the box."""
    if request.htmx:
        return show_talk(request, game, own, talk_error=error)
    said = {"talk_error": error, "talk_text": request.POST.get("text", "")}
    if game.was_dealt:
        return show_table(request, game, status=422, tab_name=TALK, **said)
    return show_open_table(request, game, status=422, **said)


def show_talk(request: HttpRequest, game: Game, own: Player, **extra: Any) -> HttpResponse:
    """Return what was said, to be swapped for what is on the page. The page still asks for all other news."""
    players = load_players(game)
    talk = load_talk(game, players, own, load_table(game, players) if game.was_dealt else None)
    if HIDDEN_TAB not in request.headers:
        note_read(own)
    shown = {"title": game.played_by, "talk": talk, "is_lobby": not game.was_dealt}
    context = {"oob": True, "code": game.code, **shown, **extra}
    return render(request, "games/_talk.html", context)
