"""More time from another player, and a pause that all agree to: who may, what it gives, and how it ends."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game, Notification, Player
from games.notifications import email_dispatch
from games.site.consistency import _check_game
from games.state.table import load_table
from games.state.view import latest_end
from games.tables.services import deadlines, pauses, stand_ins
from tests.builders_people import make_person
from tests.tables.acts import agree_to_end, agree_to_pause, fresh, people_of, person_in, refuse, until
from tests.tables.builders import asked, play_on, play_to_the_vote, start_table
from tests.tables.clocks import DAY, HOUR, SECOND, START, Clock, send_due_at, sweep_at
from tests.tables.pages.browser import Page, link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db

WEEK = 7 * DAY


@pytest.fixture
def game(clock: Clock) -> Game:
    """A game of three people that has just begun."""
    return start_table(*(make_person() for _ in range(3)), bank=86400, options={"wagers": False})


def who(game: Game) -> tuple[User, list[User]]:
    """Return whose turn it is, and the others."""
    people = people_of(game)
    turn = people.pop(asked(load_table(game))[0])
    return turn, people


def test_any_other_player_gives_a_turn_more_once_for_each_question(game: Game) -> None:
    turn, others = who(game)
    refuse("own_time", pauses.grant_time, code=game.code, user=turn)
    refuse("not_seated", pauses.grant_time, code=game.code, user=make_person())
    pauses.grant_time(code=game.code, user=others[0])
    assert fresh(game).until == START + 2 * DAY
    assert fresh(game).version > game.version
    refuse("granted", pauses.grant_time, code=game.code, user=others[1])
    page = page_of(game, turn, "about")
    assert f"{others[0].display_name} added time" in page
    play_on(game, 1)
    assert (fresh(game).until, fresh(game).granted_by) == (START + DAY, None)


def test_in_a_vote_time_is_given_to_all_whoever_gives_it(clock: Clock) -> None:
    game = play_to_the_vote(3)
    before = until(game)
    play_on(game, 1)
    voter = game.players.exclude(owes="vote-1").get().seat
    pauses.grant_time(code=game.code, user=person_in(game, voter))
    assert until(game) == before + DAY


def test_a_pause_needs_all_and_any_player_ends_it(game: Game, clock: Clock) -> None:
    turn, others = who(game)
    version = fresh(game).version
    agree_to_pause(game, *others)
    assert fresh(game).paused_at is None
    assert fresh(game).version == version + len(others), "each is news to all"
    clock.shift(HOUR)
    pauses.agree_to_pause(code=game.code, user=turn, agrees=True)
    assert fresh(game).until == START + HOUR + WEEK
    refuse("paused", play_on, game=game, moves=1)
    refuse("paused", stand_ins.hand_over, code=game.code, user=turn)
    refuse("paused", pauses.grant_time, code=game.code, user=others[0])
    sweep_at(clock, START + 3 * DAY)
    bank = Player.objects.get(game=game, user=turn).bank
    pauses.resume(code=game.code, user=others[0])
    assert (fresh(game).until, fresh(game).paused_at) == (START + 3 * DAY + 23 * HOUR, None)
    assert Player.objects.get(game=game, user=turn).bank == bank
    refuse("not_paused", pauses.resume, code=game.code, user=turn)
    play_on(game, 1)
    assert _check_game(fresh(game)) == []


def test_who_presses_a_button_in_a_tab_comes_back_to_that_button(game: Game) -> None:
    player = sign_in(game.host)
    page = Page(page_of(game, player, "about"))
    forms = [form for form in page.forms if "?tab=about#" in form.action]
    pause, own = link("pause", game), link("table", game)
    assert pause in {form.action.partition("?")[0] for form in forms}
    for form in forms:
        path, _, place = form.action.partition("#")
        # Browsers keep the fragment when they are redirected.
        assert player.post(path, form.press())["Location"] == f"{own}?tab=about"
        assert place in page.ids & Page(page_of(game, player, "about")).ids
    assert player.post(f"{pause}?tab=elsewhere")["Location"] == own


def test_who_is_refused_in_a_tab_comes_back_to_the_reason(game: Game) -> None:
    turn, _ = who(game)
    player = sign_in(turn)
    answer = player.post(f"{link('grant_time', game)}?tab=about")
    assert answer["Location"] == f"{link('table', game)}?tab=about#messages"
    assert 'class="note warning"' in text_of(player.get(answer["Location"]))


def test_a_paused_table_asks_nobody_and_offers_to_go_on(game: Game) -> None:
    turn, others = who(game)
    agree_to_pause(game)
    for person in (turn, others[0]):
        page = page_of(game, person)
        assert re.search(r"The game is paused\.\s*</span>.*?until [^<]* at the latest", page, re.DOTALL)
        assert not re.search('data-turn="yes"|id="choice-form"|id="tip"|Waiting for', page)
        assert page.count("End the pause") == 1
        assert page.index("End the pause") < page.index('id="mine"'), "on the board"
    sign_in(turn).post(link("resume", game))
    page = page_of(game, turn)
    assert 'data-turn="yes"' in page
    assert 'id="choice-form"' in page


def test_who_has_a_stand_in_ends_no_pause_before_taking_the_seat_back(game: Game) -> None:
    turn, others = who(game)
    stand_ins.hand_over(code=game.code, user=turn)
    agree_to_pause(game, *others)
    refuse("stand_in", pauses.resume, code=game.code, user=turn)
    assert fresh(game).paused_at == START
    stand_ins.take_back(code=game.code, user=turn)
    pauses.resume(code=game.code, user=turn)
    assert fresh(game).paused_at is None


def test_a_pause_ends_by_itself_and_the_latest_end_counts_it(game: Game, clock: Clock) -> None:
    before = latest_end(load_table(fresh(game)))
    agree_to_pause(game)
    assert before
    assert latest_end(load_table(fresh(game))) == before + WEEK
    assert sweep_at(clock, START + WEEK - SECOND) == 0
    assert fresh(game).paused_at is not None
    assert sweep_at(clock, START + WEEK) == 0
    assert (fresh(game).paused_at, fresh(game).until) == (None, START + WEEK + DAY)
    assert not game.players.filter(agrees_to_pause=True).exists()


def test_an_outage_within_a_pause_is_part_of_it(game: Game, clock: Clock) -> None:
    agree_to_pause(game)
    clock.shift(9 * HOUR)
    deadlines.sweep()
    clock.shift(HOUR)
    pauses.resume(code=game.code, user=game.host)
    assert fresh(game).until == START + 10 * HOUR + DAY


def test_all_may_end_a_game_in_its_pause(game: Game) -> None:
    agree_to_pause(game)
    agree_to_end(game, *people_of(game))
    assert (fresh(game).status, fresh(game).paused_at, fresh(game).due_at) == (Game.Status.AGREED, None, None)
    assert _check_game(fresh(game)) == []


def read_reminder(game: Game) -> Notification:
    """Return the reminder of what is asked now."""
    player = game.players.exclude(owes="").get()
    return Notification.objects.get(game=game, kind="reminder", key=f"{game.code}/{player.owes}")


def test_after_a_pause_that_a_player_ends_a_reminder_comes_in_time(game: Game, clock: Clock) -> None:
    agree_to_pause(game)
    sweep_at(clock, START + 20 * HOUR)
    email_dispatch.send_due()
    pauses.resume(code=game.code, user=game.host)
    sweep_at(clock, START + 21 * HOUR)
    email_dispatch.send_due()
    assert START + 21 * HOUR < read_reminder(game).send_at < until(game)


def test_a_reminder_that_was_told_is_not_told_again_when_its_deadline_moves(game: Game, clock: Clock) -> None:
    sweep_at(clock, START + 20 * HOUR)
    email_dispatch.send_due()
    assert read_reminder(game).deliveries.count() == 1
    assert sweep_at(clock, START + DAY) == 0
    assert until(game) > START + DAY
    send_due_at(clock, until(game) - SECOND)
    assert read_reminder(game).deliveries.count() == 1


# The deadline moves on behind the first threshold, between the two, and in front of both.
@pytest.mark.parametrize("passed", [15 * HOUR, 17 * HOUR, 23 * HOUR + HOUR / 2])
def test_each_threshold_is_told_once_however_a_deadline_moves(clock: Clock, passed: timedelta) -> None:
    for _ in range(3):
        make_person()
    User.objects.update(reminders=[480, 60])
    game = start_table(*User.objects.all(), bank=86400, options={"wagers": False})
    told = watch_reminders(game, clock, START + passed)
    pauses.grant_time(code=game.code, user=who(game)[1][0])
    assert told + watch_reminders(game, clock, until(game) - SECOND) == [8 * HOUR, HOUR]


def watch_reminders(game: Game, clock: Clock, end: datetime) -> list[timedelta]:
    """Let the post work every hour; return with how much time left people were reminded."""
    told: list[timedelta] = []
    deadline, reminder = until(game), read_reminder(game)
    count = reminder.deliveries.count()
    while (now := datetime.now(UTC)) < end:
        send_due_at(clock, min(now + HOUR, end))
        before, count = count, reminder.deliveries.count()
        told += [deadline - datetime.now(UTC)] * (count - before)
    return told


def test_thresholds_that_are_reached_at_once_are_one_reminder(clock: Clock) -> None:
    for _ in range(3):
        make_person()
    User.objects.update(reminders=[480, 60])
    game = start_table(*User.objects.all(), options={"wagers": False})
    end = until(game)
    for left in (HOUR / 2, HOUR / 4):
        send_due_at(clock, end - left)
    assert read_reminder(game).deliveries.count() == 1


def test_nothing_is_told_of_in_a_pause_that_is_about_to_end(game: Game, clock: Clock) -> None:
    agree_to_pause(game)
    send_due_at(clock, START + WEEK)
    assert read_reminder(game).deliveries.count() == 0
    sweep_at(clock, START + WEEK)
    assert fresh(game).paused_at is None
    send_due_at(clock, START + WEEK + 20 * HOUR)
    assert read_reminder(game).deliveries.count() == 1


def test_a_bank_that_was_poured_out_comes_back_with_a_stand_in(game: Game, clock: Clock) -> None:
    turn, _ = who(game)
    sweep_at(clock, START + DAY)
    clock.shift(HOUR)
    assert Player.objects.get(game=game, user=turn).bank == timedelta(0)
    stand_ins.hand_over(code=game.code, user=turn)
    assert Player.objects.get(game=game, user=turn).bank == DAY - HOUR


def test_a_stand_in_for_the_last_who_has_not_agreed_completes_the_pause(game: Game) -> None:
    turn, others = who(game)
    agree_to_pause(game, *others)
    assert fresh(game).paused_at is None
    stand_ins.hand_over(code=game.code, user=turn)
    assert fresh(game).paused_at == START
    assert not game.players.filter(agrees_to_pause=True).exists()
    assert _check_game(fresh(game)) == []


def test_a_stand_in_that_the_clock_puts_in_completes_the_pause_too(game: Game, clock: Clock) -> None:
    turn, others = who(game)
    Player.objects.filter(game=game, user=turn).update(missed=1, bank_spent=game.clock.bank)
    agree_to_pause(game, *others)
    sweep_at(clock, START + DAY)
    assert Player.objects.get(game=game, user=turn).stand_in
    assert (fresh(game).paused_at, until(game)) == (START + DAY, START + DAY + WEEK)
    sweep_at(clock, START + DAY + WEEK)
    assert until(game) == START + DAY + WEEK + DAY
    assert _check_game(fresh(game)) == []
