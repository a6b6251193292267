"""Answers polls from the cache when nothing is new, before session and user are loaded.

`table.news` stores a pass for the browser, under a hash of its session key. The pass lasts ten seconds, and becomes
invalid when what it depends on changes: the site's clock, the table and its seats, the session or the user. Without a
pass or without Redis, the view answers.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRefresh

from accounts.requests import SignedInRequest
from accounts.sign_in.session_store import digest_key
from games.fast.switches import is_on
from games.notifications.presence import (
    ACTIVE_FOR,
    is_hidden_load,
    is_just_noted,
    name_presence,
    note_hidden_load,
    note_presence,
)
from games.tables import together
from games.tables.together import Sitters, Together
from insidejob.cache_stamps import SITE, name_person, name_session, name_table, pick_stamps, read_stamps

HIDDEN_TAB = "X-Hidden-Tab"
"""The header that a hidden page sends."""
ACTIVE = "X-Active"
"""The header that a visible page sends: seconds since its player was last active."""
PASS_KEPT_FOR = 10
"""For how many seconds a pass is kept.

A page misses news for so long if the process that changed the table cannot reach Redis.
"""
NEWS = re.compile(r"/g/([-\w]+)/news/", re.ASCII)


@dataclass(frozen=True)
class Pass:
    """What a browser has seen of a table. `game` and `person` are primary keys."""

    game: int
    person: int
    version: int
    outage: int
    sitters: Sitters = ()

    def is_newest(self, asked: Mapping[str, str]) -> bool:
        return (asked.get("v"), asked.get("o", str(self.outage))) == (str(self.version), str(self.outage))


def answering(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = _answer_from_cache(request) or get_response(request)
        return strip(response) if NEWS.fullmatch(request.path_info) else response

    return middleware


def strip(response: HttpResponse) -> HttpResponse:
    """Give the answer "nothing new" the same headers from the cache and from the view.

    Other headers would show that something has happened meanwhile, even something that the reader may not notice.
    """
    if response.status_code in (204, 304):
        response["Cache-Control"] = "no-store, private"
        for name in ("Content-Language", "Content-Length", "Vary"):
            response.headers.pop(name, None)
    return response


def _answer_from_cache(request: HttpRequest) -> HttpResponse | None:
    """Answer a poll without a query if the cache knows that nothing is new, else return None."""
    if not settings.POLLS_FROM_CACHE or not is_on("polls") or request.method != "GET":
        return None
    address, key = NEWS.fullmatch(request.path_info), request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if address is None or not key:
        return None
    code, session = address[1], digest_key(key)
    kept = cache.get(_name_pass(session, code))
    if kept is None:
        return None
    known, stamps = Pass(*kept[0]), kept[1]
    if not known.is_newest(request.GET):
        return None
    names, presence = _name_stamps(session, code, known.person), name_presence(known.game, known.person)
    found = cache.get_many([*names, presence, *together.name_keys(known.game, known.sitters)])
    if pick_stamps(found, names) != stamps:
        return None
    if not is_just_noted(found.get(presence)):
        found[presence] = note_activity(request, known.game, known.person) or found.get(presence)
    news = _tell_together(request, together.read(found, known.game, known.sitters), known, code)
    return HttpResponse(status=204, headers=news)


def _tell_together(request: HttpRequest, now: Together, known: Pass, code: str) -> dict[str, str]:
    """Return a header with the key of who is together, if it changed, so that the page loads that part."""
    together.tell(known.game, code, now)
    shown = request.headers.get(together.HEADER)
    key = now.key if known.person in known.sitters else ""
    return {} if shown in (None, key) else {"HX-Trigger": together.EVENT}


def note_activity(request: HttpRequest, game: int, person: int) -> bool:
    """Note presence if the player was active lately. Return whether they were."""
    idle = request.headers.get(ACTIVE, "")
    is_active = len(idle) <= len(str(ACTIVE_FOR)) and idle.isascii() and idle.isdigit() and int(idle) < ACTIVE_FOR
    if is_active:
        note_presence(game, person, idle=int(idle))
    return is_active


def load_again(request: HttpRequest, presence: str) -> HttpResponse:
    """Ask a page to load again. That load will not say whether its tab is hidden, so the cache stores it now.

    `presence` is the cache key of who has the page (`note_hidden_load`).
    """
    if HIDDEN_TAB in request.headers:
        note_hidden_load(presence)
    return HttpResponseClientRefresh()


def is_looking(request: HttpRequest, presence: str) -> bool:
    """Whether the answer goes to a tab that is shown. For a load, the cache knows (`load_again`)."""
    is_load = "HX-Request" not in request.headers
    return HIDDEN_TAB not in request.headers and not (is_load and is_hidden_load(presence))


def read_stamps_of(request: SignedInRequest, code: str) -> tuple[int, ...] | None:
    """Read the cache stamps of a table. Call it before the table is read. Return None where no pass can be kept."""
    key = request.session.session_key
    if not settings.POLLS_FROM_CACHE or not key:
        return None
    return read_stamps(_name_stamps(digest_key(key), code, request.user.pk))


def keep_pass(request: SignedInRequest, code: str, known: Pass, stamps: tuple[int, ...] | None) -> None:
    """Cache what a browser has seen, so that its next poll needs no query. `stamps` were read before the table."""
    key = request.session.session_key
    if stamps is not None and key:
        cache.set(_name_pass(digest_key(key), code), (astuple(known), stamps), PASS_KEPT_FOR)


def tell_player_nothing_new(request: HttpRequest, known: Pass, code: str) -> HttpResponse:
    now = together.find_together(known.game, known.sitters)
    return HttpResponse(status=204, headers=_tell_together(request, now, known, code))


def _name_pass(session: str, code: str) -> str:
    return f"pass:{session}:{code}"


def _name_stamps(session: str, code: str, person: int) -> tuple[str, ...]:
    return SITE, name_table(code), name_session(session), name_person(person)
