"""Another weekly table of the same week, for members who are left over."""

import pytest
import time_machine
from django.http import Http404
from django.utils import timezone
from pytest_django import Settings

from accounts.models import AccountEmail
from games.circles import weekly_tables as weeks
from games.models import Game, WeeklyTable
from games.state.refusals import Refusal
from games.tables.services import lobby
from games.tables.services import weekly_tables as opening
from tests.builders_people import reload
from tests.circles.times import DAY, HOUR, MONDAY_AT_NINE, WEEK
from tests.circles.weeks import go_to, latest, live, make_weekly_table, open_weekly, people_of, sit, told, weekly_of
from tests.tables.pages.browser import sign_in
from tests.tables.pages.circle import path_of
from tests.tables.pages.seating import follow, names

pytestmark = pytest.mark.django_db


def test_a_full_table_leaves_the_others_another_one(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    first = open_weekly(now, *people, title="target", seat_count=2)
    sit(first, *people[:2])
    go_to(now, MONDAY_AT_NINE + HOUR)
    assert Game.objects.count() == 1, "unless the circle says so, a member opens it"
    weekly_table = weekly_of(first)
    opened = opening.open_another(code=weekly_table.code, user=people[3], now=timezone.now())
    assert opening.open_another(code=weekly_table.code, user=people[4], now=timezone.now()) == opened
    assert (opened.host, opened.circle, opened.opened_itself) == (people[0], first.circle, True)
    assert told() == ["Ada", "Ben", "Cleo", "Dora", "Emil", "Cleo", "Dora", "Emil"]
    with pytest.raises(Http404):
        opening.open_another(code=weekly_table.code, user=people_of("Farid")[0], now=timezone.now())


def test_no_other_table_opens_before_one_is_full(now: time_machine.Traveller) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, ada, ben, cleo, title="target", seat_count=2)
    weekly_table = weekly_of(game)
    assert opening.open_another(code=weekly_table.code, user=ben, now=timezone.now()) == game
    lobby.cancel_game(code=game.code, host=ada)
    with pytest.raises(Refusal, match="no_other_table"):
        opening.open_another(code=weekly_table.code, user=ben, now=timezone.now())
    assert Game.objects.count() == 1


def test_another_table_opens_after_a_second_one_closed(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    first = open_weekly(now, *people, title="target", seat_count=2)
    sit(first, *people[:2])
    weekly_table = weekly_of(first)
    second = opening.open_another(code=weekly_table.code, user=people[2], now=timezone.now())
    lobby.cancel_game(code=second.code, host=people[0])
    [row] = weeks.list_weekly_tables(weekly_table.circle)
    assert not row.has_closed, "the first one of this week is played"
    third = opening.open_another(code=weekly_table.code, user=people[3], now=timezone.now())
    assert (third != second, names(third)) == (True, ["Dora", ""])


def test_no_other_table_opens_for_a_member_who_cannot_sit_down_there(
    now: time_machine.Traveller, settings: Settings
) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    first = open_weekly(now, *people, title="target", seat_count=2)
    sit(first, *people[:2])
    settings.TABLES_A_PERSON = 0
    address = path_of(weekly_of(first).circle, "open_another", weekly_of(first).code)
    assert "maximum number of games" in follow(sign_in(people[2]), address)
    assert (Game.objects.count(), told()) == (1, ["Ada", "Ben", "Cleo"])


def test_a_second_table_that_closed_does_not_make_a_week_empty(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    weekly_table = make_weekly_table(*people, title="target", seat_count=2)
    for week in range(5):
        go_to(now, MONDAY_AT_NINE + week * WEEK)
        if week == 3:
            sit(latest(weekly_table.circle), *people[:2])
            second = opening.open_another(code=weekly_table.code, user=people[2], now=timezone.now())
            lobby.cancel_game(code=second.code, host=people[0])
        go_to(now, MONDAY_AT_NINE + week * WEEK + DAY)
    assert (reload(weekly_table).paused, weekly_table.empty_weeks) == (False, 1)


def test_asking_for_another_table_that_is_no_longer_offered_pauses_it(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    first = open_weekly(now, *people, title="target", seat_count=2)
    sit(first, *people[:2])
    WeeklyTable.objects.update(options={"cards": "all"})
    AccountEmail.objects.all().delete()
    with pytest.raises(Refusal, match="weekly_not_offered"):
        opening.open_another(code=weekly_of(first).code, user=people[2], now=timezone.now())
    assert weekly_of(first).paused
    assert AccountEmail.objects.get().email == people[0].email


def test_it_opens_by_itself_while_enough_members_are_left_over(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    first = open_weekly(now, *people, title="target", seat_count=2, opens_more=True)
    sit(first, *people[:2])
    go_to(now, MONDAY_AT_NINE + HOUR)
    second = latest(weekly_of(first).circle)
    assert second != first
    assert told()[5:] == ["Cleo", "Dora", "Emil"]
    sit(second, *people[2:4])
    go_to(now, MONDAY_AT_NINE + 2 * HOUR)
    assert Game.objects.count() == 2, "one alone needs no table"
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert Game.objects.count() == 3


def test_none_opens_by_itself_after_the_day_of_the_first(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay")
    first = open_weekly(now, *people, opens_more=True)
    sit(first, *people[:2])
    go_to(now, MONDAY_AT_NINE + DAY)
    assert reload(first).is_running
    go_to(now, MONDAY_AT_NINE + DAY + HOUR)
    assert Game.objects.count() == 1


def test_another_table_that_stays_empty_is_no_empty_week(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    first = open_weekly(now, *people, title="target", seat_count=2, opens_more=True)
    sit(first, *people[:2])
    live(now, 2 * DAY)
    assert latest(weekly_of(first).circle).status == Game.Status.CANCELLED
    assert weekly_of(first).empty_weeks == 0
