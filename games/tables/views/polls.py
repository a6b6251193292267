"""Waiting pages that ask for news and get none: answered from the cache, before session and person are looked for.

The view `games.tables.views.table.news` asks the database and keeps a pass for the browser that asked: who that is, and
what was the newest at the table. Its key is made of the session's, so only who could have asked has it. A pass lives
for ten seconds and dies at once with what it rests on (`insidejob.cache_stamps`): the site's clock, the table and who
sits there, the session, the person. Whoever has none is answered by the view, as are all without Redis.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts.requests import SignedInRequest
from accounts.sign_in.session_store import digest_key
from games.fast.switches import is_on
from games.notifications.presence import ACTIVE_FOR, is_just_noted, name_presence, note_presence
from insidejob.cache_stamps import SITE, name_person, name_session, name_table, pick_stamps, read_stamps

HIDDEN_TAB = "X-Hidden-Tab"
"""The header by which a page says that it asks for news while nobody looks at it."""
ACTIVE = "X-Active"
"""The header by which a page that is shown says how many seconds ago its player last did something."""
SLOW_DOWN = "X-Slow-Down"
"""The header by which an answer says that it took the database, as Redis is away: ask less often."""
PASS_KEPT_FOR = 10
"""Seconds: as long as a page is told wrongly that nothing is new, should a process that changed it not reach Redis."""
NEWS = re.compile(r"/g/([-\w]+)/news/", re.ASCII)
"""The address of `games:news`."""


@dataclass(frozen=True)
class Pass:
    """What is known of a browser that asked for news of a table, by primary keys, and of what was the newest there."""

    game: int
    person: int
    version: int
    outage: int

    def is_newest(self, asked: Mapping[str, str]) -> bool:
        """Tell whether a page shows the newest, by what it asks with."""
        return (asked.get("v"), asked.get("o", str(self.outage))) == (str(self.version), str(self.outage))


def answering(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer those who have a pass that nothing is new; let all others through."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return answer_from_cache(request) or get_response(request)

    return middleware


def answer_from_cache(request: HttpRequest) -> HttpResponse | None:
    """Return that nothing is new, or None unless the cache knows that. No query."""
    if not settings.POLLS_FROM_CACHE or not is_on("polls") or request.method != "GET":
        return None
    address, key = NEWS.fullmatch(request.path_info), request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if address is None or not key:
        return None
    code, session = address[1], digest_key(key)
    kept = cache.get(name_pass(session, code))
    if kept is None:
        return None
    known, stamps = Pass(*kept[0]), kept[1]
    if not known.is_newest(request.GET):
        return None
    names, presence = name_stamps(session, code, known.person), name_presence(known.game, known.person)
    found = cache.get_many([*names, presence])
    if pick_stamps(found, names) != stamps:
        return None
    if not is_just_noted(found.get(presence)):
        note_activity(request, known.game, known.person)
    return HttpResponse(status=204, headers={"Cache-Control": "no-store, private"})


def note_activity(request: HttpRequest, game: int, person: int) -> None:
    """Note that a person is present, if their page says that they did something lately."""
    idle = request.headers.get(ACTIVE, "")
    if len(idle) <= len(str(ACTIVE_FOR)) and idle.isascii() and idle.isdigit() and int(idle) < ACTIVE_FOR:
        note_presence(game, person, idle=int(idle))


def read_stamps_of(request: SignedInRequest, code: str) -> tuple[int, ...] | None:
    """Return the stamps of what a pass rests on, to be read before the table is; None where none can be kept."""
    key = request.session.session_key
    if not settings.POLLS_FROM_CACHE or not key:
        return None
    return read_stamps(name_stamps(digest_key(key), code, request.user.pk))


def keep_pass(request: SignedInRequest, code: str, known: Pass, stamps: tuple[int, ...] | None) -> None:
    """Keep what was read of a table for the next time that this browser asks; `stamps` were read before."""
    key = request.session.session_key
    if stamps is not None and key:
        cache.set(name_pass(digest_key(key), code), (astuple(known), stamps), PASS_KEPT_FOR)


def tell_nothing_new(stamps: tuple[int, ...] | None) -> HttpResponse:
    """Return that nothing is new; without stamps, where there should be some, that one should ask less often."""
    spares = settings.POLLS_FROM_CACHE and stamps is None
    return HttpResponse(status=204, headers={SLOW_DOWN: "yes"} if spares else {})


def name_pass(session: str, code: str) -> str:
    """Return the key of the pass of a session, by its digest, to a table."""
    return f"pass:{session}:{code}"


def name_stamps(session: str, code: str, person: int) -> tuple[str, ...]:
    """Return the names of the stamps that a pass rests on."""
    return SITE, name_table(code), name_session(session), name_person(person)
