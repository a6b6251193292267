"""No game is played to its end by nobody: while every person's seat has a stand-in, the table stands still."""

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from accounts.models import User
from accounts.tokens.bots import make_bot
from games.models import Game, Notification, SealedChoice
from games.personal_data.deletion import close_account
from games.rules.engine.values import BOT, CLOCK
from games.rules.registry import TITLES
from games.state.table import load_table
from games.state.view import latest_end
from games.tables.services import deadlines, lobby, pauses, stand_ins, substitutes
from games.tables.services.reliability import _note_game
from tests.builders_people import make_guest, make_person
from tests.circles.weeks import open_weekly
from tests.tables.acts import (
    agree_to_pause,
    answer,
    fresh,
    healthy,
    open_seat,
    people_of,
    person_in,
    refuse,
    until,
)
from tests.tables.builders import asked, open_table, play_on, play_to_the_vote, start_table
from tests.tables.clocks import DAY, SECOND, START, Clock, sweep_at
from tests.tables.standing_still import WEEK, come_back, leave, let_all_pass, let_post_work

pytestmark = pytest.mark.django_db
LINE_UPS = [("target", 2, 0), ("insidejob", 4, 0), ("insidejob", 2, 2), ("insidejob", 1, 2), ("rendezvous", 4, 0)]
"""The title, people and bots. All but the first of the people have a stand-in."""


def start_with_one(title: str, people: int, bots: int) -> Game:
    """Start a game in which the first of the people plays, and the rest have stand-ins."""
    game = start_table(*(make_person() for _ in range(people)), bots=bots, title=title)
    leave(game, *people_of(game)[1:])
    return fresh(game)


def who_moved(game: Game) -> list[str]:
    return [entry.by for entry in load_table(fresh(game)).entries]


@pytest.mark.parametrize(("title", "people", "bots"), LINE_UPS)
def test_after_the_last_person_has_missed_twice_the_table_stands_still(
    title: str, people: int, bots: int, clock: Clock
) -> None:
    game = start_with_one(title, people, bots)
    assert not game.stands_still
    let_all_pass(game, clock)
    game = fresh(game)
    assert game.is_running
    assert (game.stands_still, game.until) == (True, game.paused_at + WEEK if game.paused_at else None)
    assert all(player.stand_in for player in game.players.exclude(user=None))
    assert not game.players.exclude(owes="").exists()
    # The clock made the last move of hers, and nobody has answered it.
    assert who_moved(game)[-1] == CLOCK
    moves = len(who_moved(game))
    sweep_at(clock, until(game) - SECOND)
    assert len(who_moved(fresh(game))) == moves
    assert latest_end(load_table(fresh(game))) is None
    healthy(game)


@pytest.mark.parametrize(("title", "people", "bots"), LINE_UPS)
def test_the_game_goes_on_where_it_stood_with_new_deadlines(title: str, people: int, bots: int, clock: Clock) -> None:
    game = start_with_one(title, people, bots)
    let_all_pass(game, clock)
    clock.shift(3 * DAY)
    game = come_back(game, person_in(game, 0))
    healthy(game)
    assert (game.stands_still, game.paused_at) == (False, None)
    assert BOT in who_moved(game)
    if game.is_running:
        assert until(game) >= START + 3 * DAY + min(game.clock.turn, game.clock.vote)
        assert game.players.get(seat=0).owes
        play_on(game)
    assert healthy(game).outcome is not None


@pytest.mark.parametrize("title", TITLES)
def test_two_who_both_press_the_button_find_the_game_as_they_left_it(title: str, clock: Clock) -> None:
    people = [make_person() for _ in range(TITLES[title].USUAL_SEATS)]
    game = start_table(*people, title=title)
    leave(game, *people[1:])
    moves = len(who_moved(game))
    leave(game, people[0])
    assert fresh(game).stands_still
    assert len(who_moved(game)) == moves
    healthy(game)


def test_alone_with_bots_the_button_stops_the_game(ada: User, clock: Clock) -> None:
    game = start_table(ada, bots=2)
    moves = len(who_moved(game))
    leave(game, ada)
    assert (fresh(game).stands_still, len(who_moved(game))) == (True, moves)
    healthy(game)


def test_who_was_not_told_of_a_stand_in_at_a_standstill_is_told_once_it_ends(
    ada: User, ben: User, clock: Clock
) -> None:
    game = start_table(ada, ben, bots=1)
    let_all_pass(game, clock)
    told = Notification.objects.filter(game=game, kind="stand_in")
    last, first = (told.get(state=state) for state in (Notification.State.DROPPED, Notification.State.TOLD))
    come_back(game, first.recipient)
    let_post_work(clock)
    assert told.get(pk=last.pk).state == Notification.State.TOLD
    assert told.get(pk=first.pk).told_at == first.told_at


def test_the_email_about_it_offers_no_turn_but_leads_to_the_table(ada: User, clock: Clock) -> None:
    leave(start_table(ada, bots=2), ada)
    let_post_work(clock)
    [sent] = mail.outbox
    assert "stands still" in str(sent.subject)
    assert isinstance(sent, EmailMultiAlternatives)
    page = str(sent.alternatives[0][0])
    assert ("Play my turn" in page, "Go to the table" in page) == (False, True)


def test_who_handed_over_is_not_told_of_the_stand_in_that_an_earlier_miss_brought(
    ada: User, ben: User, clock: Clock
) -> None:
    game = start_table(ada, ben, bots=1)
    let_all_pass(game, clock)
    told = Notification.objects.filter(game=game, kind="stand_in")
    last, first = (told.get(state=state) for state in (Notification.State.DROPPED, Notification.State.TOLD))
    come_back(game, last.recipient)
    leave(game, last.recipient)
    come_back(game, first.recipient)
    let_post_work(clock)
    assert told.get(pk=last.pk).state == Notification.State.DROPPED


def test_after_a_week_it_ends_without_a_winner_and_counts_for_nobody(people: list[User], clock: Clock) -> None:
    game = start_table(*people)
    leave(game, *people)
    sweep_at(clock, START + WEEK - SECOND)
    assert fresh(game).is_running
    sweep_at(clock, START + WEEK)
    game = fresh(game)
    assert (game.status, game.due_at, game.ended_at, game.result) == (Game.Status.AGREED, None, START + WEEK, None)
    assert game.was_abandoned
    assert not game.players.exclude(won=None).exists()
    healthy(game)
    _note_game(game.pk)
    refuse("not_running", stand_ins.take_back, code=game.code, user=people[0])
    assert Notification.objects.filter(game=game, kind="over").count() == 3


def test_a_sealed_question_stays_open_while_nobody_is_there(clock: Clock) -> None:
    game = play_to_the_vote(3)
    seats = asked(load_table(game))
    leave(game, *(person_in(game, seat) for seat in seats))
    leave(game, *(person_in(game, seat) for seat in range(3) if seat not in seats))
    chosen = SealedChoice.objects.filter(game=game).count()
    game = fresh(game)
    assert (game.stands_still, chosen) == (True, len(seats) - 1)
    healthy(game)
    last = person_in(game, seats[-1])
    game = come_back(game, last)
    assert game.players.get(user=last).owes == "vote-1"
    answer(game, seats[-1])
    assert healthy(fresh(game)).outcome is not None


def test_bot_accounts_do_not_keep_a_table_going(ada: User, ben: User, clock: Clock) -> None:
    game = open_table(ada, seats=2, title="target", allows_bots=True)
    bot = make_bot(ben, "Ticker")[0]
    lobby.join_game(code=game.code, user=bot)
    game = fresh(game)
    leave(game, ada)
    assert fresh(game).stands_still
    refuse("stand_in", pauses.resume, code=game.code, user=bot)
    game = come_back(game, ada)
    assert not game.stands_still
    healthy(game)


def test_guests_count_as_people(ada: User, clock: Clock) -> None:
    guest = make_guest()
    game = start_table(ada, guest, bots=1, guests_welcome=True)
    leave(game, ada)
    assert not fresh(game).stands_still
    leave(game, guest)
    assert fresh(game).stands_still


@pytest.mark.parametrize("is_paused", [False, True])
def test_accounts_that_are_deleted_leave_a_table_that_stands_still(
    ada: User, ben: User, clock: Clock, *, is_paused: bool
) -> None:
    game = start_table(ada, ben, title="target")
    if is_paused:
        agree_to_pause(game)
    else:
        leave(game, ada)
    close_account(ben)
    assert fresh(game).stands_still or is_paused
    close_account(ada)
    assert not Game.objects.filter(pk=game.pk, status=Game.Status.OVER).exists()
    for left in Game.timed.filter(pk=game.pk):
        assert left.stands_still
        healthy(left)


def test_a_substitute_lets_the_game_go_on(ada: User, ben: User, zoe: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada)
    token = open_seat(game, by=ben, seat=0)
    leave(game, ben)
    assert fresh(game).stands_still
    substitutes.sit_in(code=game.code, user=zoe, token=token)
    game = fresh(game)
    assert not game.stands_still
    healthy(game)
    play_on(game)
    healthy(game)


def test_no_pause_is_ended_and_nothing_else_pressed_while_nobody_is_there(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada, ben)
    refuse("stand_in", pauses.resume, code=game.code, user=ada)
    refuse("stand_in", pauses.agree_to_pause, code=game.code, user=ada, agrees=True)
    refuse("stand_in", pauses.grant_time, code=game.code, user=ada)
    refuse("stand_in", stand_ins.agree_to_end, code=game.code, user=ada, agrees=True)


def test_the_time_in_which_a_table_stood_still_is_no_time_to_answer(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada, ben)
    clock.shift(2 * DAY)
    game = come_back(game, ada)
    assert [begin for begin, _ in pauses.list_spans(game.pauses)] == [START]
    assert [end for _, end in pauses.list_spans(game.pauses)] == [START + 2 * DAY]


def test_an_outage_does_not_shorten_the_week(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    sweep_at(clock, START)
    leave(game, ada, ben)
    clock.shift(3 * DAY)

    deadlines.sweep()
    assert until(game) == START + WEEK + 3 * DAY
    sweep_at(clock, START + WEEK + 3 * DAY)
    assert fresh(game).was_abandoned


def test_a_weekly_table_stands_still_too(ada: User, ben: User, clock: Clock) -> None:
    game = open_weekly(clock, ada, ben, title="target", seat_count=2)
    for person in (ada, ben):
        lobby.join_game(code=game.code, user=person)
    game = fresh(game)
    assert (game.is_running, game.opened_itself) == (True, True)
    let_all_pass(game, clock)
    assert fresh(game).stands_still
    sweep_at(clock, until(game))
    assert fresh(game).was_abandoned
    healthy(fresh(game))
