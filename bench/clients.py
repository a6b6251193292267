"""One client that sends requests to the site and, in turn, to the minimal views of `bench.plain`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from bench.figures import Figure
from games.reads.table import Table
from tests.games.builders import asked, choose, make_person
from tests.games.stored import Recorded, record_games, store_game
from tests.races.answers import CSRF, sign_in, start_response, write_form

SEATS = 4
REQUESTS = 300
WARM_UP = 20
MOVE_SHARE, NEWS_SHARE, QUERIES = 0.6, 0.8, 12


@dataclass(frozen=True)
class Shot:
    """A request, and the status that its answer must have."""

    handle: WSGIHandler
    environ: dict[str, Any]
    status: int

    def fire(self) -> float:
        """Send the request and return how many seconds the answer took."""
        begun = perf_counter()
        response = self.handle(self.environ, start_response)
        b"".join(response)
        response.close()
        seconds = perf_counter() - begun
        if response.status_code != self.status:
            raise AssertionError(f"{self.environ['PATH_INFO']}: status {response.status_code}")
        return seconds


@dataclass(frozen=True)
class Compared:
    """Requests a second at the median of the site's requests and of the minimal ones, and the site's query counts."""

    ours: float
    plain: float
    queries: Sequence[int]

    def figures(self, name: str, share: float) -> list[Figure]:
        """Return the figures of a comparison whose target is so large a share of the minimal rate."""
        ratio, most = self.ours / self.plain, max(self.queries)
        rates = f"{self.ours:.0f} of {self.plain:.0f} requests/s"
        spread = f"{min(self.queries)} to {most}"
        return [
            Figure(name, 100 * ratio, "%", f">= {share:.0%}", ratio >= share, rates),
            Figure(f"{name}: queries", most, "queries", f"<= {QUERIES}", most <= QUERIES, spread),
        ]


class Site:
    """The site and the minimal views, with people who are signed in."""

    def __init__(self) -> None:
        self.people = [make_person() for _ in range(SEATS)]
        self.cookies = {person.pk: sign_in(person) for person in self.people}
        self.handle = WSGIHandler()

    def post(self, user: User, path: str, fields: Mapping[str, str]) -> Shot:
        """Return a form to be sent by HTMX."""
        request = self.requests(user).post(path, {**fields, "csrfmiddlewaretoken": CSRF})
        return Shot(self.handle, request.environ, 200)

    def get(self, user: User, path: str) -> Shot:
        """Return a look for news by HTMX."""
        return Shot(self.handle, self.requests(user).get(path).environ, 204)

    def requests(self, user: User) -> RequestFactory:
        """Return what makes requests of `user`'s browser."""
        return RequestFactory(HTTP_COOKIE=self.cookies[user.pk], HTTP_HX_REQUEST="true")

    def moves(self, *, bots: bool) -> Iterator[tuple[Shot, Shot]]:
        """Give moves from all over random games, each with a minimal request that writes."""
        for recorded, length in turns():
            table = self.store(recorded, length, bots=bots)
            seat = asked(table)[0]
            user = table.players[seat].user
            assert user is not None
            decision = table.title.decision(table.states[-1], seat)
            assert decision is not None
            fields = write_form(table, decision.name, choose(table, seat))
            code = table.game.code
            yield (
                self.post(user, f"/g/{code}/move/", fields),
                self.post(user, f"/write/{code}/", {"card": "B7", **fields}),
            )

    def looks(self) -> Iterator[tuple[Shot, Shot]]:
        """Give looks at a game in which nothing is new, each with a minimal request that reads."""
        table = self.store(record_games(SEATS)[0], 20, bots=False)
        code, query = table.game.code, f"?v={table.game.version}&c="
        while True:
            yield (
                self.get(self.people[0], f"/g/{code}/news/{query}"),
                self.get(self.people[0], f"/glance/{code}/{query}"),
            )

    def store(self, recorded: Recorded, length: int, *, bots: bool) -> Table:
        """Store a game after `length` moves; with bots, only the seat to act is a person's."""
        turn = recorded.states[length].turn
        people = [None if bots and seat != turn else person for seat, person in enumerate(self.people)]
        return store_game(recorded, people, length, bot="steady")


def turns() -> Iterator[tuple[Recorded, int]]:
    """Give places in recorded games at which a player plays a card, endlessly, evenly spread."""
    places = [
        (recorded, length)
        for recorded in record_games(SEATS)
        for length in range(recorded.vote)
        if recorded.states[length].plays or recorded.states[length].mission is None
    ]
    Random(1).shuffle(places)
    return cycle(places)


def compare(pairs: Iterator[tuple[Shot, Shot]]) -> Compared:
    """Fire pairs of requests in turn, and count the queries of some more."""
    for ours, other in islice(pairs, WARM_UP):
        ours.fire(), other.fire()
    times = [(ours.fire(), other.fire()) for ours, other in islice(pairs, REQUESTS)]
    queries = [count_queries(ours.fire) for ours, _ in islice(pairs, WARM_UP)]
    return Compared(1 / median(ours for ours, _ in times), 1 / median(other for _, other in times), queries)


def count_queries(call: Callable[[], object]) -> int:
    """Return how many queries a call makes; beginning and ending a transaction is none."""
    with CaptureQueriesContext(connection) as captured:
        call()
    return sum(query["sql"] not in ("BEGIN", "COMMIT") for query in captured.captured_queries)


def measure_requests() -> list[Figure]:
    """Return the figures of moves and of looks for news."""
    site = Site()
    return [
        *compare(site.moves(bots=False)).figures("move, among people", MOVE_SHARE),
        *compare(site.moves(bots=True)).figures("move, bots in the other seats", MOVE_SHARE),
        *compare(site.looks()).figures("nothing new", NEWS_SHARE),
    ]
