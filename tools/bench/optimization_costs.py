"""Costs of requests with all optimizations of `games.fast`, and without each of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from statistics import median

from django.utils import timezone

from games.fast import switches
from games.models import Game
from games.tables.services import deadlines
from tools.bench.figures import Figure
from tools.bench.hot_paths import Site
from tools.bench.http.tables import PLACES, Asked, People, find_news, list_known, require_accepted

FULL, QUICK, WARM_UP = 12, 3, 1
"""How many rounds are played: usually, with `--quick`, and before anything is measured."""
CONTROL = "control: nothing is off"
MOVE, PAGE, POLL, DEADLINE = KINDS = ("move", "page", "poll", "deadline")
MOVES, POLLS = 2, 4
"""How many moves are made at each table, and how often each page polls."""
WORTH = 5
"""An optimization should save at least this many per cent of one kind of request."""


@dataclass
class Costs:
    count: int = 0
    process: float = 0.0
    database: float = 0.0

    def add(self, site: Site, count: int = 1) -> None:
        self.count += count
        self.process += site.took
        self.database += site.database_took


Sample = dict[str, Costs]
"""The costs of one round, by kind of request."""


@dataclass
class Tally:
    samples: dict[str, list[Costs]] = field(default_factory=lambda: defaultdict(list))

    def add(self, sample: Sample) -> None:
        for kind, costs in sample.items():
            self.samples[kind].append(costs)

    def process(self, kind: str) -> float:
        return 1000 * sum(each.process for each in self.samples[kind]) / sum(each.count for each in self.samples[kind])

    def database(self, kind: str) -> float:
        return 1000 * sum(each.database for each in self.samples[kind]) / sum(each.count for each in self.samples[kind])

    def compare(self, other: "Tally", kind: str) -> float:
        """Return by how many per cent this takes longer: the median of pairs measured one after the other."""
        pairs = zip(self.samples[kind], other.samples[kind], strict=True)
        return median(100 * (costs.process / beside.process - 1) for costs, beside in pairs)


def measure_all(rounds: int) -> list[Figure]:
    site, people = Site(), People()
    site.cookies |= people.cookies
    runs = {name: Tally() for name in ("", CONTROL, *switches.OPTIMIZATIONS)}
    for number in range(WARM_UP + rounds):
        for name, sample in play_round(site, people, list(runs), number):
            if number >= WARM_UP:
                runs[name].add(sample)
    all_on = runs.pop("")
    return [describe(all_on), *(compare(name, tally, all_on) for name, tally in runs.items())]


def play_round(site: Site, people: People, names: list[str], number: int) -> Iterator[tuple[str, Sample]]:
    left: dict[str, list[Asked]] = defaultdict(list)
    for place in PLACES:
        for name in turn(names, number):
            # The same moment for all.
            people.chance = Random(f"{number} {place}")
            sample = defaultdict[str, Costs](Costs)
            with without(name):
                left[name] += play_table(site, people, people.sit_down(place, 1), sample)
            yield name, sample
    for name in turn(names, number):
        with without(name):
            yield name, {DEADLINE: close(site, left[name])}


def turn(names: list[str], number: int) -> list[str]:
    start = number % len(names)
    return names[start:] + names[:start]


@contextmanager
def without(name: str) -> Iterator[None]:
    before, switches.OFF = switches.OFF, switches.OFF | {name}
    try:
        yield
    finally:
        switches.OFF = before


def play_table(site: Site, people: People, sent: Sequence[Asked], taken: Sample) -> Sequence[Asked]:
    for _ in range(MOVES):
        for asked in sent:
            play(site, asked, taken)
        require_accepted(sent)
        sent = people.go_on(sent)
    return sent


def play(site: Site, asked: Asked, taken: Sample) -> None:
    page = site.fire("get", asked.user, asked.path, {"tab": asked.tab}, htmx=False).decode()
    taken[PAGE].add(site)
    for _ in range(POLLS):
        site.fire("get", asked.user, find_news(page), {}, status=204)
        taken[POLL].add(site)
    site.post(asked.user, f"{asked.path}move/", asked.fields(page), list_known(page))
    taken[MOVE].add(site)


def close(site: Site, sent: Sequence[Asked]) -> Costs:
    now, costs = timezone.now(), Costs()
    keys = [asked.table.game.pk for asked in sent]
    Game.objects.filter(pk__in=keys).update(due_at=now - timedelta(seconds=1))
    closed = site.count(lambda: deadlines._close_expired(now))
    assert closed == len(sent), f"{closed} of {len(sent)} deadlines were closed"
    costs.add(site, closed)
    return costs


def describe(tally: Tally) -> Figure:
    beside = ", ".join(f"a {kind} {tally.process(kind):.2f}" for kind in KINDS[1:])
    database = ", ".join(f"a {kind} {tally.database(kind):.2f}" for kind in KINDS)
    return Figure(
        "a move with every optimization", tally.process(MOVE), "ms", "", True, f"{beside}; PostgreSQL: {database}"
    )


def compare(name: str, tally: Tally, all_on: Tally) -> Figure:
    more = {kind: tally.compare(all_on, kind) for kind in KINDS}
    beside = ", ".join(f"a {kind} {more[kind]:+.0f} %" for kind in KINDS[1:])
    database = ", ".join(f"a {kind} {tally.database(kind) - all_on.database(kind):+.2f} ms" for kind in KINDS)
    is_worth_it = name == CONTROL or max(more.values()) >= WORTH
    return Figure(
        name, more[MOVE], "% a move", f">= {WORTH} % of one", is_worth_it, f"{beside}; PostgreSQL: {database}"
    )
