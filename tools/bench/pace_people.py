"""People for the pace benchmark: when they look, and what they do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from games.rules.engine.values import Seat
from tools.bench.pace_forms import LOST, find_forms, prepare
from tools.bench.pace_games import PlayedGame
from tools.bench.pace_wishes import count_known, is_sure

ZONES = ("Europe/Paris", "America/Montreal", "Pacific/Noumea")
MOMENTS = ((7, 10), (12, 15), (19, 22))
"""Local hours between which the sessions of a day begin."""
MONDAY = datetime(2026, 11, 2, tzinfo=UTC)
SESSION = timedelta(minutes=10)
ANSWER, PREPARE = timedelta(minutes=1), timedelta(minutes=1)
SWEEP = timedelta(seconds=10)
"""A premove is played so long after its question is asked."""
TOGETHER = timedelta(minutes=30)
"""How long people stay who agreed to play on."""


@dataclass(frozen=True)
class Habits:
    """`share` of the people prepare, `willing` is their share of prepared answers.

    The `careful` prepare a card only if sure, and no vote. `reach` names what may be prepared beyond the next card;
    `stays` whether people who meet play on; `finding` the time between tables.
    """

    share: float = 1.0
    willing: float = 1.0
    careful: bool = False
    reach: frozenset[str] = frozenset()
    stays: bool = False
    tables: int = 1
    finding: timedelta = timedelta(seconds=5)
    zones: tuple[str, ...] = ZONES


@dataclass
class Table:
    game: PlayedGame
    at: int = 0
    answered: set[Seat] = field(default_factory=set)
    prepared: dict[Seat, set[int]] = field(default_factory=dict)
    ended_at: datetime | None = None

    def is_asked(self, seat: Seat) -> bool:
        return self.ended_at is None and seat in self.game.steps[self.at].answers and seat not in self.answered

    def list_next(self, seat: Seat) -> list[int]:
        """Return the next two steps where `seat` is or will be asked."""
        return [step for step in self.game.turns[seat] if step > self.at or (step == self.at and self.is_asked(seat))][
            :2
        ]


@dataclass
class Person:
    seat: Seat
    zone: str
    prepares: bool
    until: datetime = MONDAY
    """When the person's present visit ends."""
    is_busy: bool = False


class Club:
    def __init__(self, games: Sequence[PlayedGame], habits: Habits, seed: str) -> None:
        self.habits, self.chance, self.seed = habits, Random(seed), seed
        self.tables = [Table(game) for game in games]
        seats = len(games[0].turns)
        order = self.chance.sample(range(len(habits.zones)), len(habits.zones))
        eager = {*self.chance.sample(range(seats), round(habits.share * seats))}
        self.people = [Person(seat, habits.zones[order[seat % len(order)]], seat in eager) for seat in range(seats)]
        self.events: list[tuple[datetime, int, str, tuple[int, ...]]] = []
        self.numbers = count()
        self.begun_at = MONDAY + timedelta(hours=self.chance.uniform(0, 24))

    def play(self) -> list[float]:
        sessions = [self.list_sessions(person) for person in self.people]
        for person, begins in zip(self.people, sessions, strict=True):
            self.plan(next(begins), "sit", person.seat)
        while any(table.ended_at is None for table in self.tables):
            now, _, what, given = heappop(self.events)
            if what == "sit":
                self.plan(next(sessions[given[0]]), "sit", given[0])
            getattr(self, f"do_{what}")(now, *given)
        return [(table.ended_at - self.begun_at) / timedelta(days=1) for table in self.tables if table.ended_at]

    def list_sessions(self, person: Person) -> Iterator[datetime]:
        chance = Random(f"{self.seed} {person.seat}")
        for day in count(-1):
            for opens, closes in MOMENTS:
                local = MONDAY.date() + timedelta(days=day)
                begin = datetime(local.year, local.month, local.day, tzinfo=ZoneInfo(person.zone)) + timedelta(
                    hours=chance.uniform(opens, closes)
                )
                if begin.astimezone(UTC) >= self.begun_at:
                    yield begin.astimezone(UTC)

    def plan(self, moment: datetime, what: str, *given: int) -> None:
        heappush(self.events, (moment, next(self.numbers), what, given))

    def do_sit(self, now: datetime, seat: Seat) -> None:
        person = self.people[seat]
        person.until = max(person.until, now + SESSION)
        if self.habits.stays and all(other.until > now for other in self.people):
            for other in self.people:
                other.until = max(other.until, now + TOGETHER)
        self.look(now, person)

    def look(self, now: datetime, person: Person) -> None:
        if person.is_busy or now >= person.until:
            return
        asked = [number for number, table in enumerate(self.tables) if table.is_asked(person.seat)]
        if asked:
            person.is_busy = True
            self.plan(now + ANSWER + self.habits.finding, "answer", asked[0], person.seat)
            return
        open_ = [number for number, table in enumerate(self.tables) if self.list_open(table, person)]
        if person.prepares and open_:
            person.is_busy = True
            self.plan(now + PREPARE + self.habits.finding, "prepare", open_[0], person.seat)

    def list_open(self, table: Table, person: Person) -> set[int]:
        if table.ended_at is not None or not person.prepares:
            return set()
        return self.list_reached(table, person.seat) - table.prepared.get(person.seat, set())

    def list_reached(self, table: Table, seat: Seat) -> set[int]:
        """Return the steps for which the form can prepare an answer.

        The second step can only be prepared after the first.
        """
        game, reached = table.game, set[int]()
        premoves = game.title.PREMOVES
        offer = premoves.offer(game.title.observe(game.steps[table.at].state, seat)) if premoves else None
        if premoves is None or offer is None or table.is_asked(seat) or seat in table.answered:
            return reached
        for number, form in zip(table.list_next(seat), find_forms(offer, self.habits.reach), strict=False):
            step = game.steps[number]
            seen = game.title.observe(step.state, seat)
            if not self.is_willing(game, seat, number, game.steps[table.at].state) or not prepare(
                premoves, form, seen, step.answers[seat]
            ):
                break
            reached.add(number)
        return reached

    def is_willing(self, game: PlayedGame, seat: Seat, number: int, state: Any) -> bool:
        if self.habits.careful:
            step = game.steps[number]
            if (decision := game.title.decision(step.state, seat)) and decision.vote:
                return False
            known = count_known(state, step.state)
            if (sure := is_sure(game, seat, number, known, LOST in self.habits.reach)) is not None:
                return sure
        return Random(f"{self.seed} {seat} {number}").random() < self.habits.willing

    def do_answer(self, now: datetime, number: int, seat: Seat) -> None:
        self.people[seat].is_busy = False
        table = self.tables[number]
        if table.is_asked(seat):
            # Answering by hand drops later premoves.
            table.prepared.pop(seat, None)
            self.take(now, table, number, seat)
        self.look(now, self.people[seat])

    def do_prepare(self, now: datetime, number: int, seat: Seat) -> None:
        self.people[seat].is_busy = False
        table = self.tables[number]
        if not table.is_asked(seat):
            table.prepared[seat] = table.prepared.get(seat, set()) | self.list_open(table, self.people[seat])
        self.look(now, self.people[seat])

    def do_sweep(self, now: datetime, number: int, step: int) -> None:
        table = self.tables[number]
        if table.at == step and table.ended_at is None:
            for seat in [seat for seat, steps in table.prepared.items() if step in steps and table.is_asked(seat)]:
                self.take(now, table, number, seat)

    def take(self, now: datetime, table: Table, number: int, seat: Seat) -> None:
        table.answered.add(seat)
        if len(table.answered) < len(table.game.steps[table.at].answers):
            return
        table.at, table.answered = table.at + 1, set()
        if table.at == len(table.game.steps):
            table.ended_at = now
            return
        self.plan(now + SWEEP, "sweep", number, table.at)
        for person in self.people:
            self.look(now, person)
