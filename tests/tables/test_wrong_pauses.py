"""Pauses that begin or end while the clock is wrong, believed or not: nobody gains or loses a day by it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Heartbeat, Notification
from games.tables.services import deadlines, pauses
from games.tables.services.outages import accept_clock
from tests.builders_people import make_person
from tests.tables.acts import agree_to_pause, fresh, until
from tests.tables.builders import start_table
from tests.tables.machine import BEAT, START, Machine

pytestmark = pytest.mark.django_db

DAY, YEAR = timedelta(days=1), timedelta(days=365)
PACE = DAY


WRONG = [YEAR, timedelta(hours=3)]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("is_accepted", [False, True])
def test_a_pause_begun_by_a_wrong_clock_begins_when_that_is_set_right(
    machine: Machine, game: Game, wrong: timedelta, is_accepted: bool
) -> None:
    machine.live(BEAT)
    machine.set_clock(wrong)
    deadlines.sweep()
    if is_accepted:
        accept_clock()
    agree_to_pause(game)
    machine.set_clock(-wrong)
    machine.live(BEAT)
    deadlines.sweep()
    paused_at = fresh(game).paused_at
    assert paused_at
    assert paused_at <= timezone.now()
    assert until(game) <= timezone.now() + pauses.PAUSE
    machine.live(2 * DAY)
    Heartbeat.objects.update(beat_at=timezone.now())
    pauses.resume(code=game.code, user=game.host)
    assert abs(until(game) - (START + PACE + 2 * DAY)) <= 3 * BEAT


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("is_accepted", [False, True])
def test_a_pause_ended_by_a_wrong_clock_gives_no_time_that_did_not_pass(
    machine: Machine, game: Game, wrong: timedelta, is_accepted: bool
) -> None:
    machine.live(BEAT)
    # An earlier pause, begun and ended while the clock was right, does not hide the later one.
    agree_to_pause(game)
    pauses.resume(code=game.code, user=game.host)
    agree_to_pause(game)
    machine.live(DAY)
    Heartbeat.objects.update(beat_at=timezone.now())
    machine.set_clock(wrong)
    deadlines.sweep()
    if is_accepted:
        accept_clock()
    pauses.resume(code=game.code, user=game.host)
    machine.set_clock(-wrong)
    machine.live(BEAT)
    deadlines.sweep()
    assert abs(until(game) - (START + PACE + DAY)) <= 3 * BEAT
    assert pauses.list_spans(Game.objects.get(pk=game.pk).pauses)[-1][1] <= timezone.now()
    [reminder] = Notification.objects.filter(game=game, kind="reminder", state="waiting")
    assert reminder.send_at <= until(game) - PACE / 5, "it is due by the new deadline"


def test_what_was_asked_and_paused_by_a_wrong_clock_keeps_its_time(machine: Machine, game: Game) -> None:
    machine.set_clock(YEAR)
    deadlines.sweep()
    other = start_table(*(make_person() for _ in range(3)))
    agree_to_pause(other)
    machine.set_clock(-YEAR)
    machine.live(BEAT)
    deadlines.sweep()
    pauses.resume(code=other.code, user=other.host)
    assert abs(until(other) - (timezone.now() + PACE)) <= BEAT
