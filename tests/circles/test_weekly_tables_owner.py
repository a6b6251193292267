"""What the owner of a circle does about its weekly tables, and when they go."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from functools import partial
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from games.circles import services as circles
from games.circles import weekly_tables as weeks
from games.clock.weekly import Weekly
from games.models import Circle, Game, WeeklyTable
from games.personal_data.deletion import close_account
from games.state.refusals import Refusal
from games.tables.services import bots, lobby
from games.tables.services import weekly_tables as opening
from tests.builders_people import make_person, reload
from tests.circles.times import DAY, HOUR, MONDAY_AT_NINE, WEEK
from tests.circles.weeks import (
    go_to,
    latest,
    live,
    make_weekly_table,
    open_weekly,
    people_of,
    plan,
    sit,
    told,
    weekly_of,
)
from tests.tables.pages.circle import make_circle
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db


def test_a_pause_opens_nothing_and_makes_up_for_nothing(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    named: Any = {"code": weekly_table.circle.code, "owner": ada, "weekly_table": weekly_table.code}
    weeks.pause_weekly_table(**named)
    go_to(now, MONDAY_AT_NINE + HOUR)
    weeks.resume_weekly_table(**named)
    go_to(now, MONDAY_AT_NINE + 2 * HOUR)
    assert not Game.objects.exists()
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert Game.objects.count() == 1


def test_a_week_is_skipped_once_and_back_again(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    named: Any = {"code": weekly_table.circle.code, "owner": ada, "weekly_table": weekly_table.code}
    for _ in range(2):
        weeks.skip_week(**named, when=MONDAY_AT_NINE.isoformat())
    [row] = weeks.list_weekly_tables(weekly_table.circle)
    assert (row.next_at, row.skipped_at) == (MONDAY_AT_NINE + WEEK, MONDAY_AT_NINE)
    weeks.unskip_weeks(**named)
    [row] = weeks.list_weekly_tables(weekly_table.circle)
    assert (row.next_at, row.skipped_at) == (MONDAY_AT_NINE, None)
    weeks.skip_week(**named, when=MONDAY_AT_NINE.isoformat())
    go_to(now, MONDAY_AT_NINE)
    assert not Game.objects.exists()
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert Game.objects.count() == 1


def test_a_skipped_week_stays_skipped_after_a_pause(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    named: Any = {"code": weekly_table.circle.code, "owner": ada, "weekly_table": weekly_table.code}
    weeks.skip_week(**named, when=MONDAY_AT_NINE.isoformat())
    weeks.pause_weekly_table(**named)
    weeks.resume_weekly_table(**named)
    assert reload(weekly_table).next_at == MONDAY_AT_NINE + WEEK


def test_only_so_many_weeks_are_skipped(now: time_machine.Traveller) -> None:
    ada = make_person("Ada")
    weekly_table = make_weekly_table(ada)
    named: Any = {"code": weekly_table.circle.code, "owner": ada, "weekly_table": weekly_table.code}
    far = timezone.now() + weeks.MAX_SKIPPED + DAY
    WeeklyTable.objects.update(next_at=far)
    with pytest.raises(Refusal, match="many_skipped"):
        weeks.skip_week(**named, when=far.isoformat())


def test_after_some_weeks_without_anybody_it_pauses(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    for week in range(opening.MAX_EMPTY):
        go_to(now, MONDAY_AT_NINE + week * WEEK)
        go_to(now, MONDAY_AT_NINE + week * WEEK + DAY)
    assert (reload(weekly_table).paused, weekly_table.games.count()) == (True, opening.MAX_EMPTY)
    go_to(now, MONDAY_AT_NINE + opening.MAX_EMPTY * WEEK)
    assert weekly_table.games.count() == opening.MAX_EMPTY


def test_what_is_no_longer_offered_pauses_it(now: time_machine.Traveller) -> None:
    weekly_table = make_weekly_table(ada := make_person("Ada"))
    WeeklyTable.objects.update(options={"roles": ["nonsense"]})
    go_to(now, MONDAY_AT_NINE)
    assert (reload(weekly_table).paused, Game.objects.exists()) == (True, False)
    with pytest.raises(Refusal, match="weekly_not_offered"):
        weeks.resume_weekly_table(code=weekly_table.circle.code, owner=ada, weekly_table=weekly_table.code)


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"options": {"roles": ["nonsense"]}}, "no longer offers its settings"), ({"title": "gone"}, "its game")],
)
def test_its_owner_alone_is_told_why(change: dict[str, Any], reason: str, now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    make_weekly_table(ada, ben)
    WeeklyTable.objects.update(**change)
    live(now, 2 * WEEK, step=DAY)
    assert [message.to for message in mail.outbox] == [[ada.email]]
    assert reason in " ".join(str(mail.outbox[0].body).split())


def test_the_owner_alone_decides_and_others_find_nothing(now: time_machine.Traveller) -> None:
    ada, ben, stranger = people_of("Ada", "Ben", "Cleo")
    weekly_table = make_weekly_table(ada, ben)
    circle = weekly_table.circle
    named: Any = {"code": circle.code, "weekly_table": weekly_table.code}
    acts: list[Callable[..., object]] = [
        partial(weeks.add_weekly_table, code=circle.code, title="insidejob", plan=plan()),
        partial(weeks.change_weekly_table, **named, plan=plan()),
        partial(weeks.pause_weekly_table, **named),
        partial(weeks.resume_weekly_table, **named),
        partial(weeks.skip_week, **named, when=""),
        partial(weeks.unskip_weeks, **named),
        partial(weeks.remove_weekly_table, **named),
        partial(weeks.choose_season_length, code=circle.code, months=1, today=timezone.localdate()),
    ]
    for act in acts:
        with pytest.raises(Refusal, match="not_owner"):
            act(owner=ben)
        with pytest.raises(Http404):
            act(owner=stranger)
    other = make_circle(stranger, name="Another")
    with pytest.raises(Refusal, match="no_weekly"):
        weeks.pause_weekly_table(code=other.code, owner=stranger, weekly_table=weekly_table.code)


def test_another_plan_holds_from_the_next_table(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    go_to(now, MONDAY_AT_NINE)
    changed = plan(seat_count=3, weekly=Weekly(3, time(20, 30), "Pacific/Noumea"))
    weeks.change_weekly_table(code=weekly_table.circle.code, owner=ada, weekly_table=weekly_table.code, plan=changed)
    assert (Game.objects.get().seat_count, reload(weekly_table).seat_count) == (4, 3)
    assert weekly_table.next_at == datetime(2026, 3, 12, 9, 30, tzinfo=UTC)


def test_one_that_is_removed_leaves_its_open_table_to_settle(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    go_to(now, MONDAY_AT_NINE)
    sit(Game.objects.get(), ada, ben)
    weeks.remove_weekly_table(code=weekly_table.circle.code, owner=ada, weekly_table=weekly_table.code)
    go_to(now, MONDAY_AT_NINE + DAY)
    assert Game.objects.get().is_running
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert Game.objects.count() == 1


def test_handed_on_the_circle_goes_on_and_the_new_owner_hosts(now: time_machine.Traveller) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    weekly_table = make_weekly_table(ada, ben, cleo)
    go_to(now, MONDAY_AT_NINE)
    version = Game.objects.get().version
    circles.hand_over_circle(code=weekly_table.circle.code, owner=ada, person=ben.code)
    assert Game.objects.get().version > version, "the page of the table shows its new host"
    circles.leave_circle(code=weekly_table.circle.code, user=ada)
    assert Game.objects.get().host == ben
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert latest(weekly_table.circle).host == ben
    assert told() == ["Ada", "Ben", "Cleo", "Ben", "Cleo"]


def test_a_suspended_owner_hosts_nothing(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    make_weekly_table(ada, ben)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    go_to(now, MONDAY_AT_NINE)
    assert Game.objects.get().host == ben


@pytest.mark.parametrize("opens_more", [True, False])
def test_a_suspended_owner_hosts_no_second_table_of_a_week_either(
    now: time_machine.Traveller, opens_more: bool
) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    first = open_weekly(now, *people, title="target", seat_count=2, opens_more=opens_more)
    sit(first, *people[1:3])
    User.objects.filter(pk=people[0].pk).update(is_active=False)
    if opens_more:
        go_to(now, MONDAY_AT_NINE + HOUR)
    else:
        opening.open_another(code=weekly_of(first).code, user=people[3], now=timezone.now())
    second = latest(weekly_of(first).circle)
    assert (second != first, second.host) == (True, people[1])


def test_no_second_table_opens_where_nobody_can_host_it(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    first = open_weekly(now, *people, title="target", seat_count=2)
    sit(first, *people[:2])
    User.objects.update(leaves_at=timezone.now())
    with pytest.raises(Refusal, match="no_other_table"):
        opening.open_another(code=weekly_of(first).code, user=people[2], now=timezone.now())


def test_an_owner_who_deletes_their_account_leaves_the_table_to_the_circle(now: time_machine.Traveller) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, ada, ben, cleo)
    sit(game, ada, ben, cleo)
    close_account(ada)
    assert (reload(game).host, game.status, names(game)) == (ben, Game.Status.OPEN, ["", "Ben", "Cleo", ""])
    go_to(now, MONDAY_AT_NINE + DAY)
    assert Game.objects.get().is_running
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert latest(Circle.objects.get()).host == ben


@pytest.mark.parametrize("sits", [True, False])
def test_with_its_last_member_a_circle_and_its_weeks_go(now: time_machine.Traveller, sits: bool) -> None:
    ada = make_person("Ada")
    game = open_weekly(now, ada)
    if sits:
        sit(game, ada)
    circles.leave_circle(code=Circle.objects.get().code, user=ada)
    assert not Circle.objects.exists()
    assert not WeeklyTable.objects.exists()
    go_to(now, MONDAY_AT_NINE + DAY)
    assert Game.objects.get().status == Game.Status.CANCELLED
    close_account(ada)
    assert not Game.objects.exists()


def test_the_host_may_leave_a_table_that_opened_by_itself(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    game = open_weekly(now, ada, ben)
    sit(game, ada)
    lobby.leave_game(code=game.code, user=ada)
    assert names(game) == ["", "", "", ""]


def test_a_host_without_a_seat_starts_no_game_of_bots_alone(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    make_weekly_table(ada, ben)
    go_to(now, MONDAY_AT_NINE)
    game = Game.objects.get()
    with pytest.raises(Refusal):
        lobby.fill_with_bots(code=game.code, host=ada)
    for seat in range(3):
        bots.seat_bot(code=game.code, host=ada, seat=seat, bot="steady")
    with pytest.raises(Refusal):
        bots.seat_bot(code=game.code, host=ada, seat=3, bot="steady")
    lobby.join_game(code=game.code, user=ben)
    game.refresh_from_db()
    assert game.is_running
