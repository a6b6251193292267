"""Waking hours and the bank on the database: whose time passes when, what is spent, given back and told."""

from datetime import timedelta
from itertools import pairwise

import pytest

from accounts.models import User
from games.models import Game, Heartbeat, Move, Notification, Player
from games.notifications.emails import make_mail
from games.site.consistency import _check_game
from games.state.table import load_table
from games.state.view import latest_end, view_table
from games.tables.services import deadlines, moves
from tests.builders_people import make_person
from tests.tables.acts import fresh, until
from tests.tables.builders import asked, play_on, play_to_the_vote, start_table
from tests.tables.clocks import DAY, HOUR, SECOND, START, Clock, sweep_at

pytestmark = pytest.mark.django_db

ZONES = ("Europe/Paris", "America/Toronto", "Pacific/Noumea")


def turn_of(game: Game) -> Player:
    return Player.objects.select_related("game").get(game=game, seat=asked(load_table(game))[0])


def make_somebody(zone: str) -> User:
    person = make_person()
    person.time_zone = zone
    person.save()
    return person


def test_asked_at_fifteen_one_has_until_fifteen_tomorrow_by_their_own_clocks(clock: Clock) -> None:
    due_by_zone = {
        "Europe/Paris": START + DAY,
        "America/Toronto": START + DAY,
        # Asleep for six hours more; then sixteen hours until eleven in the evening.
        "Pacific/Noumea": START + 22 * HOUR,
    }
    seen = set()
    for _ in range(12):
        game = start_table(*map(make_somebody, ZONES), sleeps=True)
        zone = turn_of(game).zone
        assert until(game) == due_by_zone[zone]
        seen.add(zone)
    assert len(seen) > 1, "the same person leads each time"


def test_a_vote_has_one_due_time_worked_out_from_all(clock: Clock) -> None:
    game = play_to_the_vote(3)
    for player, zone in zip(game.players.all(), ZONES, strict=True):
        Player.objects.filter(pk=player.pk).update(zone=zone, wakes_at=7, sleeps_at=23)
    Game.objects.filter(pk=game.pk).update(sleeps=True, due_at=None)
    table = load_table(fresh(game))
    moves.store(table, position=table.position, entries=())
    assert until(game) == START + 2 * DAY


def test_a_change_of_waking_hours_counts_from_the_next_game(clock: Clock) -> None:
    people = [*map(make_somebody, ZONES)]
    first = start_table(*people, sleeps=True)
    for person in people:
        person.time_zone, person.wakes_at, person.sleeps_at = "Asia/Tokyo", 9, 18
        person.save()
    second = start_table(*people, sleeps=True)
    assert {player.zone for player in first.players.all()} == set(ZONES)
    kept = second.players.values_list("zone", "wakes_at", "sleeps_at")
    assert set(kept) == {("Asia/Tokyo", 9, 18)}


def test_tables_whose_clocks_do_not_sleep_count_every_hour(clock: Clock) -> None:
    assert until(start_table(*map(make_somebody, ZONES))) == START + DAY


def test_the_bank_is_spent_before_the_clock_plays_and_a_grace_before_the_first_miss(
    clock: Clock,
) -> None:
    game = start_table(*(make_person() for _ in range(3)), bank=2 * 86400, options={"wagers": False})
    player, version = turn_of(game), game.version
    stages = [START + DAY, START + 3 * DAY, START + 3 * DAY + DAY / 10]
    for stage, next_stage in pairwise(stages):
        assert until(game) == stage
        assert sweep_at(clock, stage - SECOND) == sweep_at(clock, stage) == 0
        assert until(game) == next_stage
        game.refresh_from_db()
        assert game.version > version, "the table sees it"
        version = game.version
    player.refresh_from_db()
    assert (player.bank, player.in_grace) == (timedelta(0), True)
    assert not Move.objects.filter(game=game).exists()
    assert sweep_at(clock, stages[-1]) == 1
    player.refresh_from_db()
    assert (player.missed, player.in_grace) == (1, False)
    assert _check_game(fresh(game)) == []


def remind(game: Game, player: Player) -> str:
    """Return the text of a reminder that a player gets now."""
    game.refresh_from_db()
    mail = make_mail(Notification(recipient=player.user, game=game, kind="reminder", key="k"), "m")
    return " ".join(str(mail.body).split())


def test_a_reminder_says_what_comes_after_the_deadline(clock: Clock) -> None:
    game = start_table(*(make_person() for _ in range(3)), bank=2 * 86400, options={"wagers": False})
    player = turn_of(game)
    assert "After that, your time bank is used before a move is made for you." in remind(game, player)
    sweep_at(clock, START + DAY)
    assert "After that, you get one last extension before a move is made for you." in remind(game, player)
    sweep_at(clock, START + 3 * DAY)
    assert "After that, a move is made for you." in remind(game, player)


def test_a_reminder_of_a_vote_promises_no_extension(clock: Clock) -> None:
    game = play_to_the_vote(3)
    Game.objects.filter(pk=game.pk).update(bank=2 * 86400)
    assert "After that, a move is made for you." in remind(game, game.players.get(seat=0))


def test_what_is_left_of_a_turn_goes_into_the_bank_and_never_above_what_it_holds(clock: Clock) -> None:
    game = start_table(*(make_person() for _ in range(3)), bank=2 * 86400, options={"wagers": False})
    player = turn_of(game)
    sweep_at(clock, START + DAY)
    assert Player.objects.get(pk=player.pk).bank == timedelta(0)
    # Half a day into the bank.
    clock.move_to(START + DAY + DAY / 2)
    play_on(game, 1)
    assert Player.objects.get(pk=player.pk).bank == DAY + DAY / 2
    while turn_of(game).seat != player.seat:
        play_on(game, 1)
    play_on(game, 1)
    assert Player.objects.get(pk=player.pk).bank == 2 * DAY


def test_what_is_answered_in_the_grace_gives_nothing_back(clock: Clock) -> None:
    game = start_table(*(make_person() for _ in range(3)), bank=86400, options={"wagers": False})
    player = turn_of(game)
    for moment in (START + DAY, START + 2 * DAY):
        sweep_at(clock, moment)
    play_on(game, 1)
    player.refresh_from_db()
    assert (player.bank, player.in_grace, player.missed) == (timedelta(0), False, 0)


def test_a_vote_neither_spends_nor_earns_and_has_no_grace(clock: Clock) -> None:
    game = play_to_the_vote(3)
    Game.objects.filter(pk=game.pk).update(bank=2 * 86400)
    game.players.update(bank_spent=DAY)
    play_on(game, 1)
    assert {player.bank for player in game.players.all()} == {DAY}
    assert sweep_at(clock, until(game)) == 1
    assert {player.bank for player in fresh(game).players.all()} == {DAY}


def test_an_outage_gives_waking_time_back_and_the_next_sweep_looks_again(clock: Clock) -> None:
    game = start_table(*(make_somebody("Europe/Paris") for _ in range(3)), sleeps=True)
    row = Game.objects.filter(pk=game.pk).values().get()
    # From 10:00 to 14:00 of the day on which it is due at 15:00 in Paris.
    clock.move_to(START + 19 * HOUR)
    Heartbeat.objects.update(beat_at=START + 19 * HOUR)
    clock.shift(4 * HOUR)
    deadlines.sweep()
    assert Game.objects.filter(pk=game.pk).values().get() == row
    assert until(game) == START + DAY + 4 * HOUR
    # Another from 18:00 to 22:30: what was due at 19:00 would be due at 23:30, when they sleep.
    clock.move_to(START + DAY + 3 * HOUR)
    Heartbeat.objects.update(beat_at=START + DAY + 3 * HOUR)
    clock.shift(timedelta(hours=4, minutes=30))
    deadlines.sweep()
    later = START + DAY + 16 * HOUR + timedelta(minutes=30)
    assert until(game) == later
    for moment, closed in ((START + DAY + 10 * HOUR, 0), (later - SECOND, 0), (later, 1)):
        assert sweep_at(clock, moment) == closed
        assert deadlines._find_due(moment).count() == 0


def test_the_latest_end_and_the_banks_stand_on_the_table(clock: Clock) -> None:
    game = start_table(*map(make_somebody, ZONES), sleeps=True, bank=2 * 86400)
    table = load_table(fresh(game))
    over_by = latest_end(table)
    assert over_by
    assert over_by > until(game) + 2 * DAY
    assert {place.bank for place in view_table(table, 0).places} == {2 * DAY}
