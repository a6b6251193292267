"""Answers polls of spectators from the cache, as `games.tables.views.polls` does for players."""

import re
from collections.abc import Callable

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from accounts.requests import is_signed_in
from accounts.sign_in.session_store import digest_key
from games.fast.switches import is_on
from games.models import Game
from games.notifications.spectators import READ_FOR, is_noted, name_slot, note_spectator
from games.tables.views.polls import HIDDEN_TAB, PASS_KEPT_FOR, is_looking, strip
from insidejob.cache_stamps import name_person, name_session, name_watched, pick_stamps, read_stamps

NEWS = re.compile(r"/watch/([-\w]{1,20})/news/", re.ASCII)
VERSION = re.compile(r"[0-9a-f]{16}")
VISITOR = "visitor"
"""Used instead of a session: all visitors share a pass."""

Stamps = tuple[int, ...] | None


def answering(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = _answer_from_cache(request) or get_response(request)
        return strip(response) if NEWS.fullmatch(request.path_info) else response

    return middleware


def _answer_from_cache(request: HttpRequest) -> HttpResponse | None:
    """Answer a poll without a query if the cache knows that nothing is new, else return None."""
    if not settings.POLLS_FROM_CACHE or not is_on("polls") or request.method != "GET":
        return None
    address, version = NEWS.fullmatch(request.path_info), request.GET.get("v", "")
    if address is None or not VERSION.fullmatch(version):
        return None
    kept = cache.get(_name_pass(request.COOKIES.get(settings.SESSION_COOKIE_NAME), address[1], version))
    if kept is None:
        return None
    game, person, names, stamps = kept
    slot = name_slot(game, _name_spectator(request, person))
    found = cache.get_many([*names, slot])
    if pick_stamps(found, names) != stamps:
        return None
    if HIDDEN_TAB not in request.headers and not is_noted(found.get(slot)):
        note_spectator(slot)
    return HttpResponse(status=204)


def _name_spectator(request: HttpRequest, person: int) -> str:
    """Return a name to count a spectator by. Visitors of one network count as one."""
    if person:
        return f"user {person}"
    try:
        return f"network {get_ip(request)}"
    except PermissionDenied:
        return "network unknown"


def note_page(request: HttpRequest, game: Game, lasts: int = READ_FOR) -> None:
    slot = find_slot(request, game)
    if is_looking(request, slot):
        note_spectator(slot, lasts)


def find_slot(request: HttpRequest, game: Game) -> str:
    return name_slot(game.pk, _name_spectator(request, _find_person(request)))


def _find_person(request: HttpRequest) -> int:
    return request.user.pk if is_signed_in(request) else 0


def name_stamps(request: HttpRequest, code: str) -> tuple[str, ...]:
    """Return the names of the stamps on which a spectator's pass depends, that of the table first."""
    names, key, person = [name_watched(code)], request.session.session_key, _find_person(request)
    if key:
        names.append(name_session(digest_key(key)))
    if person:
        names.append(name_person(person))
    return tuple(names)


def read_stamps_of(request: HttpRequest, code: str) -> Stamps:
    """Read the cache stamps of a table. Call it before the table is read.

    Return None where no pass can be kept.
    """
    return read_stamps(name_stamps(request, code)) if settings.POLLS_FROM_CACHE else None


def keep_pass(request: HttpRequest, game: Game, version: str, stamps: Stamps) -> None:
    if stamps is not None:
        known = (game.pk, _find_person(request), name_stamps(request, game.code), stamps)
        cache.set(_name_pass(request.session.session_key, game.watch_key, version), known, PASS_KEPT_FOR)


def _name_pass(session: str | None, key: str, version: str) -> str:
    return f"watch-pass:{digest_key(session) if session else VISITOR}:{key}:{version}"
