"""The law of the clock: nobody gets less than promised, nothing is early, a game ends by its *over by* as last told.

Checked on the database over random games of people in several zones, in which they answer, let time run out, give each
other time, pause and go on, take holidays and end them early, and the site goes down, at a clock that is moved.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.availability.vacations import ALLOWANCE, VacationError, find_today, list_coming
from accounts.availability.waking_hours import NOTHING
from accounts.models import User
from games.clock.table_clock import find_alone
from games.clock.vacations import find_left
from games.models import Game, Heartbeat, Move, Player
from games.rules.engine.values import CLOCK
from games.state import wall_clock
from games.state.refusals import Refusal
from games.state.table import Table, list_sitters, load_table
from games.state.view import latest_end
from games.tables.services import deadlines, pauses, stand_ins, vacations
from games.tables.services import moves as play
from tests.builders_people import make_person
from tests.rounds import count_rounds, one_in
from tests.tables.acts import until
from tests.tables.builders import choose, start_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 20, 14, tzinfo=UTC)
"""A week before the clocks change in Paris."""
IN_DECEMBER = datetime(2026, 12, 4, 14, tzinfo=UTC)
"""Before a year ends, and with it what is left of its holidays."""
ZONES = ("Europe/Paris", "America/Toronto", "Pacific/Noumea")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MAX_STEPS = 600


@dataclass
class Watch:
    """A running game at a clock that is moved, and what its players were told."""

    game: Game
    traveller: time_machine.Traveller
    chance: Random
    now: datetime = START
    told: datetime | None = None
    # For what is asked now: the time that its players must have, by their own hours, and how much of it has passed.
    promised: dict[int, timedelta] = field(default_factory=dict)
    passed: dict[int, timedelta] = field(default_factory=dict)
    question: tuple[int, ...] = ()

    def load(self) -> Table:
        return load_table(Game.timed.get(pk=self.game.pk))

    def move_clock(self, moment: datetime) -> None:
        """Let time pass until a moment, with the site up: for all whose time it is, as they are awake."""
        table = self.load()
        if table.game.paused_at is None:
            for seat, time in self.passed.items():
                self.passed[seat] = time + table.players[seat].hours.count(self.now, moment)
        self.now = moment
        self.traveller.move_to(moment)
        Heartbeat.objects.update(beat_at=moment)

    def note(self) -> None:
        """Note what the table is told now; check that it never ends later than it was told."""
        table = self.load()
        question = (len(table.entries), *table.sealed) if table.game.is_running else ()
        if question[:1] != self.question[:1]:
            self.promised = {seat: promise(table, seat) for seat in list_sitters(table)}
            self.passed = dict.fromkeys(self.promised, NOTHING)
        self.question = question
        self.promised = {seat: time for seat, time in self.promised.items() if is_waited_for(table, seat)}
        plain, latest = latest_end(table), latest_end(table, with_vacations=table.game.vacations)
        assert latest is None or self.told is None or latest <= self.told, "it may end later than was told"
        assert latest is None or (plain and plain <= latest)
        self.told = latest if latest is not None else self.told

    def change(self) -> None:
        """Forget what was told: what follows is told anew."""
        self.told = None

    def sweep(self, moment: datetime) -> None:
        """Sweep at a moment, and check that nobody had less time than promised if the clock answered for them."""
        self.move_clock(moment)
        before = Move.objects.filter(game=self.game, by=CLOCK).values_list("seat", "sequence")
        known = set(before)
        deadlines.sweep()
        for seat, sequence in set(before.all()) - known:
            assert self.passed[seat] >= self.promised.get(seat, NOTHING), f"move {sequence} of {seat} came early"
        self.note()


def promise(table: Table, seat: int) -> timedelta:
    """Return for how long a player may be awake before the clock answers what is asked now, if it is asked of them."""
    player, asked = table.players[seat], table.asked
    hours, clock = player.hours, table.game.clock
    if any(decision.vote for decision in asked.values()):
        return hours.scale(clock.vote)
    if find_alone(asked) != seat:
        return hours.scale(clock.turn)
    return hours.scale(clock.turn) + player.bank + (NOTHING if player.missed else clock.grace(hours))


def is_waited_for(table: Table, seat: int) -> bool:
    """Tell whether the table still waits for a player's holidays: not without end, if they end them early each time."""
    waited = table.players[seat].sitter.waited
    return all(find_left(waited, year) for year in (START.year, timezone.now().year))


def start(
    traveller: time_machine.Traveller, chance: Random, *, sleeps: bool, bank: int, vacations: bool = False
) -> Watch:
    """Start a game of three in three zones, each with hours of their own."""
    people = [make_person() for _ in ZONES]
    for person, zone in zip(people, ZONES, strict=True):
        person.time_zone, person.wakes_at = zone, chance.randint(0, 23)
        person.sleeps_at = (person.wakes_at + chance.randint(8, 18)) % 24
        person.save()
    deadlines.sweep()
    game = start_table(*people, sleeps=sleeps, bank=bank, vacations=vacations, options={"wagers": False})
    watch = Watch(game, traveller, chance, now=timezone.now())
    watch.note()
    return watch


def answer(watch: Watch) -> None:
    """Let one of those who are asked answer after some time, before it is over."""
    watch.move_clock(watch.now + (until(watch.game) - watch.now) * watch.chance.random())
    table = watch.load()
    seat = watch.chance.choice([seat for seat in table.asked if seat not in table.sealed])
    decision = table.asked[seat]
    with play.lock_table(watch.game.code) as locked:
        play.submit(table=locked, seat=seat, decision=decision.name, moves=choose(locked, seat))
    watch.note()


def let_lapse(watch: Watch) -> None:
    """Sweep just before what is asked is due, which does nothing, and when it is: until the clock answers, or not."""
    moves = Move.objects.filter(game=watch.game)
    before, stages = moves.count(), watch.chance.choice([1, 2, 3, 3])
    while watch.load().game.is_running and moves.count() == before and stages:
        due, stages = until(watch.game), stages - 1
        watch.sweep(due - timedelta(microseconds=1))
        assert moves.count() == before, "early"
        watch.sweep(due)


def go_down(watch: Watch) -> None:
    """Let the site be down for some time: nobody's time passes."""
    gap = timedelta(minutes=watch.chance.randint(1, 2000))
    watch.now += gap
    watch.traveller.move_to(watch.now)
    watch.change()
    # The machine ran on meanwhile, and vouches for the clock.
    Heartbeat.objects.update(boots={wall_clock.BOOT: wall_clock.find_start(watch.now)})
    deadlines.sweep()
    watch.note()


def give_time(watch: Watch) -> None:
    """Let a player give another turn's time to whoever is asked."""
    table = watch.load()
    giver = watch.chance.choice(table.players)
    assert giver.user
    try:
        pauses.grant_time(code=watch.game.code, user=giver.user)
    except Refusal:
        return
    alone, turn = find_alone(table.asked), table.game.clock.turn
    for seat in watch.promised:
        if alone in (None, seat):
            watch.promised[seat] += table.players[seat].hours.scale(turn)
    watch.change()
    watch.note()


def pause(watch: Watch) -> None:
    """Let all agree to a pause, which somebody ends, or which ends by itself."""
    people = [player.user for player in watch.load().players if player.user and not player.stand_in]
    for person in people:
        pauses.agree_to_pause(code=watch.game.code, user=person, agrees=True)
    watch.change()
    watch.note()
    if watch.chance.random() < 0.5:
        watch.sweep(watch.now + pauses.PAUSE)
    else:
        watch.move_clock(watch.now + timedelta(hours=watch.chance.randint(1, 100)))
        pauses.resume(code=watch.game.code, user=people[0])
        watch.note()


def come_or_go(watch: Watch) -> None:
    """Let who has a stand-in come back: what they may still take is told anew."""
    away = Player.objects.filter(game=watch.game, stand_in=True).select_related("user").first()
    if away and away.user:
        stand_ins.take_back(code=watch.game.code, user=away.user)
        # What was asked while they were away was not promised to them.
        watch.promised.pop(away.seat, None)
        watch.change()
        watch.note()


def take_vacation(watch: Watch) -> None:
    """Let a player announce a holiday, if they have the days: what is asked keeps its due time."""
    person, due = choose_person(watch), until(watch.game)
    first = find_today(watch.now, person.time_zone) + watch.chance.randint(0, 6) * DAY
    try:
        vacations.take_vacation(person, first, first + watch.chance.choice([0, 1, 4, 11, ALLOWANCE - 1]) * DAY)
    except VacationError:
        return
    assert until(watch.game) == due
    watch.note()


def end_vacation(watch: Watch) -> None:
    """Let a player end a holiday early, or cancel one: what is asked keeps its due time."""
    person, due = choose_person(watch), until(watch.game)
    for vacation in list_coming(person.vacations, watch.now)[:1]:
        vacations.end_vacation(person, vacation.first)
    assert until(watch.game) == due
    watch.note()


def choose_person(watch: Watch) -> User:
    return User.objects.get(players__game=watch.game, players__seat=watch.chance.randrange(len(ZONES)))


ACTS = (
    *[answer] * 6,
    *[let_lapse] * 3,
    *[take_vacation] * 2,
    end_vacation,
    go_down,
    give_time,
    pause,
    come_or_go,
)


@pytest.mark.deep
@given(
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from([2 * 86400, 0]),
    st.sampled_from([True, True, False]),
    st.sampled_from([START, IN_DECEMBER]),
)
@settings(
    max_examples=(1 + count_rounds("stored")) // 2,
    # A smaller seed is no simpler game.
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_nobody_gets_less_than_promised_nothing_is_early_and_the_end_comes_in_time(
    seed: int, sleeps: bool, bank: int, vacations: bool, begin: datetime
) -> None:
    chance = Random(seed)
    Heartbeat.objects.all().delete()
    with time_machine.travel(begin, tick=False) as traveller:
        watch = start(traveller, chance, sleeps=sleeps, bank=bank, vacations=vacations)
        for _ in range(MAX_STEPS):
            if not watch.load().game.is_running:
                break
            # Where the table waits for no holidays, some are taken all the same.
            chance.choice(ACTS)(watch)
        assert not watch.load().game.is_running, "the game got stuck"


@pytest.mark.parametrize("with_vacations", one_in(2, [True, False]))
def test_a_game_over_weeks_with_sleepers_around_the_world_ends_by_its_latest_end(with_vacations: bool) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        watch = start(traveller, Random(3), sleeps=True, bank=2 * 86400, vacations=with_vacations)
        table, first = watch.load(), watch.told
        assert first
        assert [player.hours.zone for player in table.players] == list(ZONES)
        while watch.load().game.is_running:
            if with_vacations:
                leave_one_by_one(watch)
            # They answer at the last moment, but for the bank and the grace, and never miss two.
            if until(watch.game) - watch.now > HOUR:
                watch.move_clock(until(watch.game) - HOUR)
            answer(watch)
        assert watch.now > START + 2 * 7 * DAY
        assert watch.now <= first
        waited = [player.sitter.waited.get(START.year, NOTHING) for player in watch.load().players]
        assert all(time >= 7 * DAY for time in waited) if with_vacations else not any(waited)


def leave_one_by_one(watch: Watch) -> None:
    """Let a player leave for a week from tomorrow if nobody is away, as long as somebody has days left."""
    people = User.objects.filter(players__game=watch.game).order_by("players__seat")
    if any(list_coming(person.vacations, watch.now) for person in people):
        return
    for person in sorted(people, key=lambda person: len(person.vacations)):
        first = find_today(watch.now, person.time_zone) + DAY
        with suppress(VacationError):
            vacations.take_vacation(person, first, first + 6 * DAY)
            watch.note()
            return
