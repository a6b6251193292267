"""One round: people play while faults happen. Then the site finishes all due work, and everything is checked."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Heartbeat, Notification
from games.notifications import contacts
from games.notifications.channels import CHANNELS
from games.notifications.smtp_connection import LEASE
from games.tables.services.deadlines import _find_due
from games.tables.services.premoves import find_premoves
from tests.notifications.channels.builders import Browser
from tools.torture import checks, checks_told
from tools.torture.chaos import empty_broker, no_workers, premove_faults
from tools.torture.house import House, hurry_mail, insist, is_nobody_writing, read_clock
from tools.torture.people import Answer, Crowd, Memory
from tools.torture.processes import START_LIMIT, Stuck, wait_until
from tools.torture.stage import Stage

MOVES = 30
"""A round goes on until at least so many moves are acknowledged."""
MOVES_LIMIT = 120.0
"""How many seconds these moves may take, as `wait_until` counts them."""
BETWEEN_FAULTS = (0.3, 2.0)
AIMED, MOVE_TAKES = 0.7, 0.08
"""How often a fault waits for a move, and within how many seconds after the move it then comes."""
FAULTS_SHOWN = 20
QUIET_LIMIT = 120.0
"""So many seconds after the last fault, as `wait_until` counts, everything due must be done."""


@dataclass(frozen=True)
class Settings:
    """How many faults a round has in addition to one of each kind. `only` is the only kind of fault, or empty."""

    extra: int
    only: str


@dataclass(frozen=True)
class Cast:
    """Who plays: the people, the cookies with which each is signed in, and what all of them remember."""

    people: Sequence[User]
    cookies: Mapping[int, str]
    memory: Memory


@dataclass
class Round:
    """What happened in a round."""

    number: int
    answers: Counter[Answer] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    quiet: float = 0.0
    mails: int = 0
    copies: int = 0
    posts: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        moves = ", ".join(f"{self.answers[answer]} {answer}" for answer in Answer)
        return (
            f"round {self.number}: moves {moves}; {self.kills.total()} faults made; {self.mails} mails, "
            f"{self.copies} copies; {self.posts} posts; quiet after {self.quiet:.0f} s; {self.seconds:.0f} s: "
            + (self.describe_faults() or "all is well")
        )

    def describe_faults(self) -> str:
        """Return what was found, the most frequent first, as far as it can be read."""
        found = Counter(self.faults).most_common(FAULTS_SHOWN)
        return "".join(f"\n  {count} x {fault}" for fault, count in found)


def turn_on_channels(person: User, url: str) -> None:
    """Turn on all channels and all kinds of notifications for a person. All channels post to the server at `url`."""
    Browser(person, f"{url}/push/{person.pk}")
    contacts.connect(person, "webhook", f"{url}/webhook/{person.pk}")
    contacts.connect(person, "ntfy", f"my-topic-{person.pk}")
    contacts.connect(person, "discord", str(person.pk))


def play_round(number: int, stage: Stage, cast: Cast, chance: Random, settings: Settings) -> Round:
    begun, memory = time.monotonic(), cast.memory
    round_ = Round(number)
    before = Counter({answer: memory.count(answer) for answer in Answer})
    mails, copies, posts = stage.sink.count_mails(), stage.sink.count_copies(), len(stage.posts.server.came)
    try:
        with House(cast.people, memory, chance), Crowd(cast.cookies, stage, memory, chance):
            make_faults(round_, stage, memory, chance, settings)
            need = before[Answer.TAKEN] + MOVES
            wait_until(lambda: memory.count(Answer.TAKEN) >= need, MOVES_LIMIT, f"{MOVES} moves are acknowledged")
        round_.quiet, quiet_at = become_quiet(stage, settings.only)
        round_.faults += check_everything(stage, memory, quiet_at)
    except Stuck as stuck:
        round_.faults.append(str(stuck))
    round_.faults += memory.unexplained
    memory.unexplained.clear()
    round_.answers = Counter({answer: memory.count(answer) for answer in Answer}) - before
    round_.mails, round_.copies = stage.sink.count_mails() - mails, stage.sink.count_copies() - copies
    round_.posts = len(stage.posts.server.came) - posts
    round_.seconds = time.monotonic() - begun
    return round_


def make_faults(round_: Round, stage: Stage, memory: Memory, chance: Random, settings: Settings) -> None:
    """Cause one fault after the other at random moments, mostly during a move."""
    for fault in premove_faults(chance, settings.extra, settings.only):
        time.sleep(chance.uniform(*BETWEEN_FAULTS))
        if chance.random() < AIMED:
            wait_for_a_move(memory)
            time.sleep(chance.uniform(0, MOVE_TAKES))
        round_.kills[fault.__name__] += 1
        stage.faults.append(timezone.now())
        fault(stage, chance)
        stage.faults.append(timezone.now())


def wait_for_a_move(memory: Memory) -> None:
    """Return when a person has sent a move, or after a while."""
    for _ in range(1000):
        if memory.sending:
            break
        time.sleep(0.002)


def become_quiet(stage: Stage, only: str) -> tuple[float, datetime]:
    """Make mail due. Return after how many seconds all due work was done, and the time up to which it was due.

    Raises `Stuck`.
    """
    now = timezone.now()
    # The one of this thread fell with the database.
    connection.close()
    limit = QUIET_LIMIT
    if only:
        hurry_mail()
        # A worker that held mails and died with them left a lease that must run out. Without the broker none dies.
        limit += 0 if only == "broker" else LEASE.total_seconds()
    else:
        with no_workers(stage):
            stage.faults.append(timezone.now())
            wait_until(is_nobody_writing, START_LIMIT, "the last transactions end")
            empty_broker(stage)
            hurry_mail(tried=True)
    looks = [now]

    def look() -> bool:
        looks.append(timezone.now())
        return insist(lambda: is_quiet(now, looks[-1]))

    try:
        return wait_until(look, limit, "all that is due is done"), looks[-1]
    except Stuck as stuck:
        raise Stuck(f"{stuck}: {insist(describe_unrest)}") from None


def is_quiet(since: datetime, now: datetime) -> bool:
    """Tell whether no due work is left, no worker is busy, and the sweep has run since."""
    # Mail last: the sweep that closes the last deadline writes notices, which were not there a moment before.
    if _find_due(now).exists() or find_premoves().exists():
        return False
    held = Q(attempts__gt=0, send_at__lte=now + LEASE)
    notifications = Notification.objects.filter(state=Notification.State.WAITING, send_at__lte=now)
    deliveries = Delivery.objects.filter(Q(send_at__lte=now) | held, state=Delivery.State.WAITING)
    return (
        not notifications.exists() and not deliveries.exists() and Heartbeat.objects.filter(beat_at__gt=since).exists()
    )


def describe_unrest() -> str:
    now = timezone.now()
    notifications = Notification.objects.filter(state=Notification.State.WAITING, send_at__lte=now)
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, send_at__lte=now + LEASE)
    beat = Heartbeat.objects.first()
    return (
        f"{notifications.count()} due, {waiting.count()} deliveries, {waiting.filter(attempts__gt=0).count()} tried, "
        f"{_find_due(now).count()} deadlines, {find_premoves().count()} premoves, last sweep at {beat}, now {now}"
    )


def check_everything(stage: Stage, memory: Memory, quiet_at: datetime) -> list[str]:
    """Return a sentence for each fault found. Work that fell due after `quiet_at` may still be under way."""
    copies = {**stage.posts.list_copies(), **{name: list(each) for name, each in list(stage.sink.copies.items())}}
    posted = {name: [copy.to for copy in each] for name, each in copies.items() if "/" in each[0].to}
    return [
        *checks.check_games(),
        *checks.check_tables(memory.attempts, memory.premoves),
        *checks.check_mail({**stage.sink.arrived, **posted}, quiet_at, CHANNELS),
        *checks_told.check_truth(copies),
        *checks_told.check_copies(copies, stage.faults),
        *checks.check_clock(read_clock()),
    ]
