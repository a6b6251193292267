"""A started game: its page, moves, talk, and news for waiting pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh, trigger_client_event

from accounts.decorators import signed_in
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.fast.fragment_cache import squeeze
from games.models import Game, Player
from games.notifications.presence import ACTIVE_FOR, name_presence, note_presence
from games.rules.engine.errors import RulesError
from games.rules.engine.play import require_decision
from games.state import view as player_view
from games.state.queries import find_polled, find_version
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.tables import rounds, together
from games.tables.selectors.invitations import find_own_circle
from games.tables.selectors.notes import has_notes, load_notebook
from games.tables.selectors.series import load_series
from games.tables.selectors.sidebar import Sidebar
from games.tables.selectors.talk import Talking
from games.tables.services import moves as play
from games.tables.services.marks import keep_marks
from games.tables.services.ready import note_look
from games.tables.services.spectators import may_be_proposed
from games.tables.services.talk import find_silence, say
from games.tables.share_chart import draw_shares
from games.tables.suspicion_charts import draw_suspects
from games.tables.together import list_sitters
from games.tables.views.access import find_own_player, forms_only, get_seated, show_private
from games.tables.views.lobby import ABOUT, show_open_table
from games.tables.views.lost_seats import show_lost
from games.tables.views.polls import (
    HIDDEN_TAB,
    Pass,
    is_looking,
    keep_pass,
    load_again,
    note_activity,
    read_stamps_of,
    tell_player_nothing_new,
)
from games.tables.views.refusals import refusing_to_store, word_refusal
from games.tables.views.spectators import describe_watching
from games.tables.views.talk import fill_talk
from games.tables.views.tips import choose_tip
from games.tables.views.together import show_together
from games.tables.views.told import asks_how
from insidejob.compression import keep_plain, keep_words_apart, pad_for
from insidejob.storage_errors import mark_refused


@dataclass(frozen=True)
class Tab:
    """A tab next to the game.

    `name` is used in addresses; `label` is untranslated, and empty if the title has its own.
    """

    name: str
    label: str
    template: str


TALK, PAST, NOTES = "talk", "past", "notes"
TABS = (
    Tab("log", gettext_noop("Log"), "games/tables/_log.html"),
    Tab(TALK, gettext_noop("Chat"), "games/tables/_talk_panel.html"),
    Tab(PAST, "", "games/tables/_past.html"),
    Tab(NOTES, gettext_noop("Notes"), "games/tables/_notes.html"),
    Tab(ABOUT, gettext_noop("Table"), "games/tables/_about.html"),
)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    game, players = get_seated(code)
    if game.status == Game.Status.OPEN:
        return show_open_table(request, game, players)
    if game.status == Game.Status.CANCELLED:
        return render(request, "games/tables/cancelled.html")
    return show_table(request, game, players)


def show_table(
    request: HttpRequest,
    game: Game,
    players: Sequence[Player],
    status: int = 200,
    tab_name: str | None = None,
    **extra: Any,
) -> HttpResponse:
    if not is_signed_in(request):
        return show_private(request)
    own = find_own_player(players, request.user)
    if own is None:
        return show_lost(request, game, players)
    if is_looking(request, name_presence(game.pk, request.user.pk)):
        # Without scripts nothing else notes presence.
        note_presence(game.pk, request.user.pk, lasts=ACTIVE_FOR)
    loaded, sidebar = load_table(game, players, request.user), Sidebar(game, own)
    shown = _describe_table(request.user, loaded, own.seat)
    view = shown["view"]
    if view.decision:
        rounds.note(request.user, answers=0)
    tab = find_tab(tab_name or request.GET.get("tab"))
    # What came with the request, such as a refused form, must not meet a secret in a compressed answer.
    is_refused = bool(extra or get_messages(request))
    prepares = "prepare" in request.GET
    is_plain = tab.name in (TALK, NOTES) or is_refused or prepares or bool(shown["series"])
    context = {
        **shown,
        "code": game.code,
        "tip": choose_tip(request, sidebar, view),
        "is_first": sidebar.is_first,
        "prepares": prepares,
        **fill_tab(request, loaded, sidebar, tab),
        "next_game": sidebar.next_game,
        "tables_left": sidebar.waiting,
        "together": show_together(game, players, own),
    }
    page = render_to_string("games/tables/table.html", {**context, **extra}, request)
    # What people typed keeps its empty lines.
    response = pad_for(HttpResponse(page if is_plain else squeeze(page), status=status), own)
    return keep_plain(response) if is_plain else _keep_typed_apart(response, loaded)


def _keep_typed_apart(response: HttpResponse, loaded: Table) -> HttpResponse:
    """Keep what players may have typed since the deal, and secret questions, out of what is compressed."""
    if loaded.has_new_names or loaded.asks_in_secret:
        return keep_plain(response)
    return keep_words_apart(response) if loaded.has_new_words else response


def _describe_table(user: User, loaded: Table, seat: int) -> dict[str, Any]:
    """Return what the page of a table shows and what answers to moves and polls may change."""
    return {
        "view": player_view.view_table(loaded, seat),
        "series": load_series(loaded.game, loaded.players, user),
        "own_circle": find_own_circle(loaded.game, user),
        "asks_how": asks_how(user, loaded, seat),
        "shares": draw_shares(loaded),
    }


@signed_in
@require_safe
def panel(request: SignedInRequest, code: str, name: str) -> HttpResponse:
    if not request.htmx:
        return redirect(f"{reverse('games:table', args=[code])}?tab={find_tab(name).name}")
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if own is None or game.status == Game.Status.CANCELLED:
        return HttpResponseClientRefresh()
    if "before" in request.GET:
        return _show_earlier(request, game, players, own)
    if not game.was_dealt:
        return _show_talk(request, game, players, own, oob=False)
    if "lobby" in request.GET:
        # The game has begun meanwhile, and the lobby has no tabs.
        return load_again(request, name_presence(game.pk, request.user.pk))
    loaded = load_table(game, players, request.user)
    filled = fill_tab(request, loaded, Sidebar(game, own), find_tab(name))
    view = player_view.view_table(loaded, own.seat)
    context = {"view": view, "code": code, "is_part": "only" in request.GET, **filled}
    response = pad_for(render(request, "games/tables/_panel.html", context), own, find_tab(name).name)
    has_typed = name == NOTES or (name == TALK and loaded.has_new_words)
    return keep_plain(response) if has_typed else _keep_typed_apart(response, loaded)


def find_tab(name: str | None) -> Tab:
    return next((tab for tab in TABS if tab.name == name), TABS[0])


def fill_tab(request: HttpRequest, loaded: Table, sidebar: Sidebar, tab: Tab) -> dict[str, Any]:
    """Return the context of a tab.

    Talk and notes are loaded only in their tab, because showing talk marks it as read.
    """
    own = sidebar.own
    talking = Talking(loaded.game, loaded.players, own, loaded)
    return {
        "title": loaded.title,
        "tabs": tuple(each if each.label else replace(each, label=loaded.title.TEXTS.past) for each in TABS),
        "tab": tab,
        **(fill_talk(request, talking) if tab.name == TALK else {}),
        "unread": sidebar.unread,
        "watching": describe_watching(loaded.game),
        "silence": find_silence(loaded.game),
        **(_fill_notes(loaded, own) if tab.name == NOTES else {}),
        **(_fill_about(loaded, own) if tab.name == ABOUT else {}),
    }


def _fill_about(loaded: Table, own: Player) -> dict[str, Any]:
    game = loaded.game
    with_vacations = player_view.latest_end(loaded, with_vacations=True) if game.vacations else None
    return {
        "over_by": player_view.latest_end(loaded),
        "over_by_with_vacations": with_vacations,
        "may_propose_spectators": own.user_id == game.host_id and may_be_proposed(game),
        "leaves_something": game.is_running and (bool(own.marks) or has_notes(game, own.user_id or 0)),
    }


def _fill_notes(loaded: Table, own: Player) -> dict[str, Any]:
    notebook = load_notebook(loaded, own)
    shares = notebook.observer.shares if notebook.observer else {}
    charts = draw_suspects(notebook.suspects, notebook.starts, notebook.last, shares)
    return {"notebook": notebook, "charts": charts}


@forms_only
@signed_in
def move(request: SignedInRequest, code: str) -> HttpResponse:
    try:
        with refusing_to_store(), play.lock_table(code, request.user) as locked:
            player = find_own_player(locked.players, request.user)
            if player is None:
                return show_private(request)
            name = request.POST.get("decision", "")
            asked = require_decision(locked.title, locked.states[-1], player.seat, name)
            moves = locked.title.read_choice(player.seat, asked.kind, dict(request.POST.lists()))
            after = play.submit(table=locked, seat=player.seat, decision=name, moves=moves)
    except (RulesError, Refusal) as error:
        return refuse_move(request, code, error)
    rounds.note(request.user, answers=1)
    if request.htmx:
        scenes = {table.title.scene(table.states[-1]) for table in (locked, after)}
        return render_fragments(request, after, player.seat, behind=len(scenes) > 1)
    return redirect("games:table", code)


def refuse_move(request: SignedInRequest, code: str, error: RulesError | Refusal) -> HttpResponse:
    """Show a refusal with the game as it stands and what the player had chosen.

    Templates get the last value of each field as `fields`, and all values as `picked`. The status is 503 if the
    answer could not be stored.
    """
    game, players = get_seated(code)
    extra: dict[str, Any] = {
        "error": word_refusal(error, game.played_by),
        "fields": request.POST.dict(),
        "picked": dict(request.POST.lists()),
    }
    if not game.was_dealt:
        return redirect("games:table", code)
    player = find_own_player(players, request.user)
    if not request.htmx:
        response = show_table(request, game, players, status=409, **extra)
    elif player is None:
        return show_private(request)
    else:
        response = render_fragments(request, load_table(game, players, request.user), player.seat, **extra)
    return mark_refused(request, response, error) if error.code == "not_stored" and player else response


def render_fragments(
    request: SignedInRequest,
    loaded: Table,
    seat: int,
    *,
    known: str = "",
    behind: bool = True,
    **extra: Any,
) -> HttpResponse:
    """Render the parts of the page that may have changed.

    The form of the decision `known` is left out if it is still asked. The open tab is left out, too, and reloads
    itself: text of others must never come with a hand. With `behind`, the end of an earlier scene is added.
    """
    sidebar = Sidebar(loaded.game, loaded.players[seat])
    shown = _describe_table(request.user, loaded, seat)
    view = shown["view"]
    with_choice = not known or known != view.choice_key
    tip = choose_tip(request, sidebar, view) if with_choice else None
    context = {
        "oob": True,
        "with_choice": with_choice,
        "behind": behind,
        **shown,
        "known": request.headers.get("X-Parts", "").split(),
        "has_new_names": loaded.has_new_names,
        "tip": tip,
        "unread": sidebar.unread,
        "watching": describe_watching(loaded.game),
        **extra,
    }
    response = HttpResponse(squeeze(render_to_string("games/tables/_fragments.html", context, request)))
    pad_for(response, loaded.players[seat])
    together.keep_sitters(loaded.game.pk, sitters := list_sitters(loaded.game, loaded.players))
    response = keep_plain(response) if shown["series"] or extra else _keep_typed_apart(response, loaded)
    if not sitters and request.headers.get(together.HEADER):
        # A pause or the end: the offer to keep playing goes.
        trigger_client_event(response, together.EVENT, after="swap")
    return trigger_client_event(response, "news", after="swap")


@signed_in
@require_safe
def news(request: SignedInRequest, code: str) -> HttpResponse:
    """Answer a poll of a waiting page.

    `v` is the page's version, and `o` the last outage it knows, which moves deadlines. The form of the decision `c`
    stays if it is still asked.
    """
    user, stamps = request.user, read_stamps_of(request, code)
    row = find_polled(code, user.pk)
    if row:
        note_activity(request, row.pk, user.pk)
        if HIDDEN_TAB not in request.headers:
            note_look(row, user)
    if row is None or row.status == Game.Status.CANCELLED or row.known_title is None:
        return HttpResponseClientRefresh()
    known = Pass(row.pk, user.pk, find_version(row), row.site_clock.latest, together.find_sitters(row.pk))
    if HIDDEN_TAB not in request.headers:
        # Once a tab is shown, its first poll does what an answer from the cache cannot: note a look, and tell of talk.
        keep_pass(request, code, known, stamps)
    if known.is_newest(request.GET):
        if row.status == Game.Status.OPEN and row.players.filter(user=user, talk_read__lt=row.last_said).exists():
            # New talk does not change the lobby's version, because then the whole page would reload.
            return trigger_client_event(HttpResponse(status=204), "news")
        return tell_player_nothing_new(request, known, code)
    if row.status == Game.Status.OPEN or "c" not in request.GET:
        return load_again(request, name_presence(row.pk, user.pk))
    game, players = get_seated(code)
    player = find_own_player(players, user)
    if player is None:
        return HttpResponseClientRefresh()
    return render_fragments(request, load_table(game, players, user), player.seat, known=request.GET["c"].rstrip("~"))


@forms_only
@signed_in
def mark(request: SignedInRequest, code: str) -> HttpResponse:
    game, players = get_seated(code)
    player = find_own_player(players, request.user)
    if game.was_dealt and player is None:
        return show_private(request)
    if game.is_running and player:
        keep_marks(player=player, marks=request.POST.getlist("mark"), changed=request.POST.getlist("changed"))
    return HttpResponse(status=204) if request.htmx else redirect("games:table", code)


@forms_only
@signed_in
def talk(request: SignedInRequest, code: str) -> HttpResponse:
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if game.status == Game.Status.CANCELLED:
        return redirect("games:table", code)
    if own is None:
        return show_private(request) if game.was_dealt else redirect("games:table", code)
    try:
        say(game=game, seat=own.seat, text=request.POST.get("text", ""), author=request.user)
    except Refusal as refusal:
        return _refuse_talk(request, game, players, own, word_refusal(refusal, game.played_by))
    if request.htmx:
        return _show_talk(request, game, players, own)
    return redirect(f"{reverse('games:table', args=[code])}?tab={TALK}")


def _refuse_talk(
    request: SignedInRequest, game: Game, players: Sequence[Player], own: Player, error: str
) -> HttpResponse:
    if request.htmx:
        return _show_talk(request, game, players, own, talk_error=error)
    said = {"talk_error": error, "talk_text": request.POST.get("text", "")}
    if game.was_dealt:
        return show_table(request, game, players, status=422, tab_name=TALK, **said)
    return show_open_table(request, game, players, status=422, **said)


def _show_talk(request: HttpRequest, game: Game, players: Sequence[Player], own: Player, **extra: Any) -> HttpResponse:
    talking = Talking(game, players, own, load_table(game, players) if game.was_dealt else None)
    shown = {"title": game.played_by, "is_lobby": not game.was_dealt, **fill_talk(request, talking)}
    context = {"oob": True, "code": game.code, **shown, **extra}
    return render(request, "games/tables/_talk.html", context)


def _show_earlier(request: HttpRequest, game: Game, players: Sequence[Player], own: Player) -> HttpResponse:
    talking = Talking(game, players, own, load_table(game, players) if game.was_dealt else None)
    shown = {"title": game.played_by, "is_lobby": not game.was_dealt, **fill_talk(request, talking)}
    return render(request, "games/tables/_talk_earlier.html", {"code": game.code, "is_answer": True, **shown})
