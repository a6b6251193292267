"""Holidays: taking and ending them, and how a table waits for those who are on one.

What is asked already keeps its due time. What is asked after a holiday was announced has its time after it.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.availability import vacations
from accounts.availability.vacations import Vacation
from accounts.availability.waking_hours import NOTHING
from accounts.models import User
from accounts.rate_limits import take_use
from games.clock.table_clock import Wait
from games.clock.vacations import Waited, give_back, spend
from games.models import Game, Player
from games.state.table import Table
from games.tables.services.seats import announce_unlocked

AWAY = ["away", "waited", "waits_now"]
VACATIONS_AN_HOUR = 10


def take_vacation(user: User, first: date, last: date) -> None:
    """Announce that the user is away on these days, by their own clocks, at all their tables that wait for it.

    Each makes the pages of all these tables fetch again. Raises `VacationError`, "too_often" after `VACATIONS_AN_HOUR`.
    """
    with transaction.atomic():
        person, now = lock_person(user), timezone.now()
        taken = vacations.take(person.vacations, Vacation(first, last, person.time_zone), now)
        if not take_use("holiday", str(user.pk), VACATIONS_AN_HOUR):
            raise vacations.VacationError("too_often")
        save_vacations(person, taken)
    announce_at_tables(person)


def end_vacation(user: User, first: date) -> None:
    """End the user's holiday that begins on a day, or cancel it if it has not begun: what lies ahead is theirs again.

    What is asked already keeps its due time. If there is none to end, nothing happens.
    """
    with transaction.atomic():
        person = lock_person(user)
        left = vacations.end(person.vacations, first, timezone.now())
        if list(left) == list(person.vacations):
            return
        save_vacations(person, left)
    announce_at_tables(person)


def lock_person(user: User) -> User:
    """Return a person as they are stored, locked; notices to them may still be written meanwhile."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def save_vacations(person: User, taken: vacations.Vacations) -> None:
    """Store what a person took."""
    person.vacations_taken = vacations.dump_vacations(taken)
    person.save(update_fields=["vacations_taken"])


def announce_at_tables(person: User) -> None:
    """Let waiting pages notice, at each table of a person that waits for holidays."""
    seats = Player.objects.filter(user=person, game__status=Game.Status.RUNNING, game__vacations=True)
    for code in seats.values_list("game__code", flat=True):
        announce_unlocked(code)


def note_vacations(table: Table, now: datetime) -> None:
    """Before something new is asked: give back what was not waited for what was, and note who is away from now on."""
    game = table.game
    if not game.vacations:
        return
    ahead = max(NOTHING, game.until - now) if game.until else NOTHING
    for player in table.players:
        if player.user is None:
            continue
        before = [getattr(player, name) for name in AWAY]
        ahead -= give_time_back(player, now, ahead)
        spans = [vacation.span for vacation in player.user.vacations]
        player.away = [[begin.isoformat(), end.isoformat()] for begin, end in spans if end > now]
        if before != [getattr(player, name) for name in AWAY]:
            player.save(update_fields=AWAY)


def give_time_back(player: Player, now: datetime, ahead: timedelta) -> timedelta:
    """Give back what of a holiday lay `ahead` of now when what was asked was answered; return how much."""
    hours, until = player.hours, now + ahead
    away = hours.at_home.count(now, until) - hours.count(now, until)
    time = min(player.waits_now, hours.share(away), ahead)
    store_waited(player, give_back(player.sitter.waited, time))
    player.waits_now = NOTHING
    return time


def charge(players: Sequence[Player], wait: Wait, now: datetime) -> None:
    """Note for whose holiday the table waits, and how long."""
    if wait.seat is None:
        return
    player = players[wait.seat]
    store_waited(player, spend(player.sitter.waited, wait.time, now.year))
    player.waits_now += wait.time
    player.save(update_fields=AWAY)


def store_waited(player: Player, waited: Waited) -> None:
    """Set for how long the table has waited for a player."""
    player.waited = {str(year): time.total_seconds() for year, time in sorted(waited.items())}
