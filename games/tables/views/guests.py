from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext

from accounts.models import User
from accounts.rate_limits import may_make_guest
from accounts.requests import is_signed_in
from accounts.services import NameRefused, NameTaken
from accounts.sign_in.forms import GuestForm, word_refused_name
from accounts.sign_in.sessions import find_session
from games.models import Game
from games.notifications.contacts import tie_devices
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.selectors.invitations import is_welcome
from games.tables.services.guests import pass_seats, seat_guest, tell_what_waits
from games.tables.views.access import forms_only, get_game
from games.tables.views.joining import join
from games.tables.views.lobby import make_path, read_key, show_open_table
from games.tables.views.refusals import word_refusal
from insidejob.untranslated import fill_words, show


@forms_only
def join_as_guest(request: HttpRequest, code: str) -> HttpResponse:
    """Seat a visitor who has only typed a name.

    Members, and visitors of a table that takes no guests, are handled by `join`.
    """
    game, user = get_game(code), request.user if is_signed_in(request) else None
    is_open = game.status == Game.Status.OPEN and is_welcome(game, user, read_key(request.POST))
    if not (game.guests_welcome and is_open) or (user and not user.is_guest):
        return join(request, code=code)
    form = GuestForm(request.POST, user=user)
    if not form.is_valid():
        return show_open_table(request, game, load_players(game), status=422, guest_form=form)
    if user is None and (refusal_page := refuse_newcomer(request)):
        return refusal_page
    return _sit_down(request, game, user, form)


def refuse_newcomer(request: HttpRequest) -> HttpResponse | None:
    """Return what a visitor who may not become a guest gets.

    A suspended guest, who reads it on each page, would lose the session by which they come back.
    """
    if hasattr(request, "suspended_guest"):
        return redirect("games:home")
    if not may_make_guest(request):
        return render(request, "games/tables/too_many_newcomers.html", status=429)
    return None


def _sit_down(request: HttpRequest, game: Game, user: User | None, form: GuestForm) -> HttpResponse:
    name, key = form.cleaned_data["display_name"], read_key(request.POST)
    try:
        guest = seat_guest(
            code=game.code,
            guest=user,
            name=name,
            language=get_language() or settings.LANGUAGE_CODE,
            time_zone=form.cleaned_data["time_zone"] or settings.TIME_ZONE,
            wish=request.POST.get("wish", ""),
            key=key,
        )
    except NameRefused as refused:
        return _refuse_name(request, game, user, form, refused)
    except Refusal as refusal:
        if refusal.code == "name":
            return _refuse_name(request, game, user, form, NameTaken())
        messages.warning(request, word_refusal(refusal, game.played_by))
        return redirect(make_path(game, key))
    if user is None:
        login(request, guest)
    return redirect("games:table", game.code)


def _refuse_name(
    request: HttpRequest, game: Game, user: User | None, form: GuestForm, refused: NameRefused
) -> HttpResponse:
    form.add_error("display_name", word_refused_name(refused, form.cleaned_data["display_name"], user))
    return show_open_table(request, game, load_players(game), status=422, guest_form=form)


def bring_seats(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Pass the seats of a guest who signs in to an account."""
    guest = getattr(request, "guest", None)
    if guest is not None:
        _say_what_came(request, guest, *pass_seats(guest, user))
        tell_what_waits(user)


def keep_seats(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Notify a guest who has signed up of what waits at their seats."""
    if getattr(request, "guest", None) == user:
        tie_devices(user, find_session(request))
        tell_what_waits(user)


def _say_what_came(request: HttpRequest, guest: User, passed: int, left: int) -> None:
    if passed:
        sentence = ngettext(
            "The game you played as %(name)s is now in your account.",
            "The %(count)d games you played as %(name)s are now in your account.",
            passed,
        )
        messages.success(request, show(fill_words(sentence, {"name": guest.shown_name, "count": passed})))
    if left:
        sentence = ngettext(
            "%(count)d game of %(name)s couldn’t be moved to your account, and continues without you.",
            "%(count)d games of %(name)s couldn’t be moved to your account, and continue without you.",
            left,
        )
        messages.warning(request, show(fill_words(sentence, {"name": guest.shown_name, "count": left})))
