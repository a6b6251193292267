"""Requests to the API, repeated until they are answered."""

import logging
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, cast
from urllib.parse import urlencode

import requests

from insidejob_client.errors import ApiError, Conflict, Unreachable
from insidejob_client.shapes import Answer, Game, Row, Seated, Talk
from insidejob_client.stream import Bell

TIMEOUT = 30
"""Seconds without a byte after which a request is sent again."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds until the next try, if the site does not say how many. They double each time."""
POLL_EVERY = 5.0
"""Seconds between two polls, if the site does not say how many."""
GOING = ("open", "running")
log = logging.getLogger("insidejob_client")


@dataclass(frozen=True)
class Reply:
    """What the site answered. `body` is None without content, as for a 304."""

    status: int
    body: Any
    etag: str
    wait: float | None
    """`Retry-After` in seconds, or None."""


class Client:
    """One token at one site.

    Lost connections, 429 and errors of the server are tried again, after the time that the site names in `Retry-After`.
    That is safe: each request that makes something has an `Idempotency-Key`, the name of a decision occurs once in a
    game, and what an earlier try has already changed is no error. After `patience` seconds without an answer
    `Unreachable` is raised; None means never. Other errors of the site raise `ApiError`, and 409 the `Conflict` among
    them. `streams` says whether to listen to a stream where there is one.
    """

    def __init__(
        self,
        site: str,
        token: str,
        *,
        patience: float | None = None,
        streams: bool = True,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.site, self.patience, self.sleep = site.rstrip("/"), patience, sleep
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"
        self.bell = Bell(f"{self.site}/api/1/stream", token, is_on=streams)

    def request(self, method: str, path: str, body: Any = None, *, etag: str = "", key: str = "") -> Reply:
        """Send a request until it is answered. `path` is what follows `/api/1/`."""
        headers = {"If-None-Match": etag} if etag else {}
        if method == "POST":
            headers["Idempotency-Key"] = key or token_hex()
        ends_at = None if self.patience is None else time.monotonic() + self.patience
        tries = 0
        while True:
            reply = self._try(method, path, body, headers)
            if isinstance(reply, Reply):
                return reply
            if isinstance(reply, ApiError):
                reply.is_repeated = tries > 0
                raise reply
            why, wait = reply
            tries += 1
            wait = _back_off(tries) if wait is None else wait
            if ends_at is not None and time.monotonic() + wait > ends_at:
                raise Unreachable(f"{method} {path}: {why}")
            log.warning("%s %s: %s. Trying again in %.0f s.", method, path, why, wait)
            self.sleep(wait)

    def _try(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> Reply | ApiError | tuple[str, float | None]:
        """Return what the site answered, its refusal, or why to try again and after how many seconds."""
        try:
            answer = self.session.request(
                method, f"{self.site}/api/1/{path}", json=body, headers=headers, timeout=TIMEOUT, allow_redirects=False
            )
            content = answer.json() if answer.content else None
        except requests.JSONDecodeError:
            content = None
        except requests.RequestException as error:
            return type(error).__name__, None
        wait = read_wait(answer)
        if answer.status_code < 300 or answer.status_code == 304:
            return Reply(answer.status_code, content, answer.headers.get("ETag", ""), wait)
        problem = content if isinstance(content, dict) else {}
        refusal = (Conflict if answer.status_code == 409 else ApiError)(answer.status_code, problem)
        # A 409 that names a time is a request that is still under way.
        if answer.status_code in (408, 429) or answer.status_code >= 500 or (answer.status_code == 409 and wait):
            return str(refusal), wait
        return refusal

    # What there is.

    def me(self) -> dict[str, Any]:
        return cast(dict[str, Any], self.request("GET", "me").body)

    def games(self, page: int = 1) -> list[Row]:
        """Return the tables where one sits or is invited, 25 a page: waiting, running, open and then finished ones."""
        return cast(list[Row], self.request("GET", f"games?page={page}").body["games"])

    def waiting(self) -> list[Row]:
        """Return the tables that wait for this user's answer."""
        return cast(list[Row], self.request("GET", "waiting").body["games"])

    def titles(self) -> dict[str, Any]:
        """Return what can be played: `titles` with their seats, options and texts, `paces`, `banks` and `presets`."""
        return cast(dict[str, Any], self.request("GET", "titles").body)

    def tables(self, **wanted: str | int) -> list[dict[str, Any]]:
        """Return public tables with a free seat. `wanted` are `title`, `seats`, `pace`, `language` and `page`."""
        return cast(list[dict[str, Any]], self.request("GET", f"tables?{urlencode(wanted)}").body["tables"])

    def bots(self, **wanted: str | int) -> list[dict[str, Any]]:
        """Return bot accounts that take invitations. `wanted` are `title`, `seats` and `page`."""
        return cast(list[dict[str, Any]], self.request("GET", f"bots?{urlencode(wanted)}").body["bots"])

    def game(self, code: str) -> Game:
        return cast(Game, self.request("GET", f"games/{code}").body)

    def record(self, code: str) -> Any:
        """Return the record of a game that is over."""
        return self.request("GET", f"games/{code}/record").body

    def replay(self, code: str, **wanted: int) -> dict[str, Any]:
        """Return a game as it was. `wanted` are `step` or `scene` and, after the end, the `seat` that looks."""
        return cast(dict[str, Any], self.request("GET", f"games/{code}/replay?{urlencode(wanted)}").body)

    # Tables.

    def open(self, title: str, seats: int, *, key: str = "", **terms: Any) -> Game:
        """Open a table. `terms` are other fields of the API, such as `options`, `pace` or `allows_bots`.

        With the same `key` as before it is the same table, even after a restart of the program.
        """
        return cast(Game, self.request("POST", "games", {"title": title, "seats": seats, **terms}, key=key).body)

    def fill(self, code: str, bot: str = "steady") -> Game:
        """Let bots of the site take the free seats."""
        return self._change(code, "fill", {"bot": bot}, lambda game: game["status"] in GOING and not game.get("free"))

    def join(self, code: str, **wanted: str) -> Game:
        return self._change(code, "join", wanted, lambda game: game["you"] is not None and not game.get("invited"))

    def ready(self, code: str) -> Game:
        """Say that one is there, where a table that is about to begin asks for it."""
        return self._change(code, "ready", None, lambda game: bool(find_own(game).get("ready")) or is_running(game))

    def invite(self, code: str, person: str) -> Game:
        """Invite a person or a bot account to this user's table by their code."""
        return self._change(code, "invite", {"person": person}, lambda game: has_seat(game, person))

    def decline(self, code: str, reason: str = "") -> None:
        """Decline an invitation. The table sees a reason: `later`, `title`, `seats`, `pace`, `options` or `other`."""
        self._end(code, "decline", {"reason": reason})

    def offer(self, games: Mapping[str, Sequence[int]]) -> None:
        """Say which titles this bot account may be invited to, and for how many seats. None ends it."""
        offered = [{"title": title, "seats": [*seats]} for title, seats in games.items()]
        self.request("PUT", "invitations", {"games": offered})

    def leave(self, code: str) -> None:
        self._end(code, "leave")

    def close(self, code: str) -> None:
        self._end(code, "close")

    def _change(self, code: str, what: str, body: Any, is_so: Callable[[Game], bool]) -> Game:
        """Change a table, and return it. If it `is_so` already by an earlier try, that is no error."""
        try:
            return cast(Game, self.request("POST", f"games/{code}/{what}", body).body)
        except ApiError as refused:
            if refused.is_repeated and is_so(game := self.game(code)):
                return game
            raise

    def _end(self, code: str, what: str, body: Any = None) -> None:
        try:
            self.request("POST", f"games/{code}/{what}", body)
        except ApiError as refused:
            # By an earlier try one has left, or the table is closed.
            if not refused.is_repeated or refused.status not in (403, 404, 409):
                raise

    # A running game.

    def answer(self, code: str, decision: str, moves: Answer) -> Game:
        """Answer a question. The same answer again plays nothing twice. Raises `Conflict` if it is no longer asked."""
        body = {"decision": decision, "moves": moves}
        return cast(Game, self.request("POST", f"games/{code}/moves", body).body)

    def take_back(self, code: str) -> Game:
        """Take the user's seat back from a stand-in."""
        return self._change(code, "take-back", None, lambda game: not find_own(game).get("stand_in"))

    def hand_over(self, code: str, *, leaves_notes: bool = False) -> Game:
        """Leave the user's seat to a stand-in."""
        wanted = {"leaves_notes": leaves_notes}
        return self._change(code, "hand-over", wanted, lambda game: bool(find_own(game).get("stand_in")))

    def pause(self, code: str, *, agrees: bool = True) -> Game:
        """Propose a pause or agree to it. With `agrees=False` take that back."""
        return self._change(code, "pause", {"agrees": agrees}, lambda game: bool(game.get("paused")) == agrees)

    def resume(self, code: str) -> Game:
        return self._change(code, "resume", None, lambda game: not game.get("paused"))

    def more_time(self, code: str) -> Game:
        """Give the others more time. That is possible once for each decision."""
        return self._change(code, "more-time", None, is_running)

    def end(self, code: str, *, agrees: bool = True) -> Game:
        """Propose to end the game without a winner or agree to it. With `agrees=False` take that back."""
        return self._change(code, "end", {"agrees": agrees}, lambda game: (not is_running(game)) == agrees)

    def rematch(self, code: str, seats: str = "keep") -> Game:
        """Open the rematch of a finished game, or take a seat at it, and return that table.

        `seats` says where people sit: `keep`, `turn` or `shuffle`.
        """
        return cast(Game, self.request("POST", f"games/{code}/rematch", {"seats": seats}).body)

    def talk(self, code: str) -> Talk:
        return cast(Talk, self.request("GET", f"games/{code}/talk").body)

    def say(self, code: str, text: str) -> Talk:
        return cast(Talk, self.request("POST", f"games/{code}/talk", {"text": text}).body)

    # Waiting.

    def poll(self, path: str) -> "Poll":
        return Poll(self, path)

    def watch(self, code: str) -> Iterator[Game]:
        """Yield a table each time that it has changed, until it is over or cancelled."""
        poll = self.poll(f"games/{code}")
        while True:
            game = poll.ask()
            if game is not None:
                yield game
                if game["status"] not in GOING:
                    return
            poll.wait()


class Poll:
    """Asks the same again and again, with the last `ETag`. `last` is the last answer with a body."""

    def __init__(self, client: Client, path: str) -> None:
        self.client, self.path = client, path
        self.etag, self.wait_for = "", POLL_EVERY
        self.last: Any = None

    def ask(self) -> Any:
        """Return what the site answers, or None if it is the same as the last time."""
        reply = self.client.request("GET", self.path, etag=self.etag)
        self.etag, self.wait_for = reply.etag or self.etag, reply.wait or POLL_EVERY
        if reply.status != 200:
            return None
        self.last = reply.body
        return reply.body

    def forget(self) -> None:
        """Count the next answer as a new one."""
        self.etag = ""

    def wait(self, seconds: float | None = None) -> None:
        """Wait for as long as the site says, or so many seconds. If it has a stream, only until there is news."""
        self.client.bell.wait(seconds or self.wait_for, self.client.sleep)


def find_own(game: Game) -> Seated:
    """Return the user's own row of the players, or an empty one without a seat."""
    return next((player for player in game["players"] if player["seat"] == game["you"]), cast(Seated, {}))


def has_seat(game: Game, person: str) -> bool:
    return any(player.get("person") == person for player in game["players"])


def is_running(game: Game) -> bool:
    return game["status"] == "running"


def _back_off(tries: int) -> float:
    """Return how many seconds to wait after so many tries. Programs that failed together do not come back together."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (tries - 1)) * random.uniform(0.75, 1)  # noqa: S311


def read_wait(answer: requests.Response) -> float | None:
    """Return `Retry-After` in seconds, or None if it is missing or a date."""
    try:
        return max(0.0, float(answer.headers.get("Retry-After", "")))
    except ValueError:
        return None
