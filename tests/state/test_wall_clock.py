"""A clock that is wrong once puts no deadline away and deletes nothing; a night without the site needs no operator."""

import os
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import AccountEmail, User
from games.models import Game, Heartbeat, Notification
from games.notifications import email_dispatch
from games.site.cleaning import clear_expired
from games.state import wall_clock
from games.state.wall_clock import DOWN_AFTER
from games.tables.services import deadlines
from games.tables.services.outages import accept_clock
from insidejob.embedded.processes import _trust_clock
from tests.accounts.forms_and_emails import send_sign_up
from tests.builders_people import make_guest, make_person
from tests.tables.acts import fresh, until
from tests.tables.builders import open_table, start_table
from tests.tables.clocks import sweep_at
from tests.tables.machine import BEAT, SECOND, START, Machine

pytestmark = pytest.mark.django_db

DAY, NIGHT, YEAR = timedelta(days=1), timedelta(hours=9), timedelta(days=365)
PACE = DAY


def is_believed() -> bool:
    """Tell whether the site's health says that the clock is believed; with a clock in doubt it is never good."""
    answer = Client().get("/health/")
    believed: bool = answer.json()["clock"]
    assert believed or answer.status_code == 503
    return believed


def test_a_clock_put_forward_by_a_year_and_back_changes_nothing(machine: Machine, game: Game) -> None:
    machine.set_clock(YEAR)
    for _ in range(3):
        assert deadlines.sweep() == 0
        machine.live(BEAT)
    assert (until(game), is_believed()) == (START + PACE, False)
    machine.set_clock(-YEAR)
    deadlines.sweep()
    # The sweeps that waited count as time without one.
    assert (until(game), is_believed()) == (START + PACE + 3 * BEAT, True)


def test_nothing_is_deleted_by_a_clock_that_is_a_year_ahead(machine: Machine) -> None:
    client = Client()
    client.post("/play/")
    make_guest()
    counts = [model.objects.count() for model in (Session, User, Game, Notification)]
    machine.set_clock(YEAR)
    # Whether the sweep has seen it or not.
    clear_expired()
    deadlines.sweep()
    clear_expired()
    assert [model.objects.count() for model in (Session, User, Game, Notification)] == counts


def test_no_mail_about_games_is_sent_by_a_clock_that_is_a_year_ahead(machine: Machine, game: Game) -> None:
    machine.set_clock(YEAR)
    assert email_dispatch.send_due() == 0
    deadlines.sweep()
    assert email_dispatch.send_due() == 0
    assert not Notification.objects.filter(state="sent").exists()
    # A code is asked for and sent by the same clock.
    send_sign_up(Client(), "eve@example.org", "Eve")
    assert email_dispatch.send_due() == 1


def test_what_was_asked_by_the_wrong_clock_comes_back_with_it(machine: Machine, game: Game) -> None:
    machine.set_clock(YEAR)
    deadlines.sweep()
    other = start_table(*(make_person() for _ in range(3)))
    assert until(other) == START + YEAR + PACE
    send_sign_up(Client(), "eve@example.org", "Eve")
    machine.set_clock(-YEAR)
    machine.live(BEAT)
    deadlines.sweep()
    # The longer of the times that a table chose: the sweep does not know what was asked.
    assert until(other) == timezone.now() + timedelta(seconds=other.vote_time)
    waiting = Notification.objects.filter(state="waiting")
    assert not waiting.filter(send_at__gt=timezone.now() + timedelta(days=7)).exists()
    assert email_dispatch.send_due() > 1
    assert not AccountEmail.objects.exists()


@pytest.mark.parametrize("jump", [YEAR, -YEAR])
def test_an_operator_lets_deadlines_keep_what_was_left_of_them(
    machine: Machine, game: Game, jump: timedelta, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.set_clock(jump)
    deadlines.sweep()
    call_command("accept_clock")
    assert until(game) == START + PACE + jump
    deadlines.sweep()
    assert is_believed()
    call_command("accept_clock")
    assert "not in doubt" in capsys.readouterr().out
    assert until(game) == START + PACE + jump


def test_one_who_starts_the_site_by_hand_is_told_the_date_and_need_say_no_more(
    machine: Machine, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.live(NIGHT)
    machine.restart()
    _trust_clock()
    assert "2026-03-03 08:00" in capsys.readouterr().out
    deadlines.sweep()
    assert (until(game), is_believed()) == (START + PACE + NIGHT, True)
    _trust_clock()
    assert not capsys.readouterr().out


def test_a_site_that_never_swept_has_nothing_to_accept() -> None:
    assert accept_clock() == timedelta(0)
    assert not Heartbeat.objects.exists()


def test_what_an_operator_accepted_in_error_goes_back_by_itself(machine: Machine, game: Game) -> None:
    machine.live(NIGHT)
    machine.restart()
    machine.set_clock(YEAR)
    deadlines.sweep()
    assert accept_clock() == YEAR + NIGHT
    machine.live(2 * BEAT, sweeps=True)
    machine.set_clock(-YEAR)
    machine.live(BEAT)
    deadlines.sweep()
    assert is_believed()
    left = until(game) - timezone.now()
    assert PACE - 4 * BEAT < left <= PACE


def test_nothing_is_deleted_for_an_hour_after_an_operator_accepted(machine: Machine) -> None:
    assert timedelta(hours=1) == wall_clock.SETTLED
    machine.patch.setattr(wall_clock, "SETTLED", 12 * BEAT)
    make_guest()
    machine.set_clock(YEAR)
    deadlines.sweep()
    accept_clock()
    clear_expired()
    assert User.objects.filter(is_guest=True).exists()
    machine.live(wall_clock.SETTLED, sweeps=True)
    clear_expired()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_night_asleep_or_stopped_needs_no_operator(machine: Machine, game: Game) -> None:
    machine.live(NIGHT)
    deadlines.sweep()
    assert (until(game), is_believed()) == (START + PACE + NIGHT, True)


def test_a_short_start_of_the_machine_needs_no_operator(machine: Machine, game: Game) -> None:
    machine.live(timedelta(minutes=20))
    machine.restart()
    deadlines.sweep()
    assert is_believed()
    # From now on this start vouches for what follows.
    machine.live(NIGHT)
    deadlines.sweep()
    assert until(game) == START + PACE + NIGHT + timedelta(minutes=20)


def test_after_a_night_without_power_only_the_networks_clock_vouches(machine: Machine, game: Game) -> None:
    machine.live(NIGHT)
    machine.restart()
    deadlines.sweep()
    assert (until(game), is_believed()) == (START + PACE, False)
    write_synchronized(START + NIGHT)
    deadlines.sweep()
    assert (until(game), is_believed()) == (START + PACE + NIGHT, True)


def test_the_networks_clock_of_before_does_not_vouch(machine: Machine, game: Game) -> None:
    write_synchronized(START - NIGHT)
    machine.set_clock(YEAR)
    deadlines.sweep()
    assert not is_believed()


def write_synchronized(moment: datetime) -> None:
    """Let the network have told the time at a moment."""
    wall_clock.SYNCHRONIZED.touch()
    os.utime(wall_clock.SYNCHRONIZED, (moment.timestamp(), moment.timestamp()))


@pytest.mark.parametrize(
    ("started", "theirs", "vouches"),
    [
        (START - DAY, START + NIGHT + SECOND, True),
        # It was started with the machine: its clock is the same one.
        (START + NIGHT - SECOND, START + NIGHT, False),
        (START - DAY, START + SECOND, False),
    ],
    ids=["another machine", "the same machine", "another time"],
)
def test_a_database_that_ran_on_vouches(
    machine: Machine, game: Game, monkeypatch: pytest.MonkeyPatch, started: datetime, theirs: datetime, vouches: bool
) -> None:
    class Cursor:
        def __enter__(self) -> "Cursor":
            return self

        def __exit__(self, *args: Any) -> None: ...

        def execute(self, sql: str) -> None: ...

        def fetchone(self) -> tuple[datetime, datetime]:
            return theirs, started

    class Server:
        vendor = "postgresql"
        cursor = Cursor

    machine.live(NIGHT)
    machine.restart()
    with monkeypatch.context() as patch:
        patch.setattr(wall_clock, "connection", Server())
        deadlines.sweep()
    assert is_believed() == vouches


@pytest.mark.postgres
def test_the_database_tells_the_time() -> None:
    now = timezone.now()
    assert connection.vendor == "postgresql"
    assert wall_clock._is_confirmed_by_database(now, now)
    assert not wall_clock._is_confirmed_by_database(now, now - YEAR)
    assert not wall_clock._is_confirmed_by_database(now + YEAR, now)


def test_a_second_machine_whose_clock_jumps_stops_no_other(machine: Machine, game: Game) -> None:
    first, seconds = wall_clock.BOOT, machine.seconds
    machine.live(BEAT)
    machine.patch.setattr(wall_clock, "BOOT", "second")
    deadlines.sweep()
    machine.live(BEAT)
    machine.set_clock(YEAR)
    deadlines.sweep()
    assert not is_believed()
    machine.set_clock(-YEAR)
    machine.patch.setattr(wall_clock, "BOOT", first)
    assert machine.seconds > seconds
    deadlines.sweep()
    assert (until(game), is_believed()) == (START + PACE, True)


def test_the_starts_of_machines_do_not_pile_up(machine: Machine) -> None:
    for _ in range(20):
        machine.restart()
        machine.live(BEAT)
        deadlines.sweep()
    boots = Heartbeat.objects.get().boots
    assert wall_clock.BOOT in boots
    assert len(boots) < 12


def test_the_clock_since_the_start_goes_with_the_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    first = find_latest_start()
    time.sleep(0.2)
    assert abs(find_latest_start() - first) < 0.1


def find_latest_start() -> float:
    """Return the best of many readings: while other programs run, time passes between the two clocks of one."""
    return max(wall_clock.find_start(timezone.now()) for _ in range(50))


# Tables that wait for players


def test_open_tables_stay_open_for_a_week_of_the_sites_time(machine: Machine) -> None:
    game = open_table(make_person(), make_person(), seats=4)
    machine.live(timedelta(days=3), sweeps=False)
    deadlines.sweep()
    for _ in range(2):
        machine.live(timedelta(days=30))
        deadlines.sweep()
    week = START + timedelta(days=7) + timedelta(days=63)
    for moment, status in ((week - SECOND, Game.Status.OPEN), (week, Game.Status.CANCELLED)):
        sweep_at(machine.traveller, moment)
        assert fresh(game).status == status


def test_a_table_opened_while_no_sweep_ran_has_its_whole_week(machine: Machine) -> None:
    machine.live(timedelta(days=1))
    game = open_table(make_person(), make_person(), seats=4)
    machine.live(timedelta(days=8))
    deadlines.sweep()
    for pause, status in ((timedelta(days=7) - SECOND, Game.Status.OPEN), (SECOND, Game.Status.CANCELLED)):
        machine.live(pause)
        Heartbeat.objects.update(beat_at=timezone.now())
        deadlines.sweep()
        assert fresh(game).status == status


def test_a_short_gap_is_open_time(machine: Machine) -> None:
    game = open_table(make_person(), make_person(), seats=4)
    machine.live(DOWN_AFTER - SECOND)
    deadlines.sweep()
    assert fresh(game).opened_at == game.opened_at
