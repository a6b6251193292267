from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.availability.waking_hours import SLEEPS_AT, WAKES_AT, Hours
from accounts.decorators import lead_to, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in
from games.models import Game, Player
from games.people.selectors.blocks import is_kept_apart
from games.people.selectors.reliability import load_reliability
from games.state.names import show_faces
from games.state.refusals import Refusal
from games.state.table import load_players, load_table
from games.state.view import latest_end, name_of, show_facts
from games.tables.services import substitutes
from games.tables.views.access import forms_only, get_game, read_seat
from games.tables.views.lobby import describe_options, run, show_lobby_place
from games.tables.views.refusals import word_refusal
from games.tables.views.spectators import word_watchers


@forms_only
@signed_in
def open_seat(request: SignedInRequest, code: str) -> HttpResponse:
    seat = read_seat(request)
    return run(request, get_game(code), lambda user: substitutes.open_seat(code=code, user=user, seat=seat))


@forms_only
@signed_in
def close_seat(request: SignedInRequest, code: str) -> HttpResponse:
    seat = read_seat(request)
    return run(request, get_game(code), lambda user: substitutes.close_seat(code=code, user=user, seat=seat))


@forms_only
@signed_in
def hand_notes(request: SignedInRequest, code: str) -> HttpResponse:
    return run(request, get_game(code), lambda user: substitutes.hand_notes(code=code, user=user))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sit_in(request: HttpRequest, code: str, token: str) -> HttpResponse:
    game = get_game(code)
    if request.method != "POST":
        answer = _show_seat(request, game, token)
    elif not is_signed_in(request) or request.user.is_guest:
        answer = lead_to("account_signup", request.path)
    else:
        answer = _take_seat(request, game, token)
    # The address is a key: send only the site as the referrer.
    answer["Referrer-Policy"] = "strict-origin"
    return answer


def _take_seat(request: SignedInRequest, game: Game, token: str) -> HttpResponse:
    try:
        substitutes.sit_in(code=game.code, user=request.user, token=token)
    except Refusal as refusal:
        return _show_seat(request, get_game(game.code), token, refusal)
    return redirect("games:table", game.code)


def _show_seat(request: HttpRequest, game: Game, token: str, refusal: Refusal | None = None) -> HttpResponse:
    """Show an offered seat. To users kept apart from a player the link is invalid."""
    user = request.user if is_signed_in(request) else None
    players = load_players(game)
    if user and any(player.user_id == user.pk for player in players):
        return redirect("games:table", game.code)
    player = substitutes.find_open(players, token) if game.is_running else None
    if player is None or (user and is_kept_apart(user, players)):
        return render(request, "games/tables/seat_gone.html", status=410)
    refusal = refusal or _find_refusal(game, player, user)
    context = {
        **_describe_seat(game, players, player, user),
        "error": word_refusal(refusal, game.played_by) if refusal else "",
        "path": request.path,
    }
    return render(request, "games/tables/substitute.html", context, status=409 if refusal else 200)


def _find_refusal(game: Game, player: Player, user: User | None) -> Refusal | None:
    """Return why a user cannot take the seat. Visitors and guests sign up first."""
    try:
        substitutes.require_open_seat(player)
        if user is not None and not user.is_guest:
            substitutes.require_substitute(game, user)
    except Refusal as refusal:
        return refusal
    return None


def _describe_seat(game: Game, players: list[Player], player: Player, user: User | None) -> dict[str, Any]:
    table, faces = load_table(game, players), show_faces(players)
    reliability = load_reliability([each.user_id for each in players if each.user_id is not None])
    places = [
        show_lobby_place(game, each, None, faces.get(each.seat), reliability.get(each.user_id or 0)) for each in players
    ]
    hours = user.hours if user else Hours(opens=WAKES_AT, closes=SLEEPS_AT)
    return {
        "game": show_facts(game),
        "title": table.title,
        "owner": name_of(player),
        "free_from": player.free_from,
        "places": [replace(place, wish="") for place in places],
        "scene": table.title.scene(table.states[-1]),
        "over_by": latest_end(table),
        "options": describe_options(table.title, game, hours),
        "can_watch": word_watchers(game),
    }
