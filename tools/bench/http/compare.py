"""Sends the same load to the site, to minimal views behind its middleware (a) and to a bare project (b)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, cycle, islice
from statistics import median

from tests.races.answers import CSRF
from tools.bench.backends import Backends
from tools.bench.figures import Figure
from tools.bench.http.client import Answer, ask_all, write_request
from tools.bench.http.server import Server
from tools.bench.http.tables import PLACES, Asked, People, Place, require_accepted

MANY = 16
POLLS = 4
UNDER_WAY, MORE = ", under way", 2
"""The words for measurements of tables that are in the cache, and how many moves are made at each of them."""


@dataclass(frozen=True)
class Effort:
    rounds: int
    tables: int
    crowd: int


FULL, QUICK = Effort(6, 6, 48), Effort(3, 4, 48)


@dataclass
class Tally:
    requests: int = 0
    processor: float = 0.0
    database: float = 0.0
    rates: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    @property
    def cost(self) -> float:
        return 1000 * self.processor / self.requests

    @property
    def database_cost(self) -> float:
        return 1000 * self.database / self.requests

    @property
    def rate(self) -> float:
        return median(self.rates)


Tallies = defaultdict[str, Tally]


class Bare:
    def __init__(self, server: Server, cookies: Sequence[str], things: Sequence[str]) -> None:
        self.server = server
        pairs = list(zip(cookies, cycle(things), strict=False))
        fields = {"csrfmiddlewaretoken": CSRF, "decision": "play-1", "card": "B7"}
        self.writes = cycle([write_request(f"/write/{thing}/", cookie, fields) for cookie, thing in pairs])
        self.glances = cycle([write_request(f"/glance/{thing}/?v=0&c=play-1", cookie) for cookie, thing in pairs])


@dataclass
class Comparison:
    site: Server
    bare: dict[str, Bare]
    people: People
    backends: Backends
    clients: int = 1
    tallies: Tallies = field(default_factory=lambda: defaultdict(Tally))

    def play(self, sent: Sequence[Asked]) -> None:
        self.measure(sent)
        for _ in range(MORE):
            sent = self.people.go_on(sent)
            if sent:
                self.measure(sent, UNDER_WAY)

    def measure(self, sent: Sequence[Asked], when: str = "") -> None:
        pages = self.ask(self.site, f"page{when}", [each.page() for each in sent], 200, sent)
        news = [each.news(page) for each, page in zip(sent, pages, strict=True)]
        self.ask(self.site, f"news{when}", news * POLLS, 204, sent)
        games = self.ask(self.site, f"game{when}", [each.game() for each in sent], 200, sent)
        polls = [each.game(known) for each, known in zip(sent, games, strict=True)]
        self.ask(self.site, f"game, nothing new{when}", polls * POLLS, 304, sent)
        moves = [each.move(page) for each, page in zip(sent, pages, strict=True)]
        self.ask(self.site, f"move{when}", moves, 200, sent)
        require_accepted(sent)
        for name, bare in self.bare.items():
            self.ask(bare.server, f"{name} write{when}", list(islice(bare.writes, len(sent))), 200)
            self.ask(bare.server, f"{name} glance{when}", list(islice(bare.glances, POLLS * len(sent))), 204)

    def ask(
        self, server: Server, name: str, requests: Sequence[bytes], status: int, sent: Sequence[Asked] = ()
    ) -> list[Answer]:
        before, database_before = server.processor_time(), self.backends.processor_time()
        answers, seconds = ask_all(server.port, requests, self.clients)
        spent, database = server.processor_time() - before, self.backends.processor_time() - database_before
        if wrong := [answer.status for answer in answers if answer.status != status]:
            raise AssertionError(f"{name}: {len(wrong)} of {len(answers)} answers have status {wrong[0]}")
        places = {str(each.place) for each in sent}
        for key in [name, *(f"{name}, {place}" for place in places if len(places) == 1)]:
            tally = self.tallies[key]
            tally.requests += len(requests)
            tally.processor += spent
            tally.database += database
            tally.rates.append(len(requests) / seconds)
            tally.sizes += [len(answer.body) for answer in answers]
        return answers


def measure_alone(comparison: Comparison, effort: Effort) -> Tallies:
    warm_up(comparison)
    for _ in range(effort.rounds):
        for place in PLACES:
            comparison.play(comparison.people.sit_down(place, effort.tables))
    return comparison.tallies


def measure_crowded(comparison: Comparison, effort: Effort) -> Tallies:
    comparison = replace(comparison, clients=MANY, tallies=defaultdict(Tally))
    for _ in range(effort.rounds):
        comparison.play(sit_down_everywhere(comparison.people, effort.crowd))
    return comparison.tallies


def warm_up(comparison: Comparison) -> None:
    comparison.clients = MANY
    comparison.measure(sit_down_everywhere(comparison.people, 4 * MANY))
    comparison.clients = 1
    comparison.tallies.clear()


def sit_down_everywhere(people: People, tables: int) -> list[Asked]:
    places: Iterator[Place] = islice(cycle(PLACES), tables)
    return list(chain.from_iterable(people.sit_down(place, 1) for place in places))


def scale(servers: Sequence[Server], people: People, effort: Effort) -> list[Figure]:
    rates: dict[int, list[float]] = defaultdict(list)
    for _ in range(effort.rounds + 1):
        for server in servers:
            comparison = Comparison(server, {}, people, Backends(), MANY)
            comparison.measure(sit_down_everywhere(people, effort.crowd // 2))
            rates[server.workers].append(comparison.tallies["move"].rate)
    # Processes are cold in the first round.
    warm = {workers: median(found[1:]) for workers, found in rates.items()}
    slowest = warm[min(warm)]
    return [
        Figure(f"moves, web processes: {workers}", rate, "a second", "", True, f"{rate / slowest:.2f} of the first")
        for workers, rate in warm.items()
    ]
