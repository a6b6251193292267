"""A table waits for those on holiday: from the next question on, for so long and no longer, unless it refuses to."""

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.availability.vacations import VacationError
from accounts.availability.waking_hours import Hours
from accounts.models import User
from games.clock import table_clock
from games.clock.table_clock import Sitter, Wait
from games.clock.vacations import PER_YEAR, find_latest, give_back, spend
from games.models import Game, Notification, Player
from games.notifications import reminders, schedules
from games.rules.engine.values import Decision, Remaining
from games.state.table import load_table
from games.state.view import latest_end, view_table
from games.tables.services import pauses
from games.tables.services.vacations import end_vacation, take_vacation
from games.tables.views.table import _fill_about
from tests.builders_people import make_person
from tests.tables.acts import fresh, person_in, until
from tests.tables.builders import asked, play_on, play_to_the_vote, start_table
from tests.tables.clocks import DAY, START, Clock, sweep_at

PACE = 86400
PLAY, GUESS = Decision("play", 1), Decision("guess", 1, sealed=True, public=False)
AWAY = Hours(away=((START + DAY / 2, START + 10 * DAY),))
CLOCK = table_clock.Clock(DAY, 2 * DAY, vacations=True)
SITTERS = {0: Sitter(), 1: Sitter(AWAY), 2: Sitter(Hours("Europe/Paris", 7, 23))}


def test_one_who_is_away_has_their_time_afterwards() -> None:
    late = timedelta(days=9, hours=12)
    assert CLOCK.wait({1: PLAY}, START, SITTERS) == Wait(START + DAY + late, 1, late)
    assert CLOCK.wait({0: PLAY}, START, SITTERS) == Wait(START + DAY)


def test_a_secret_question_waits_for_whoever_is_away_asked_or_not() -> None:
    waits = {CLOCK.wait(dict.fromkeys(seats, GUESS), START, SITTERS) for seats in ([0], [1], [2], [0, 2])}
    assert waits == {CLOCK.wait({1: PLAY}, START, SITTERS)}


def test_nobody_is_waited_for_longer_than_a_year_allows() -> None:
    almost = SITTERS | {1: Sitter(AWAY, waited={2026: PER_YEAR - 2 * DAY})}
    assert CLOCK.wait({1: PLAY}, START, almost) == Wait(START + 3 * DAY, 1, 2 * DAY)
    spent = SITTERS | {1: Sitter(AWAY, waited={2026: PER_YEAR})}
    assert CLOCK.wait({1: PLAY}, START, spent) == Wait(START + DAY)


def test_each_year_that_a_game_reaches_brings_days_of_its_own() -> None:
    december = datetime(2026, 12, 10, tzinfo=UTC)
    assert find_latest(december, 2026, [{2026: PER_YEAR - 5 * DAY}]) == december + 5 * DAY
    assert find_latest(december, 2026, [{}]) == december + 2 * PER_YEAR
    assert find_latest(december, 2026, [{}, {}, {}, {}]) == december + 8 * PER_YEAR
    # Other time depends on the end, and may reach a year more.
    assert find_latest(december, 2026, [{2026: PER_YEAR}], lambda end: DAY) == december + DAY
    assert find_latest(december, 2026, [{2026: PER_YEAR}], lambda end: 30 * DAY) == december + PER_YEAR + 30 * DAY
    # What nobody took of a year that is over is gone.
    assert find_latest(december + 30 * DAY, 2027, [{2026: DAY}]) == december + 30 * DAY + PER_YEAR
    waited = spend({2026: PER_YEAR - DAY}, 3 * DAY, 2026)
    assert waited == {2026: PER_YEAR, 2027: 2 * DAY}
    assert give_back(waited, 3 * DAY) == {2026: PER_YEAR - DAY, 2027: timedelta(0)}


def test_the_latest_end_counts_what_each_may_still_take() -> None:
    left, slow = Remaining((1, 1), votes=0), {0: Sitter(), 1: Sitter(waited={2026: 9 * DAY})}
    due = START + DAY
    assert CLOCK.over_by(due, {0: PLAY}, left, slow) == due + DAY
    both = CLOCK.over_by(due, {0: PLAY}, left, slow, with_vacations=True)
    assert both == due + DAY + 2 * PER_YEAR - 9 * DAY


@pytest.fixture
def game(clock: Clock) -> Game:
    """A game of three people that waits for holidays and has just begun."""
    return start_table(*(make_person() for _ in range(3)), bank=PACE, vacations=True, options={"wagers": False})


def next_player(game: Game) -> User:
    """Return who is asked alone after the one who is asked now."""
    return person_in(game, (asked(load_table(game))[0] + 1) % 3)


def player_of(game: Game, person: User) -> Player:
    return Player.objects.get(game=game, user=person)


def find_end(game: Game) -> datetime:
    """Return when the game is over at the latest with everyone's holidays."""
    latest = latest_end(load_table(fresh(game)), with_vacations=True)
    assert latest
    return latest


def on(day: int) -> date:
    return date(2026, 3, day)


@pytest.mark.django_db
def test_a_holiday_counts_from_the_next_question_on(game: Game, clock: Clock) -> None:
    person = person_in(game, asked(load_table(game))[0])
    take_vacation(person, on(3), on(10))
    assert until(game) == START + DAY
    assert fresh(game).version > game.version
    # Not even the bank of what was asked before waits for it.
    sweep_at(clock, START + DAY)
    assert until(game) == START + 2 * DAY
    assert not player_of(game, person).waited


@pytest.mark.django_db
def test_what_was_not_waited_for_comes_back_with_the_answer(game: Game) -> None:
    away, plain, latest = next_player(game), latest_end(load_table(game)), find_end(game)
    assert plain
    assert latest > plain + 3 * 28 * DAY
    take_vacation(away, on(3), on(10))
    assert find_end(game) == latest
    play_on(game, 1)
    assert until(game) == START + 9 * DAY
    assert player_of(game, away).waited == {"2026": 8 * PACE}
    # The holiday lies in front of the question, and is not given twice.
    assert find_end(game) <= latest
    end_vacation(away, on(3))
    assert until(game) == START + 9 * DAY
    play_on(game, 1)
    assert player_of(game, away).waited == {"2026": 0}
    assert find_end(game) <= latest


@pytest.mark.django_db
def test_time_given_and_a_bank_wait_for_a_holiday_that_is_known(game: Game, clock: Clock) -> None:
    away = next_player(game)
    take_vacation(away, on(4), on(5))
    play_on(game, 1)
    assert until(game) == START + DAY
    pauses.grant_time(code=game.code, user=next_player(game))
    assert until(game) == START + 4 * DAY
    assert player_of(game, away).waited == {"2026": 2 * PACE}


@pytest.mark.django_db
def test_a_vote_under_way_keeps_its_due_time(clock: Clock) -> None:
    game = play_to_the_vote(3)
    Game.objects.filter(pk=game.pk).update(vacations=True)
    before = fresh(game).until
    take_vacation(person_in(game, 0), on(2), on(20))
    play_on(game, 1)
    assert until(game) == before


@pytest.mark.django_db
def test_a_table_that_refuses_holidays_waits_for_none(clock: Clock) -> None:
    game = start_table(*(make_person() for _ in range(3)), options={"wagers": False})
    take_vacation(next_player(game), on(2), on(20))
    play_on(game, 1)
    assert until(game) == START + DAY
    table = load_table(fresh(game))
    assert _fill_about(table, table.players[0])["over_by_with_vacations"] is None
    assert not any(place.back_on or place.vacations for place in view_table(table, 0).places)


@pytest.mark.django_db
def test_all_at_the_table_see_who_is_away_and_until_when(game: Game) -> None:
    away = next_player(game)
    take_vacation(away, on(2), on(8))
    seat = player_of(game, away).seat
    for viewer in range(3):
        places = view_table(load_table(fresh(game)), viewer).places
        assert [place.back_on for place in places if place.index == seat] == [on(9)]
        assert not any(place.back_on for place in places if place.index != seat)


@pytest.mark.django_db
def test_who_is_away_is_reminded_when_they_are_back(game: Game, clock: Clock) -> None:
    away = next_player(game)
    User.objects.filter(pk=away.pk).update(reminders=[10 * 60, 60])
    take_vacation(away, on(3), on(10))
    play_on(game, 1)
    # Due at 14:00 UTC on the 11th; ten hours before that, and at the earliest at seven in Paris.
    player = Player.objects.select_related("user", "game").get(game=game, user=away)
    first, last = (threshold.at for threshold in reminders.list_times(player, fresh(game), vote=False))
    assert (first, last) == (datetime(2026, 3, 11, 4, tzinfo=UTC), datetime(2026, 3, 11, 13, tzinfo=UTC))
    User.objects.filter(pk=away.pk).update(reminders=[20 * 60])
    player.refresh_from_db()
    assert player.user
    player.user.refresh_from_db()
    (only,) = reminders.list_times(player, fresh(game), vote=False)
    assert only.at == datetime(2026, 3, 11, 6, tzinfo=UTC)
    assert Notification.objects.get(recipient=away, kind="reminder").send_at == datetime(2026, 3, 11, 4, tzinfo=UTC)


@pytest.mark.django_db
def test_a_channel_that_waits_until_one_is_awake_waits_for_their_return(person: User, clock: Clock) -> None:
    take_vacation(person, on(2), on(8))
    person.refresh_from_db()
    assert schedules.find_waking(person, START) == datetime(2026, 3, 9, 6, tzinfo=UTC)


@pytest.mark.django_db
def test_more_days_than_a_year_has_are_refused_and_nothing_is_stored(person: User, clock: Clock) -> None:
    with pytest.raises(VacationError):
        take_vacation(person, on(2), on(2) + 28 * DAY)
    person.refresh_from_db()
    assert person.vacations == ()


@pytest.mark.django_db
def test_what_was_cancelled_is_not_among_what_is_taken(person: User, clock: Clock) -> None:
    """The last release takes all that stands there for real."""
    take_vacation(person, on(3), on(8))
    end_vacation(person, on(3))
    person.refresh_from_db()
    assert (person.vacations_taken, person.vacations) == ([], ())
    take_vacation(person, on(4), on(5))
    person.refresh_from_db()
    assert [(each.first, each.is_dropped) for each in person.announced_vacations] == [(on(3), True), (on(4), False)]
    assert [row["first"] for row in person.vacations_taken] == [on(4).isoformat()]
