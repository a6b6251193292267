"""Takes and ends vacations. A decision that was asked before its vacation was announced keeps its deadline."""

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
    """Take a vacation from `first` to `last`, days in the user's time zone. Raises `VacationError`."""
    with transaction.atomic():
        person, now = _lock_person(user), timezone.now()
        new = Vacation(first, last, person.time_zone, announced_at=now)
        taken = vacations.take(person.announced_vacations, new, now)
        if not take_use("holiday", str(user.pk), VACATIONS_AN_HOUR):
            raise vacations.VacationError("too_often")
        _save_vacations(person, taken)
    _announce_at_tables(person)


def end_vacation(user: User, first: date) -> None:
    with transaction.atomic():
        person = _lock_person(user)
        left = vacations.end(person.announced_vacations, first, timezone.now())
        if list(left) == list(person.announced_vacations):
            return
        _save_vacations(person, left)
    _announce_at_tables(person)


def _lock_person(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _save_vacations(person: User, taken: vacations.Vacations) -> None:
    person.vacations_taken = vacations.dump_vacations(each for each in taken if not each.is_dropped)
    person.vacations_dropped = vacations.dump_vacations(each for each in taken if each.is_dropped)
    person.save(update_fields=["vacations_taken", "vacations_dropped"])


def _announce_at_tables(person: User) -> None:
    seats = Player.objects.filter(user=person, game__status=Game.Status.RUNNING, game__vacations=True)
    for code in seats.values_list("game__code", flat=True):
        announce_unlocked(code)


def note_vacations(table: Table, now: datetime) -> None:
    """Give back waiting time that vacations did not use, and store who is away.

    It is called before new decisions are asked.
    """
    game = table.game
    if not game.vacations:
        return
    ahead = max(NOTHING, game.until - now) if game.until else NOTHING
    for player in table.players:
        if player.user is None:
            continue
        before = [getattr(player, name) for name in AWAY]
        ahead -= _give_time_back(player, now, ahead)
        spans = [vacation.span for vacation in player.user.vacations]
        player.away = [[begin.isoformat(), end.isoformat()] for begin, end in spans if end > now]
        if before != [getattr(player, name) for name in AWAY]:
            player.save(update_fields=AWAY)


def _give_time_back(player: Player, now: datetime, ahead: timedelta) -> timedelta:
    """Return unused waiting time to a player's yearly budget.

    `ahead` is the time that was left when the decision was answered.
    """
    hours, until = player.hours, now + ahead
    away = hours.at_home.count(now, until) - hours.count(now, until)
    time = min(player.waits_now, hours.share(away), ahead)
    _store_waited(player, give_back(player.sitter.waited, time))
    player.waits_now = NOTHING
    return time


def charge(players: Sequence[Player], wait: Wait, now: datetime) -> None:
    if wait.seat is None:
        return
    player = players[wait.seat]
    _store_waited(player, spend(player.sitter.waited, wait.time, now.year))
    player.waits_now += wait.time
    player.save(update_fields=AWAY)


def _store_waited(player: Player, waited: Waited) -> None:
    player.waited = {str(year): time.total_seconds() for year, time in sorted(waited.items())}
