"""While the site is down no deadline runs: that is noted once, before anything expires, and touches no game."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from games.models import Game, Heartbeat, Move, Notification, Outage
from games.notifications import email_dispatch
from games.site.consistency import check_game
from games.tables.services import deadlines, outages
from games.tables.services.outages import DOWN_AFTER
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 2, 22, tzinfo=UTC)
PACE, NIGHT = timedelta(days=1), timedelta(hours=9)
SECOND = timedelta(seconds=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the clock at START; tests move it."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(clock: time_machine.Traveller) -> Game:
    """A game begun at START, when the site was up."""
    deadlines.sweep()
    return start_table(*(make_person() for _ in range(3)))


def due(game: Game) -> datetime | None:
    return Game.timed.get(pk=game.pk).until


def shift_due(game: Game, due_at: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(due_at=due_at)


def heartbeat() -> datetime:
    return Heartbeat.objects.get().beat_at


def test_a_laptop_closed_for_the_night_loses_no_ones_turn(game: Game, clock: time_machine.Traveller) -> None:
    shift_due(game, START + timedelta(hours=2))
    version = game.version
    clock.shift(NIGHT)
    assert deadlines.sweep() == 0
    assert due(game) == START + timedelta(hours=2) + NIGHT
    game.refresh_from_db()
    assert (game.version, game.due_at) == (version, START + timedelta(hours=2)), "the game was touched"
    assert not Move.objects.filter(game=game).exists()
    clock.move_to(START + NIGHT + timedelta(hours=2) - SECOND)
    Heartbeat.objects.update(beat_at=START + NIGHT + timedelta(hours=2) - 2 * SECOND)
    assert deadlines.sweep() == 0
    clock.shift(SECOND)
    assert deadlines.sweep() == 1
    assert check_game(game) == []


def test_deadlines_move_once_however_many_sweeps_follow(game: Game, clock: time_machine.Traveller) -> None:
    late = START + NIGHT
    clock.move_to(late)
    # Three sweeps read their clocks before any of them has the row.
    for now in (late + SECOND, late, late + 2 * SECOND):
        deadlines.sweep(now=now)
    assert due(game) == START + PACE + NIGHT + SECOND


def test_reminders_wait_for_their_deadlines(game: Game, clock: time_machine.Traveller) -> None:
    clock.shift(NIGHT)
    deadlines.sweep()
    deadline = due(game)
    assert deadline
    fifth = timedelta(seconds=game.pace) / 5
    for moment, state in ((deadline - fifth - SECOND, "waiting"), (deadline - fifth, "told")):
        clock.move_to(moment)
        Heartbeat.objects.update(beat_at=moment)
        email_dispatch.send_due()
        assert Notification.objects.get(kind="reminder").state == state


def test_coming_back_touches_no_running_game_and_two_outages_add_up(game: Game, clock: time_machine.Traveller) -> None:
    rows = list(Game.objects.values())
    clock.shift(NIGHT)
    deadlines.sweep()
    clock.shift(timedelta(hours=3))
    deadlines.sweep()
    assert list(Game.objects.values()) == rows
    assert due(game) == START + PACE + NIGHT + timedelta(hours=3)
    # What is asked from now on has its time, no more.
    play_on(game, 1)
    assert due(game) == START + NIGHT + timedelta(hours=3) + PACE


def test_one_who_is_stopped_while_noting_an_outage_goes_on_the_next_time(
    game: Game, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    clock.shift(NIGHT)
    with monkeypatch.context() as patch:
        patch.setattr(outages, "bring_near", stop)
        with pytest.raises(KeyboardInterrupt):
            deadlines.sweep()
    assert not Outage.objects.exists()
    clock.shift(SECOND)
    assert deadlines.sweep() == 0
    assert due(game) == START + PACE + NIGHT + SECOND


def test_a_short_gap_moves_nothing(game: Game, clock: time_machine.Traveller) -> None:
    clock.shift(DOWN_AFTER - SECOND)
    deadlines.sweep()
    assert due(game) == START + PACE
    assert heartbeat() == START + DOWN_AFTER - SECOND
    clock.shift(DOWN_AFTER)
    deadlines.sweep()
    assert due(game) == START + PACE + DOWN_AFTER


def test_what_was_due_before_the_site_went_down_expires(game: Game, clock: time_machine.Traveller) -> None:
    shift_due(game, START)
    clock.shift(NIGHT)
    assert deadlines.sweep() == 1


def test_a_clock_put_back_moves_nothing_and_closes_nothing(game: Game, clock: time_machine.Traveller) -> None:
    clock.shift(-NIGHT)
    assert deadlines.sweep() == 0
    assert (due(game), heartbeat()) == (START + PACE, START)
    clock.move_to(START + SECOND)
    assert deadlines.sweep() == 0
    assert due(game) == START + PACE


def test_a_clock_put_forward_counts_as_time_down(game: Game, clock: time_machine.Traveller) -> None:
    clock.shift(3 * PACE)
    assert deadlines.sweep() == 0
    assert due(game) == START + 4 * PACE


def test_machines_whose_clocks_disagree_do_not_move_deadlines_for_ever(
    game: Game, clock: time_machine.Traveller
) -> None:
    ahead = 2 * DOWN_AFTER
    for second in range(0, 120, 10):
        now = START + second * SECOND
        deadlines.sweep(now=now)
        deadlines.sweep(now=now + ahead)
    assert due(game) == START + PACE + ahead


def test_the_first_start_ever_moves_nothing(clock: time_machine.Traveller) -> None:
    game = start_table(*(make_person() for _ in range(3)))
    assert not Heartbeat.objects.exists()
    deadlines.sweep()
    assert (due(game), heartbeat()) == (START + PACE, START)


def test_games_without_a_deadline_stay_without(game: Game, clock: time_machine.Traveller) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.AGREED, due_at=None, ended_at=START)
    clock.shift(NIGHT)
    deadlines.sweep()
    assert due(game) is None


def show_commit() -> str:
    """Return whether a commit waits for the disk: `on` or `off`."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        return str(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_only_a_beat_does_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, lock_heart = list[str](), outages.lock_heart

    def watch(now: datetime) -> Heartbeat:
        shown.append(show_commit())
        return lock_heart(now)

    monkeypatch.setattr(outages, "lock_heart", watch)
    # As in production; tests wait for no disk.
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
    deadlines.sweep()
    assert shown == ["off"]
    assert show_commit() == "on"
    with connection.cursor() as cursor:
        cursor.execute("RESET synchronous_commit")
