"""What every endpoint of the API answers to everybody."""

from collections.abc import Iterator
from typing import Any

from accounts.models import Scope
from tests.access import STATES, World
from tests.api.described import find_deviations

KINDS = ("guest", "stranger", "invited", "player", "host", "staff")
ANY = ""
TABLE, OPEN = "games/{code}", {"title": "insidejob", "seats": 3}

# Method, path, body, scope: in each state one status for all, or one for each of KINDS; "-" where nobody is left.
PLAYERS = "403 403 - {0} {0} 403"
WAITING = dict.fromkeys(("open", "cancelled"), "403 403 403 409 409 403")
NEVER = dict.fromkeys(STATES, "409")
CLOSED = {**WAITING, "over": PLAYERS.format(409)}
PRESSED: dict[int, dict[str, Any]] = {
    200: {"pause": {}, "pause/decline": {}, "end": {}, "end/decline": {}, "open-cards": {}, "hand-over": {}},
    # There is no pause, and no stand-in.
    409: {"resume": {}, "open-seat": {"seat": 0}, "close-seat": {"seat": 0}},
}
"""What is pressed at a running game, by the status of the answer to its players."""

ENDPOINTS: dict[tuple[str, str], tuple[Any, str, Any]] = {
    ("GET", "me"): (None, ANY, "200"),
    ("GET", "titles"): (None, ANY, "200"),
    ("GET", "waiting"): (None, Scope.WAITING, "200"),
    ("GET", "games"): (None, Scope.TABLES, "200"),
    ("GET", "stream"): (None, Scope.TABLES, "302"),
    ("GET", "tables"): (None, Scope.TABLES, "200"),
    ("GET", TABLE): (
        None,
        Scope.TABLES,
        {"open": "200", "running": PLAYERS.format(200), "over": PLAYERS.format(200), "cancelled": "200"},
    ),
    **dict.fromkeys(
        (("GET", TABLE + "/record"), ("GET", TABLE + "/commitment")),
        (None, Scope.TABLES, {**WAITING, "running": PLAYERS.format(409), "over": PLAYERS.format(200)}),
    ),
    ("GET", "people/{person}/statistics"): (None, Scope.TABLES, "403 403 403 200 200 403"),
    ("POST", TABLE + "/moves"): (
        {"decision": "play-1", "moves": [{"type": "play", "card": "B1", "wager": False}]},
        Scope.PLAY,
        {**NEVER, "running": PLAYERS.format(409), "over": PLAYERS.format(409)},
    ),
    ("POST", TABLE + "/take-back"): ({}, Scope.PLAY, {**NEVER, "running": PLAYERS.format(200)}),
    ("GET", TABLE + "/premove"): (
        None,
        Scope.PLAY,
        {**WAITING, "running": PLAYERS.format(200), "over": PLAYERS.format(409)},
    ),
    ("PUT", TABLE + "/premove"): (
        {"fields": {"nonsense": "1"}},
        Scope.PLAY,
        {**NEVER, "running": "403 403 - 409 422 403"},
    ),
    ("DELETE", TABLE + "/premove"): (None, Scope.PLAY, {**NEVER, "running": PLAYERS.format(200)}),
    **{
        (method, TABLE + "/talk"): (
            body,
            Scope.TALK,
            {
                "open": f"403 403 403 {done} {done} 403",
                **dict.fromkeys(("running", "over"), PLAYERS.format(done)),
                "cancelled": "403",
            },
        )
        for method, body, done in (("GET", None, 200), ("POST", {"text": "Hm"}, 201))
    },
    ("POST", "games"): (OPEN, Scope.PLAY, "201"),
    ("POST", TABLE + "/join"): (
        {},
        Scope.PLAY,
        {
            "open": "403 200 200 200 200 200",
            **dict.fromkeys(("running", "over"), "409 409 - 200 200 409"),
            "cancelled": "409 409 409 200 200 409",
        },
    ),
    ("POST", TABLE + "/ready"): (
        {},
        Scope.PLAY,
        {
            **dict.fromkeys(("open", "cancelled"), "403 403 403 200 200 403"),
            **dict.fromkeys(("running", "over"), PLAYERS.format(200)),
        },
    ),
    ("POST", TABLE + "/fill"): ({}, Scope.PLAY, {**NEVER, "open": "403 403 403 403 200 403"}),
    ("POST", TABLE + "/invite"): ({"person": "nobody"}, Scope.PLAY, {**NEVER, "open": "403 403 403 403 409 403"}),
    ("POST", TABLE + "/decline"): ({"reason": "later"}, Scope.PLAY, {**NEVER, "open": "403 403 204 403 403 403"}),
    **{
        ("POST", f"{TABLE}/{act}"): (body, Scope.PLAY, {**NEVER, "running": PLAYERS.format(done)})
        for done, acts in PRESSED.items()
        for act, body in acts.items()
    },
    ("POST", TABLE + "/more-time"): ({}, Scope.PLAY, {**NEVER, "running": "403 403 - 409 200 403"}),
    # Who sits there already need no offer.
    ("POST", TABLE + "/sit-in"): ({"offer": "x"}, Scope.PLAY, {**NEVER, "running": "409 409 - 200 200 409"}),
    ("POST", TABLE + "/rematch"): ({}, Scope.PLAY, {**NEVER, "over": PLAYERS.format(200)}),
    ("GET", TABLE + "/notes"): (
        None,
        Scope.PLAY,
        {**WAITING, **dict.fromkeys(("running", "over"), PLAYERS.format(200))},
    ),
    ("PUT", TABLE + "/notes"): ({"opens": True}, Scope.PLAY, {**NEVER, "over": PLAYERS.format(200)}),
    **{
        (method, TABLE + path): (body, Scope.PLAY, {**CLOSED, "running": f"403 403 - {player} {host} 403"})
        for method, path, body, player, host in (
            ("POST", "/notes", {"text": "Hm"}, 200, 200),
            ("PUT", "/notes/1", {"text": "Hm"}, 409, 409),
            ("DELETE", "/notes/1", None, 200, 200),
            # The player would suspect themself.
            ("PUT", "/suspicions", {"steps": {"1": 4}}, 409, 200),
        )
    },
    ("GET", TABLE + "/replay"): (
        None,
        Scope.TABLES,
        {**WAITING, **dict.fromkeys(("running", "over"), PLAYERS.format(200))},
    ),
    **{
        ("POST", TABLE + path): (
            body,
            Scope.TALK,
            {
                "open": f"403 403 403 {refused} 204 403",
                **dict.fromkeys(("running", "over"), f"403 403 - {refused} 204 403"),
                "cancelled": "403",
            },
        )
        for path, body, refused in (("/mute", {"seat": 1}, 422), ("/report", {"seat": 1, "reason": "other"}, 409))
    },
    ("GET", "records"): (None, Scope.TABLES, "200"),
    ("GET", "cases"): (None, Scope.PLAY, "200"),
    ("GET", "bots"): (None, Scope.TABLES, "200"),
    ("PUT", "invitations"): ({"games": [{"title": "target", "seats": [2]}]}, Scope.PLAY, "403"),
    ("GET", "webhook"): (None, Scope.TABLES, "403"),
    ("PUT", "webhook"): ({"url": "https://hooks.example.org/x"}, Scope.TABLES, "403"),
    ("DELETE", "webhook"): (None, Scope.TABLES, "403"),
    ("POST", TABLE + "/leave"): ({}, Scope.PLAY, {**NEVER, "open": "403 403 204 204 409 403"}),
    ("POST", TABLE + "/close"): ({}, Scope.PLAY, {**NEVER, "open": "403 403 403 403 204 403"}),
    ("GET", "cases/today"): (None, Scope.PLAY, "200"),
    ("GET", "cases/1"): (None, Scope.PLAY, "200"),
    # It is tomorrow's.
    ("GET", "cases/2"): (None, Scope.PLAY, "404"),
    ("POST", "cases/1/next"): ({"seen": 1}, Scope.PLAY, "200"),
    ("POST", "cases/1/clue"): ({"seen": 1}, Scope.PLAY, "200"),
    ("POST", "cases/1/accuse"): ({"seen": 1, "seat": 0}, Scope.PLAY, "200"),
    ("POST", "cases/2/accuse"): ({"seen": 1, "seat": 0}, Scope.PLAY, "404"),
}


def list_paths(world: World, path: str) -> Iterator[tuple[str, str]]:
    """Yield a path in each state of a table, or once."""
    for state in STATES if "{code}" in path else ("",):
        code = world.games[state].code if state else ""
        yield state, path.format(code=code, person=world.people["host"].code)


def expect(answers: Any, state: str, kind: str) -> str:
    """Return the declared status, or `-`."""
    each: list[str] = (answers[state] if isinstance(answers, dict) else answers).split()
    return each[0] if len(each) == 1 else each[KINDS.index(kind)]


def find_faults(method: str, path: str, answer: Any) -> Iterator[str]:
    """Yield what no answer may be."""
    yield from find_deviations(method, path, answer)
    if answer.headers["Cache-Control"] != "no-store, private":
        yield "may be stored"
    if answer.cookies:
        yield "sets cookies"
    if answer.status_code >= 400 and answer.headers["Content-Type"] != "application/problem+json":
        yield "is no problem"
    if answer.status_code >= 400 and not {"code", "detail", "status"} <= answer.json().keys():
        yield "does not say why"
