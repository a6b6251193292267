"""An open table: the invitation to whoever has the link, and the lobby for those who sit there."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.decorators import lead_to, signed_in
from accounts.faces import Face
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Game, Player
from games.reads.faces import show_faces
from games.reads.page import name_of, show_facts
from games.reads.table import load_players
from games.reads.talk import load_talk
from games.rules.protocol import AnyTitle
from games.services import lobby
from games.services.errors import Refusal
from games.services.talk import note_read
from games.views.access import forms_only, get_game
from games.views.refusals import word_refusal
from games.wording import word_duration, word_label

YES_NO: dict[Any, str] = {True: gettext_noop("yes"), False: gettext_noop("no")}
JOINING = "joining"
"""Where the session keeps which table a newcomer is signing up to sit at, since when, and their wish for the deal."""
JOINING_SECONDS = 60 * 60
"""Whoever takes longer to sign up or in has forgotten the table, and would be surprised to sit there."""


@dataclass(frozen=True)
class LobbyPlace:
    """One seat of an open table, as everybody with the link sees it; `person` is the code of whoever has it."""

    index: int
    name: str
    face: Face | None
    person: str
    is_bot: bool
    is_me: bool
    is_host: bool
    is_free: bool
    is_invited: bool
    wish: str


def show_open_table(request: HttpRequest, game: Game, status: int = 200, **extra: Any) -> HttpResponse:
    """Show an open table: the lobby to those who sit there, the invitation to everybody else."""
    user = request.user if is_signed_in(request) else None
    players = load_players(game)
    own = next((player for player in players if user and player.user_id == user.pk), None)
    title, faces = game.played_by, show_faces(players)
    host = next((player for player in players if player.user_id == game.host_id), None)
    free = sum(player.is_free for player in players)
    context = {
        "game": show_facts(game),
        "title": title,
        "places": [show_place(game, player, own, faces.get(player.seat)) for player in players],
        "options": describe_options(title, game),
        "wishes": lobby.list_wishes(game),
        "own_wish": own.wish if own else "",
        "is_host": user is not None and game.host_id == user.pk,
        "link": request.build_absolute_uri(request.path),
        "host_face": faces[host.seat] if host else None,
        "invitation": word_invitation(name_of(host) if host else "", game.name, free),
        "reserved": own is not None and own.invited,
        "free_count": free,
        "is_full": not free,
    }
    if own is None or not own.is_taken:
        return render(request, "games/invitation.html", context)
    note_read(own)
    talk = {"code": game.code, "talk": load_talk(game, players, own), "is_lobby": True}
    return render(request, "games/lobby.html", {**context, **talk, **extra}, status=status)


def word_invitation(host: str, operation: str, free: int) -> str:
    """Return who invites to what: `Camille invites you to Operation Juniper: 2 seats left`."""
    words = {"name": host, "operation": operation, "count": free}
    if not free:
        return gettext("%(name)s invites you to %(operation)s") % words
    sentence = ngettext(
        "%(name)s invites you to %(operation)s: %(count)d seat left",
        "%(name)s invites you to %(operation)s: %(count)d seats left",
        free,
    )
    return sentence % words


def show_place(game: Game, player: Player, own: Player | None, face: Face | None) -> LobbyPlace:
    """Return a seat as it is shown before the start."""
    return LobbyPlace(
        index=player.seat,
        name=name_of(player),
        face=face,
        person=player.user.code if player.user else "",
        is_bot=bool(player.bot),
        is_me=own is not None and player.pk == own.pk,
        is_host=player.user_id == game.host_id,
        is_free=player.is_free,
        is_invited=player.invited,
        wish=player.wish,
    )


def describe_options(title: AnyTitle, game: Game) -> list[tuple[str, str]]:
    """Return the table's options as pairs of label and value, in the reader's language."""
    pairs = []
    for option in title.OPTIONS:
        labels: dict[Any, str] = {value: word_label(title, label) for value, label in option.choices} or YES_NO
        pairs.append((gettext(option.label), gettext(labels[read_chosen(game.options[option.name])])))
    pairs.append((gettext("Time per turn"), word_duration(game.pace)))
    if title.HAS_VOTE:
        pairs.append((gettext("Time to vote"), word_duration(game.vote_time)))
    pairs.append((gettext("Talk"), game.get_talk_display()))
    return pairs


def read_chosen(stored: Any) -> bool | str:
    """Return an option as its choices have it: the entries of a list with commas between, the digits of a number."""
    if isinstance(stored, list):
        return ",".join(stored)
    return stored if isinstance(stored, bool | str) else str(stored)


@forms_only
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down. Newcomers and guests sign up first, and are seated as soon as they have."""
    game = get_game(code)
    if not is_signed_in(request):
        return sign_up_to_join(request, game)
    try:
        lobby.join_game(code=code, user=request.user, wish=request.POST.get("wish", ""))
    except Refusal as refusal:
        return sign_up_to_join(request, game) if refusal.code == "guest" else refuse(request, game, refusal)
    return redirect("games:table", game.code)


def sign_up_to_join(request: HttpRequest, game: Game) -> HttpResponse:
    """Remember the table and lead to the sign-up page, which leads back to it; a table that is not open says why."""
    if game.status != Game.Status.OPEN:
        return redirect("games:table", game.code)
    request.session[JOINING] = [game.code, time.time(), request.POST.get("wish", "")]
    return lead_to("account_signup", reverse("games:table", args=[game.code]))


def sit_down_after_sign_in(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Take the seat for which somebody has just signed up or signed in: part of the request that did so.

    A visitor who becomes a guest has not signed up yet. A guest who has an account after all wants the seat for it.
    """
    if user.is_guest:
        return
    left = getattr(request, "left", {})
    code, since, wish = request.session.pop(JOINING, None) or left.get(JOINING) or ("", 0, "")
    if time.time() - since >= JOINING_SECONDS:
        return
    try:
        lobby.join_game(code=code, user=user, wish=wish)
    except Refusal as refusal:
        messages.warning(request, word_refusal(refusal, get_game(code).played_by))


@forms_only
@signed_in
def wish(request: SignedInRequest, code: str) -> HttpResponse:
    """Say what I would like of the deal, or, without a field `wish`, that I take it as it comes."""
    chosen = request.POST.get("wish", "")
    return run(request, get_game(code), lambda user: lobby.make_wish(code=code, user=user, wish=chosen))


@forms_only
@signed_in
def rename(request: SignedInRequest, code: str) -> HttpResponse:
    """Draw another name for my open table."""
    return run(request, get_game(code), lambda user: lobby.rename_table(code=code, host=user))


@forms_only
@signed_in
def leave(request: SignedInRequest, code: str) -> HttpResponse:
    """Give my seat back before the start."""
    return run(request, get_game(code), lambda user: lobby.leave_game(code=code, user=user))


@forms_only
@signed_in
def fill(request: SignedInRequest, code: str) -> HttpResponse:
    """Put bots in the free seats; if that fills the table the game starts."""
    return run(request, get_game(code), lambda user: lobby.fill_with_bots(code=code, host=user))


@forms_only
@signed_in
def remove(request: SignedInRequest, code: str) -> HttpResponse:
    """Take a player or a bot out of a seat before the start."""
    raw = request.POST.get("seat", "")
    seat = int(raw) if raw.isdecimal() and len(raw) < 3 else -1
    person = request.POST.get("person", "")
    return run(
        request, get_game(code), lambda user: lobby.remove_player(code=code, host=user, seat=seat, person=person)
    )


@forms_only
@signed_in
def cancel(request: SignedInRequest, code: str) -> HttpResponse:
    """Close an open table for good."""
    return run(request, get_game(code), lambda user: lobby.cancel_game(code=code, host=user))


@forms_only
@signed_in
def rematch(request: SignedInRequest, code: str) -> HttpResponse:
    """Open the rematch of a finished game, or take my place at it."""
    user, game = request.user, get_game(code)
    try:
        return redirect("games:table", lobby.open_rematch(code=code, user=user).code)
    except Refusal as refusal:
        return refuse(request, game, refusal)


def run(request: SignedInRequest, game: Game, service: Callable[[User], object]) -> HttpResponse:
    """Call a service for the signed-in user and go back to the table, with a kind word if it refused."""
    try:
        service(request.user)
    except Refusal as refusal:
        return refuse(request, game, refusal)
    return redirect("games:table", game.code)


def refuse(request: HttpRequest, game: Game, refusal: Refusal) -> HttpResponse:
    """Go back to the table with the sentence for a refusal."""
    messages.warning(request, word_refusal(refusal, game.played_by))
    return redirect("games:table", game.code)
