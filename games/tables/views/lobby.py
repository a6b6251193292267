"""An open table: the invitation, and the lobby for its players."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.availability.waking_hours import SLEEPS_AT, WAKES_AT, Hours
from accounts.decorators import signed_in
from accounts.faces import Face
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from accounts.sign_in.forms import GuestForm
from games.clock.reliability import Reliability
from games.models import FormerPlayer, Game, Player
from games.notifications.presence import name_presence
from games.people.selectors.blocks import is_kept_apart
from games.people.selectors.history import Person, show_person
from games.people.selectors.recent_players import show_recent_players
from games.people.selectors.reliability import load_reliability
from games.rules.engine.options import find_house_rule
from games.rules.engine.protocol import AnyTitle
from games.state.names import find_bot_owner, show_faces
from games.state.refusals import Refusal
from games.state.vacations import find_back
from games.state.view import name_of, show_facts
from games.tables.forms.opening import read_chosen
from games.tables.seating import Seating
from games.tables.selectors.circles import describe_answers
from games.tables.selectors.invitations import Declined, is_welcome, list_declined
from games.tables.selectors.series import load_series
from games.tables.selectors.talk import Talking
from games.tables.services import bots, invitations, lobby
from games.tables.services.bot_levels import list_levels
from games.tables.services.ready import note_look, press_ready
from games.tables.views.access import forms_only, get_game, read_seat
from games.tables.views.polls import is_looking
from games.tables.views.refusals import word_refusal
from games.tables.views.spectators import word_watchers
from games.tables.views.talk import fill_talk
from games.wording.sentences import word_away, word_clock, word_label, word_levels, word_reliability, word_tempo
from insidejob.codes import LENGTH
from insidejob.untranslated import fill_words

YES_NO: dict[Any, str] = {True: gettext_noop("yes"), False: gettext_noop("no")}
MAX_BOTS = 50
ABOUT = "about"
"""The tab of a table page with buttons for what is not a move."""
KEY = "i"
"""The form field and query parameter for the key of a renewed invitation."""


@dataclass(frozen=True)
class LobbyPlace:
    """A seat as everyone with the link sees it. `person` is a user's code."""

    index: int
    name: str
    face: Face | None
    person: str
    is_bot: bool
    # In words; empty for people.
    level: str
    is_me: bool
    is_host: bool
    is_guest: bool
    bot_by: str
    is_free: bool
    is_invited: bool
    is_ready: bool
    wish: str
    # In words; empty for bots, guests and free seats.
    reliability: str
    # In words.
    away: str


def show_open_table(
    request: HttpRequest, game: Game, players: Sequence[Player], status: int = 200, **extra: Any
) -> HttpResponse:
    """Show the lobby to those who sit there, the invitation to others.

    To users kept apart from a player the table is full, and then names only its host.
    """
    user = request.user if is_signed_in(request) else None
    own = next((player for player in players if user and player.user_id == user.pk), None)
    is_apart = user is not None and is_kept_apart(user, players) and (own is None or own.invited)
    own = None if is_apart else own
    if user and is_looking(request, name_presence(game.pk, user.pk)):
        note_look(game, user)
    key = read_key(request.POST if request.method == "POST" else request.GET)
    if own is None and not is_welcome(game, user, key):
        return render(request, "games/tables/private.html", status=403)
    free = 0 if is_apart else sum(player.is_free for player in players)
    context = _describe_open_table(request, game, players, own, free)
    if own is None or not own.is_taken:
        if own is None and game.guests_welcome and (user is None or user.is_guest):
            context["guest_form"] = GuestForm(user=user, initial={"display_name": user.display_name} if user else {})
        return render(request, "games/tables/invitation.html", {**context, **extra}, status=status)
    invites, seated = context["is_host"] and free, {player.user_id for player in players}
    context |= {
        "recent_players": show_recent_players(user, seated) if user and invites else [],
        "bots_to_invite": _list_bots(game, seated) if invites else [],
        "declined": [_word_declined(each) for each in list_declined(game, players)],
        "series": load_series(game, players, user) if user else None,
    }
    talk = {"code": game.code, "is_lobby": True, **fill_talk(request, Talking(game, players, own))}
    return render(request, "games/tables/lobby.html", {**context, **talk, **extra}, status=status)


def _describe_open_table(
    request: HttpRequest, game: Game, players: Sequence[Player], own: Player | None, free: int
) -> dict[str, Any]:
    user = request.user if is_signed_in(request) else None
    title, faces = game.played_by, show_faces(players)
    host = next((player for player in players if player.user_id == game.host_id), None)
    reliability = load_reliability([player.user_id for player in players if player.user_id is not None])
    return {
        "game": show_facts(game),
        "title": title,
        "places": [
            show_lobby_place(game, player, own, faces.get(player.seat), reliability.get(player.user_id or 0))
            for player in players
        ],
        "options": describe_options(title, game, user.hours if user else Hours(opens=WAKES_AT, closes=SLEEPS_AT)),
        "wishes": lobby.list_wishes(game),
        "own_wish": own.wish if own else "",
        "can_watch": word_watchers(game),
        "is_host": user is not None and game.host_id == user.pk,
        "invitation_path": (path := make_path(game, game.invitation)),
        "link": request.build_absolute_uri(path),
        "key": game.invitation,
        "host_face": faces[host.seat] if host and not game.opened_itself else None,
        "host_name": name_of(host) if host and not game.opened_itself else "",
        "tempo": word_tempo(game.clock, game.played_by),
        "invitation": _word_invitation(name_of(host) if host and not game.opened_itself else "", game.name, free),
        "opened_at": game.opened_at,
        "opened_itself": game.opened_itself,
        "settle_at": game.settles_at,
        "bots_fill": game.bots_fill,
        "answers": describe_answers(game, user),
        "reserved": own is not None and own.invited,
        "free_count": free,
        "is_full": not free,
        **_describe_start(game, players, own),
        "levels": word_levels(list_levels(title)),
        "default_bot": lobby.DEFAULT_BOT,
    }


def _describe_start(game: Game, players: Sequence[Player], own: Player | None) -> dict[str, Any]:
    """Describe how a table starts at a live pace: `awaited` names those who have not pressed yet."""
    is_full = all(player.is_taken for player in players)
    people = [player for player in players if player.is_person]
    return {
        "asks_ready": is_full and own is not None,
        "ready_until": game.ready_until,
        "am_ready": own is not None and own.is_ready,
        "awaited": [name_of(player) for player in people if not player.is_ready and player is not own],
        "is_live": game.clock.is_live,
        "is_listed_while_seen": game.is_public and game.clock.is_live,
    }


@dataclass(frozen=True)
class InvitableBot:
    person: Person
    seen_at: datetime | None


def _list_bots(game: Game, seated: Collection[int | None]) -> list[InvitableBot]:
    found = [bot for bot in invitations.list_bots(game) if bot.pk not in seated]
    return [InvitableBot(show_person(bot), getattr(bot, "seen_at", None)) for bot in found[:MAX_BOTS]]


def _word_declined(declined: Declined) -> str:
    words = {"name": declined.name, "reason": FormerPlayer.Declined(declined.reason).label}
    return fill_words(gettext("%(name)s declined: %(reason)s"), words)


def make_path(game: Game, key: str) -> str:
    return reverse("games:table", args=[game.code], query={KEY: key} if key else None)


def read_key(fields: QueryDict) -> str:
    return fields.get(KEY, "")[:LENGTH]


def _word_invitation(host: str, table_name: str, free: int) -> str:
    """Return a sentence such as `Camille invites you to Juniper: 2 seats left`, or without `host` the table's name."""
    words = {"name": host, "table": table_name, "count": free}
    if not host:
        return table_name
    if not free:
        return fill_words(gettext("%(name)s invites you to %(table)s"), words)
    sentence = ngettext(
        "%(name)s invites you to %(table)s: %(count)d seat left",
        "%(name)s invites you to %(table)s: %(count)d seats left",
        free,
    )
    return fill_words(sentence, words)


def show_lobby_place(
    game: Game, player: Player, own: Player | None, face: Face | None, reliability: Reliability | None
) -> LobbyPlace:
    levels = word_levels(list_levels(game.played_by))
    return LobbyPlace(
        index=player.seat,
        name=name_of(player),
        face=face,
        person=player.user.code if player.user else "",
        is_bot=bool(player.bot),
        level=levels.get(player.bot, "") if len(levels) > 1 else "",
        is_me=own is not None and player.pk == own.pk,
        is_host=player.user_id == game.host_id,
        is_guest=player.user is not None and player.user.is_guest,
        bot_by=find_bot_owner(player),
        is_free=player.is_free,
        is_invited=player.invited,
        is_ready=player.is_ready and game.ready_until is not None,
        wish=player.wish,
        reliability=word_reliability(reliability) if reliability and not (player.user and player.user.is_guest) else "",
        away=word_away(name_of(player), back) if (back := find_back(game, player)) else "",
    )


def describe_options(title: AnyTitle, game: Game, hours: Hours) -> list[tuple[str, str]]:
    """Return pairs of label and value. `hours` are the reader's waking hours."""
    pairs = []
    for option in (each for each in title.OPTIONS if each.since <= game.rules):
        labels: dict[Any, str] = {value: word_label(title, label) for value, label in option.choices} or YES_NO
        chosen = read_chosen(game.options.get(option.name, option.find_default(game.rules)))
        if option.house_role and chosen not in labels:
            labels[chosen] = word_label(title, option.house_role.label(str(chosen)))
        pairs.append((gettext(option.label), gettext(labels[chosen])))
    if house_rule := find_house_rule(title.OPTIONS, game.options):
        pairs.append((gettext("House role"), _word_house_rule(game.shown_house_name, word_label(title, house_rule))))
    pairs.append((gettext("Time"), word_clock(game.clock, hours if game.sleeps else None, has_vote=title.HAS_VOTE)))
    pairs.append((gettext("Chat"), game.get_talk_display()))
    if game.in_time_only:
        pairs.append((gettext("Punctual players only"), gettext("yes")))
    if game.guests_welcome:
        pairs.append((gettext("Guests"), gettext("welcome, without an email address")))
    if game.allows_bots:
        pairs.append((gettext("Other people’s bots"), gettext("may take a seat")))
    if game.watchers != Game.Watchers.NONE:
        pairs.append((gettext("Spectators"), game.get_watchers_display()))
    if game.is_public:
        pairs.append((gettext("Public table"), gettext("yes")))
        pairs.append((gettext("Language of the host"), game.host.get_language_display()))
    return pairs


def _word_house_rule(name: str, parts: str) -> str:
    if not name:
        return parts
    return gettext("“%(name)s”, as the host named it. %(parts)s") % {"name": name, "parts": parts}


@forms_only
@signed_in
def ready(request: SignedInRequest, code: str) -> HttpResponse:
    return run(request, get_game(code), lambda user: press_ready(code=code, user=user))


@forms_only
@signed_in
def wish(request: SignedInRequest, code: str) -> HttpResponse:
    chosen = request.POST.get("wish", "")
    return run(request, get_game(code), lambda user: lobby.make_wish(code=code, user=user, wish=chosen))


@forms_only
@signed_in
def rename(request: SignedInRequest, code: str) -> HttpResponse:
    return run(request, get_game(code), lambda user: lobby.rename_table(code=code, host=user))


@forms_only
@signed_in
def allow_spectators(request: SignedInRequest, code: str) -> HttpResponse:
    allowed = bool(request.POST.get("allowed"))
    return run(request, get_game(code), lambda user: lobby.allow_spectators(code=code, host=user, allowed=allowed))


@forms_only
@signed_in
def leave(request: SignedInRequest, code: str) -> HttpResponse:
    return run(request, get_game(code), lambda user: lobby.leave_game(code=code, user=user))


@forms_only
@signed_in
def fill(request: SignedInRequest, code: str) -> HttpResponse:
    bot, seat = request.POST.get("bot", lobby.DEFAULT_BOT), read_seat(request)

    def put(user: User) -> None:
        if "seat" in request.POST:
            bots.seat_bot(code=code, host=user, seat=seat, bot=bot)
        else:
            lobby.fill_with_bots(code=code, host=user, bot=bot)

    return run(request, get_game(code), put)


@forms_only
@signed_in
def remove(request: SignedInRequest, code: str) -> HttpResponse:
    seat = read_seat(request)
    person = request.POST.get("person", "")
    return run(
        request, get_game(code), lambda user: lobby.remove_player(code=code, host=user, seat=seat, person=person)
    )


@forms_only
@signed_in
def invite(request: SignedInRequest, code: str) -> HttpResponse:
    person = request.POST.get("person", "")
    # The browser opens the list again, for the next person.
    part = "bot-list" if "bot" in request.POST else "recent-list"
    return run(
        request, get_game(code), lambda user: invitations.invite_person(code=code, host=user, person=person), part
    )


@forms_only
@signed_in
def cancel(request: SignedInRequest, code: str) -> HttpResponse:
    return run(request, get_game(code), lambda user: lobby.cancel_game(code=code, host=user))


@forms_only
@signed_in
def rematch(request: SignedInRequest, code: str) -> HttpResponse:
    user, game = request.user, get_game(code)
    seating = Seating(request.POST.get("seats", ""))
    try:
        return redirect("games:table", lobby.open_rematch(code=code, user=user, seating=seating).code)
    except Refusal as refusal:
        return _refuse(request, game, refusal)


def run(
    request: SignedInRequest, game: Game, service: Callable[[User], object], fragment: str | None = None
) -> HttpResponse:
    """Run a service for a button, and return to the page of the table, and to that part of it.

    The address of a form in the tab `about` names the tab. The address of any form may end in a fragment, which
    browsers keep when they are redirected to none.
    """
    try:
        service(request.user)
    except Refusal as refusal:
        return _refuse(request, game, refusal)
    return redirect(_find_way_back(request, game, fragment))


def _find_way_back(request: HttpRequest, game: Game, fragment: str | None) -> str:
    query = {"tab": ABOUT} if request.GET.get("tab") == ABOUT else None
    return reverse("games:table", args=[game.code], query=query, fragment=fragment)


def _refuse(request: HttpRequest, game: Game, refusal: Refusal) -> HttpResponse:
    messages.warning(request, word_refusal(refusal, game.played_by))
    # The message stands above all else.
    return redirect(_find_way_back(request, game, fragment="messages"))
