"""While the site is down no deadline runs: that is noted once, before anything expires, and touches no game."""

from datetime import datetime, timedelta

import pytest
from django.db import connection

from games.models import Game, Heartbeat, Move, Notification, Outage
from games.notifications import email_dispatch
from games.site.consistency import _check_game
from games.state.wall_clock import DOWN_AFTER
from games.tables.services import deadlines, outages
from tests.tables.acts import fresh, until
from tests.tables.builders import play_on
from tests.tables.clocks import DAY, HOUR, SECOND, START, Clock, sweep_at

pytestmark = pytest.mark.django_db

PACE, NIGHT = DAY, timedelta(hours=9)


def shift_due(game: Game, due_at: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(due_at=due_at)


def heartbeat() -> datetime:
    return Heartbeat.objects.get().beat_at


def test_a_laptop_closed_for_the_night_loses_no_ones_turn(clock: Clock, game: Game) -> None:
    shift_due(game, START + 2 * HOUR)
    version = game.version
    clock.shift(NIGHT)
    assert deadlines.sweep() == 0
    assert until(game) == START + 2 * HOUR + NIGHT
    game.refresh_from_db()
    assert (game.version, game.due_at) == (version, START + 2 * HOUR), "the game was touched"
    assert not Move.objects.filter(game=game).exists()
    assert sweep_at(clock, START + NIGHT + 2 * HOUR - SECOND) == 0
    clock.shift(SECOND)
    assert deadlines.sweep() == 1
    assert _check_game(game) == []


def test_deadlines_move_once_however_many_sweeps_follow(clock: Clock, game: Game) -> None:
    late = START + NIGHT
    clock.move_to(late)
    # Three sweeps read their clocks before any of them has the row.
    for now in (late + SECOND, late, late + 2 * SECOND):
        deadlines.sweep(now=now)
    assert until(game) == START + PACE + NIGHT + SECOND


def test_reminders_wait_for_their_deadlines(clock: Clock, game: Game) -> None:
    clock.shift(NIGHT)
    deadlines.sweep()
    reminded = until(game) - timedelta(seconds=game.pace) / 5
    for moment, state in ((reminded - SECOND, "waiting"), (reminded, "told")):
        clock.move_to(moment)
        Heartbeat.objects.update(beat_at=moment)
        email_dispatch.send_due()
        assert Notification.objects.get(kind="reminder").state == state


def test_coming_back_touches_no_running_game_and_two_outages_add_up(clock: Clock, game: Game) -> None:
    rows = list(Game.objects.values())
    clock.shift(NIGHT)
    deadlines.sweep()
    clock.shift(3 * HOUR)
    deadlines.sweep()
    assert list(Game.objects.values()) == rows
    assert until(game) == START + PACE + NIGHT + 3 * HOUR
    # What is asked from now on has its time, no more.
    play_on(game, 1)
    assert until(game) == START + NIGHT + 3 * HOUR + PACE


def test_one_who_is_stopped_while_noting_an_outage_goes_on_the_next_time(
    clock: Clock, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: object) -> None:
        raise KeyboardInterrupt

    clock.shift(NIGHT)
    with monkeypatch.context() as patch:
        patch.setattr(outages, "_bring_near", stop)
        with pytest.raises(KeyboardInterrupt):
            deadlines.sweep()
    assert not Outage.objects.exists()
    clock.shift(SECOND)
    assert deadlines.sweep() == 0
    assert until(game) == START + PACE + NIGHT + SECOND


def test_a_short_gap_moves_nothing(clock: Clock, game: Game) -> None:
    clock.shift(DOWN_AFTER - SECOND)
    deadlines.sweep()
    assert until(game) == START + PACE
    assert heartbeat() == START + DOWN_AFTER - SECOND
    clock.shift(DOWN_AFTER)
    deadlines.sweep()
    assert until(game) == START + PACE + DOWN_AFTER


def test_what_was_due_before_the_site_went_down_expires(clock: Clock, game: Game) -> None:
    shift_due(game, START)
    clock.shift(NIGHT)
    assert deadlines.sweep() == 1


def test_a_clock_put_back_moves_nothing_and_closes_nothing(clock: Clock, game: Game) -> None:
    clock.shift(-NIGHT)
    assert deadlines.sweep() == 0
    assert (until(game), heartbeat()) == (START + PACE, START)
    clock.move_to(START + SECOND)
    assert deadlines.sweep() == 0
    assert until(game) == START + PACE


def test_machines_whose_clocks_disagree_do_not_move_deadlines_for_ever(clock: Clock, game: Game) -> None:
    ahead = 2 * DOWN_AFTER
    for second in range(0, 120, 10):
        now = START + second * SECOND
        deadlines.sweep(now=now)
        deadlines.sweep(now=now + ahead)
    assert until(game) == START + PACE + ahead


def test_the_first_start_ever_moves_nothing(clock: Clock, game: Game) -> None:
    Heartbeat.objects.all().delete()
    deadlines.sweep()
    assert (until(game), heartbeat()) == (START + PACE, START)


def test_games_without_a_deadline_stay_without(clock: Clock, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.AGREED, due_at=None, ended_at=START)
    clock.shift(NIGHT)
    deadlines.sweep()
    assert fresh(game).until is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_only_a_beat_does_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, lock_heart = list[str](), outages._lock_heart

    def watch(now: datetime) -> Heartbeat:
        shown.append(show_commit())
        return lock_heart(now)

    def show_commit() -> str:
        return str(cursor.execute("SHOW synchronous_commit").fetchone()[0])

    monkeypatch.setattr(outages, "_lock_heart", watch)
    with connection.cursor() as cursor:
        # As in production; tests wait for no disk.
        cursor.execute("SET synchronous_commit TO on")
        deadlines.sweep()
        assert shown == ["off"]
        assert show_commit() == "on"
        cursor.execute("RESET synchronous_commit")
