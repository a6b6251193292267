"""Weekly tables, and time that passes with sweeps and post."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

import time_machine
from django.utils import timezone

from accounts.models import User
from games.circles.weekly_tables import Plan, add_weekly_table
from games.clock.presets import PRESETS
from games.clock.weekly import Weekly
from games.models import Circle, Game, Heartbeat, Notification, Terms, WeeklyTable
from games.notifications import email_dispatch
from games.tables.services import deadlines, lobby
from tests.builders_people import make_person
from tests.circles.times import HOUR, MONDAY_AT_NINE
from tests.tables.pages.circle import make_circle

MONDAY = 0
RELAXED = PRESETS["relaxed"]
TERMS = Terms(pace=RELAXED.pace, vote_time=RELAXED.vote_time, bank=RELAXED.bank, sleeps=True, vacations=True)


def plan(**changes: Any) -> Plan:
    """Return: every Monday at 9:00 in Paris, four seats, relaxed."""
    usual = Plan(4, {}, TERMS, bots_fill=False, weekly=Weekly(MONDAY, time(9), "Europe/Paris"))
    return replace(usual, **changes)


def make_weekly_table(owner: User, *others: User, title: str = "insidejob", **changes: Any) -> WeeklyTable:
    circle = make_circle(owner, *others)
    return add_weekly_table(code=circle.code, owner=owner, title=title, plan=plan(**changes))


def open_weekly(traveller: time_machine.Traveller, *people: User, **changes: Any) -> Game:
    """Let the weekly table of a circle of these people open on Monday."""
    make_weekly_table(*people, **changes)
    go_to(traveller, MONDAY_AT_NINE)
    return Game.objects.get()


def live(traveller: time_machine.Traveller, pause: timedelta, step: timedelta = HOUR) -> None:
    """Let time pass while the site is up: sweeps and post at each step."""
    for _ in range(int(pause / step)):
        traveller.shift(step)
        Heartbeat.objects.update(beat_at=timezone.now())
        deadlines.sweep()
        email_dispatch.send_due(timezone.now())


def latest(circle: Circle) -> Game:
    return circle.games.latest("pk")


def weekly_of(game: Game) -> WeeklyTable:
    return WeeklyTable.objects.select_related("circle").get(games=game)


def go_to(traveller: time_machine.Traveller, moment: datetime) -> None:
    """Let the site sweep at a moment until which it was up."""
    traveller.move_to(moment)
    Heartbeat.objects.update(beat_at=moment)
    deadlines.sweep()


def told() -> list[str]:
    """Return who was told that a weekly table is open."""
    rows = Notification.objects.filter(kind="weekly").select_related("recipient").order_by("pk")
    return [row.recipient.display_name for row in rows]


def sit(game: Game, *people: User) -> None:
    for person in people:
        lobby.join_game(code=game.code, user=person)


def people_of(*called: str) -> list[User]:
    return [make_person(name) for name in called]
