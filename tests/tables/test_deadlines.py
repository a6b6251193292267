"""Deadlines: set with each question, closed by the clock in time and once, and what is missed by whom."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F

from games.models import Game, Move, Notification, Player, SealedChoice
from games.rules.engine.values import BOT, CLOCK, Decision
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.table import load_table
from games.tables.services import deadlines, stand_ins
from games.tables.services.talk import say
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.acts import answer, healthy, person_in, until
from tests.tables.builders import asked, close_deadline, open_table, play_on, start_table
from tests.tables.builders_deadlines import let_lapse
from tests.tables.clocks import DAY, HOUR, SECOND, START, Clock, sweep_at
from tests.tables.stored import record_games, store_game

pytestmark = pytest.mark.django_db

PACE, VOTE_TIME = DAY, 2 * DAY
MICRO = timedelta(microseconds=1)


@pytest.fixture
def game(clock: Clock) -> Game:
    """A game of three people, begun at START, when the site was up. Without wagers it lasts five tricks at least."""
    return start_table(*(make_person() for _ in range(3)), options={"wagers": False})


@pytest.fixture
def voting(clock: Clock) -> Game:
    """A game of three people in which the vote was opened at START."""
    recorded = record_games(3, 1)[0]
    return store_game(recorded, [make_person() for _ in range(3)], recorded.vote).game


def vote(game: Game) -> int:
    """Let the next person vote, and return their seat."""
    seat = asked(load_table(game))[0]
    answer(game, seat)
    return seat


def test_every_question_gets_its_own_time(game: Game, clock: Clock) -> None:
    assert until(game) == START + PACE
    clock.shift(3 * HOUR)
    play_on(game, 1)
    assert until(game) == START + 3 * HOUR + PACE


def test_a_vote_gets_the_time_for_votes_and_sealed_choices_do_not_change_it(voting: Game, clock: Clock) -> None:
    assert until(voting) == START + VOTE_TIME
    clock.shift(HOUR)
    seat = vote(voting)
    answer(voting, seat)
    say(game=voting, seat=seat, text="Hm")
    stand_ins.hand_over(code=voting.code, user=person_in(voting, asked(load_table(voting))[0]))
    assert until(voting) == START + VOTE_TIME


def test_the_clock_is_never_early_and_acts_once(game: Game, clock: Clock) -> None:
    moment = until(game)
    assert sweep_at(clock, moment - MICRO) == 0
    assert not close_deadline(game.code, moment - MICRO)
    assert not Move.objects.filter(game=game).exists()
    assert sweep_at(clock, moment) == 1
    moves = Move.objects.filter(game=game).count()
    assert [deadlines.sweep(), deadlines.sweep()] == [0, 0]
    assert not close_deadline(game.code, moment), "a sweep that found it due before acts again"
    assert Move.objects.filter(game=game).count() == moves
    assert {entry.by for entry in healthy(game).entries} == {CLOCK}
    assert until(game) == moment + PACE


def test_an_expired_vote_closes_with_what_is_in(voting: Game, clock: Clock) -> None:
    voted = vote(voting)
    kept = SealedChoice.objects.get(game=voting).content[0]["against"]
    let_lapse(clock, voting)
    table = healthy(voting)
    votes = {entry.move.seat: (list(entry.move.against), entry.by) for entry in table.entries[-3:]}
    assert votes.pop(voted) == (kept, "player")
    assert list(votes.values()) == [([], CLOCK)] * 2
    assert (voting.status, voting.due_at) == (Game.Status.OVER, None)


def test_a_move_after_the_deadline_lands_if_no_sweep_came_first(game: Game, clock: Clock) -> None:
    clock.move_to(until(game) + 5 * SECOND)
    play_on(game, 1)
    assert CLOCK not in {entry.by for entry in healthy(game).entries}
    assert deadlines._close_expired(START + PACE) == 0


def lapse_for(clock: Clock, game: Game, seat: int) -> None:
    """Let the others play until `seat` is asked, and let that lapse."""
    while asked(load_table(game)) != [seat]:
        play_on(game, 1)
    let_lapse(clock, game)


def test_two_misses_in_a_row_put_a_stand_in(game: Game, clock: Clock) -> None:
    seat = asked(load_table(game))[0]
    lapse_for(clock, game, seat)
    player = Player.objects.get(game=game, seat=seat)
    assert (player.missed, player.stand_in) == (1, False)
    lapse_for(clock, game, seat)
    player.refresh_from_db()
    assert (player.stand_in, player.owes) == (True, "")
    notification = Notification.objects.get(kind="stand_in")
    assert (notification.recipient, notification.game) == (player.user, game)
    version = game.version
    play_on(game)
    table = healthy(game)
    assert [entry.by for entry in table.entries if entry.move.seat == seat][-1] == BOT
    assert game.version > version


def test_a_move_of_ones_own_starts_the_count_again(game: Game, clock: Clock) -> None:
    seat = asked(load_table(game))[0]
    for _ in range(2):
        lapse_for(clock, game, seat)
        while asked(load_table(game)) != [seat]:
            play_on(game, 1)
        play_on(game, 1)
        player = Player.objects.get(game=game, seat=seat)
        assert (player.missed, player.stand_in) == (0, False)


def test_only_those_who_have_not_answered_have_missed_a_vote(voting: Game, clock: Clock) -> None:
    voted = vote(voting)
    let_lapse(clock, voting)
    assert {player.seat: player.missed for player in voting.players.all()} == {s: int(s != voted) for s in range(3)}


def test_what_may_not_be_known_to_be_asked_is_not_counted(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = load_table(game).title
    asked_openly = title.decision

    def ask_in_secret(state: object, seat: int) -> Decision | None:
        decision = asked_openly(state, seat)
        return Decision(decision.kind, decision.number, public=False) if decision else None

    monkeypatch.setitem(cast(dict[str, Any], TITLES), title.NAME, replace(title, decision=ask_in_secret))
    let_lapse(clock, game, times=7)
    assert not game.players.filter(stand_in=True).exists()
    assert not game.players.filter(missed__gt=0).exists()


def test_one_broken_game_holds_up_no_other(game: Game, clock: Clock) -> None:
    broken = start_table(*(make_person() for _ in range(3)))
    Game.objects.filter(pk=broken.pk).update(due_at=F("due_at") - SECOND)
    broken.deal.hands.update(content={})
    assert sweep_at(clock, until(game)) == 1
    assert until(game) > START + PACE
    assert until(broken) < START + PACE


def test_a_game_removed_meanwhile_holds_up_no_other(game: Game, clock: Clock) -> None:
    assert deadlines.do_each(["gone", game.code], close_deadline, START + PACE) == 1


def test_a_sweep_leaves_the_rest_to_the_next_when_it_takes_long(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "MAX_SWEEP", 0.0)
    assert sweep_at(clock, until(game)) == 0
    monkeypatch.undo()
    assert sweep_at(clock, until(game)) == 1


def test_tables_that_do_not_fill_are_closed_after_a_week_with_a_word(clock: Clock) -> None:
    ada, ben, eve = (make_person() for _ in range(3))
    table = open_table(ada, ben, seats=4)
    running = start_table(ada, ben, eve)
    kept = open_table(ada, seats=4)
    kept.players.filter(seat=1).update(user=eve, invited=True)
    sweep_at(clock, START + 7 * DAY - MICRO)
    assert not Game.objects.filter(status=Game.Status.CANCELLED).exists()
    sweep_at(clock, START + 7 * DAY)
    sweep_at(clock, START + 7 * DAY + 10 * SECOND)
    for game in (table, running, kept):
        game.refresh_from_db()
        assert _check_game(game) == []
    assert [game.status for game in (table, running, kept)] == ["cancelled", "running", "cancelled"]
    told = Notification.objects.filter(kind="closed").values_list("recipient", "game")
    assert sorted(told) == sorted([(ada.pk, table.pk), (ben.pk, table.pk), (ada.pk, kept.pk)])


CHANGES = [
    ("Europe/Paris", datetime(2026, 3, 29, 1, tzinfo=UTC)),
    ("Europe/Paris", datetime(2026, 10, 25, 1, tzinfo=UTC)),
    ("America/Montreal", datetime(2026, 3, 8, 7, tzinfo=UTC)),
    ("America/Montreal", datetime(2026, 11, 1, 6, tzinfo=UTC)),
]


@pytest.mark.deep
@pytest.mark.parametrize(("zone", "change"), one_in(4, CHANGES))
def test_three_schedulers_are_never_early_nor_a_minute_late_over_a_change_of_the_clocks(
    zone: str, change: datetime, clock: Clock
) -> None:
    before, after = (moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in (change - MICRO, change))
    assert before != after, "the clocks do not change here"
    chance, pace = Random(zone), timedelta(minutes=2)
    sweep_at(clock, change - timedelta(minutes=3))
    people = [make_person() for _ in range(3)]
    games = [start_table(*people) for _ in range(4)]
    for game in games:
        first = change - timedelta(minutes=3) + pace * chance.random()
        Game.objects.filter(pk=game.pk).update(pace=pace.seconds, due_at=first)
    lateness = []
    for tick in range(6 * 6 * 3):
        now = change + timedelta(minutes=-3, seconds=10 * tick / 3 + chance.random())
        waiting = {game.pk: game.due_at for game in Game.objects.filter(due_at__isnull=False)}
        clock.move_to(now)
        deadlines.sweep()
        for game in Game.objects.filter(pk__in=waiting):
            if game.due_at != waiting[game.pk]:
                lateness.append(now - (waiting[game.pk] or now))
                assert game.due_at is None or game.due_at == now + pace
    assert len(lateness) >= 8
    assert min(lateness) >= timedelta(0)
    assert max(lateness) <= timedelta(seconds=60)


@pytest.mark.parametrize(("zone", "change"), CHANGES)
def test_a_day_for_a_decision_is_24_hours_over_a_change_of_the_clocks(
    zone: str, change: datetime, clock: Clock
) -> None:
    clock.move_to(change - 10 * HOUR)
    game = start_table(*(make_person() for _ in range(3)))
    assert until(game) == change + 14 * HOUR
    assert sweep_at(clock, change + 14 * HOUR - MICRO) == 0
    assert sweep_at(clock, change + 14 * HOUR) == 1
