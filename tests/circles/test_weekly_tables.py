"""Weekly tables: opened once at their time, settled a day later."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone, translation

from accounts.models import User
from games.circles import services as circles
from games.circles import weekly_tables as weeks
from games.models import Circle, Game, Message, Notification, Outage, Player
from games.people import services as blocks
from games.site.consistency import _check_game
from games.tables.services import deadlines, lobby, talk, unfilled, vacations
from games.tables.services import weekly_tables as opening
from tests.builders_people import reload
from tests.circles.times import DAY, HOUR, MINUTE, MONDAY_AT_NINE, WEEK
from tests.circles.weeks import go_to, latest, live, make_weekly_table, open_weekly, people_of, sit, told, weekly_of
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db


def test_a_table_opens_at_its_time_once_and_tells_every_member(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    assert weekly_table.next_at == MONDAY_AT_NINE
    go_to(now, MONDAY_AT_NINE - MINUTE)
    assert not Game.objects.exists()
    for late in range(3):
        go_to(now, MONDAY_AT_NINE + late * timedelta(seconds=10))
    game = Game.objects.get()
    assert (game.circle, game.weekly_table, game.host) == (reload(weekly_table).circle, weekly_table, ada)
    assert (names(game), game.pace, game.seat_count) == (["", "", "", ""], weekly_table.read_terms().pace, 4)
    assert weekly_table.next_at == MONDAY_AT_NINE + WEEK
    assert told() == ["Ada", "Ben"]
    assert not _check_game(game)


def test_after_a_day_it_starts_with_those_who_are_there(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    game = open_weekly(now, *people)
    sit(game, *people[1:4])
    for person in people[1:4]:
        seat = game.players.get(user=person).seat
        talk.say(game=game, seat=seat, text=f"It is {person.display_name}", author=person)
    lobby.leave_game(code=game.code, user=people[1])
    sit(game, people[4])
    lobby.leave_game(code=game.code, user=people[4])
    go_to(now, MONDAY_AT_NINE + DAY - MINUTE)
    assert not reload(game).is_running
    go_to(now, MONDAY_AT_NINE + DAY)
    assert (reload(game).is_running, game.seat_count, names(game)) == (True, 2, ["Cleo", "Dora"])
    assert not _check_game(game)
    said = Message.objects.order_by("pk").values_list("seat", "author")
    assert list(said) == [(0, people[1].pk), (0, people[2].pk), (1, people[3].pk)]
    started = Notification.objects.filter(game=game, kind="started")
    assert {row.recipient for row in started} == {people[2], people[3]}
    assert not started.filter(state="dropped").exists(), "nobody pressed a button"


@pytest.mark.parametrize("sitting", [1, 3])
def test_bots_take_free_seats_if_the_circle_says_so(now: time_machine.Traveller, sitting: int) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, bots_fill=True)
    sit(game, *people[:sitting])
    go_to(now, MONDAY_AT_NINE + DAY)
    assert (reload(game).is_running, game.seat_count) == (True, 4)
    assert game.players.exclude(bot="").count() == 4 - sitting


@pytest.mark.parametrize(
    ("sitting", "changes"),
    [(0, {}), (0, {"bots_fill": True}), (1, {}), (2, {"title": "rendezvous"}), (3, {"options": {"roles": "sleeper"}})],
    ids=["nobody", "bots alone", "one", "too few for the title", "too few for its roles"],
)
def test_else_it_closes_and_says_so(now: time_machine.Traveller, sitting: int, changes: dict[str, Any]) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, **changes)
    sit(game, *people[:sitting])
    go_to(now, MONDAY_AT_NINE + DAY)
    assert reload(game).status == Game.Status.CANCELLED
    assert {row.recipient for row in Notification.objects.filter(kind="closed")} == set(people[:sitting])
    [row] = weeks.list_weekly_tables(Circle.objects.get())
    assert (row.has_closed, row.empty_weeks) == (True, 0 if sitting else 1)


def test_only_empty_weeks_in_a_row_pause_it(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    weekly_table = make_weekly_table(*people)
    for week, sitting in enumerate([0, 0, 0, 4, 0]):
        go_to(now, MONDAY_AT_NINE + week * WEEK)
        sit(latest(weekly_table.circle), *people[:sitting])
        go_to(now, MONDAY_AT_NINE + week * WEEK + DAY)
    assert (reload(weekly_table).paused, weekly_table.empty_weeks) == (False, 1), "the fourth table was full at once"
    for week in (5, 6, 7):
        go_to(now, MONDAY_AT_NINE + week * WEEK)
        go_to(now, MONDAY_AT_NINE + week * WEEK + DAY)
    assert (reload(weekly_table).paused, weekly_table.empty_weeks) == (True, 4)


def test_nobody_is_asked_about_bots_of_a_table_that_settles_itself(now: time_machine.Traveller) -> None:
    open_weekly(now, *people_of("Ada", "Ben"))
    now.shift(DAY + HOUR)
    assert unfilled.ask_hosts() == 0


def test_there_are_never_two_open_ones(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    go_to(now, MONDAY_AT_NINE)
    game = Game.objects.get()
    Game.objects.update(settle_at=MONDAY_AT_NINE + 2 * WEEK, opened_at=MONDAY_AT_NINE + DAY)
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert Game.objects.get() == game
    assert reload(weekly_table).next_at == MONDAY_AT_NINE + 2 * WEEK, "that week is skipped"
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(title="insidejob", rules=1, options={}, seat_count=4, host=ada, weekly_table=weekly_table)


def test_one_that_runs_keeps_no_other_from_opening(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    sit(open_weekly(now, *people), *people)
    go_to(now, MONDAY_AT_NINE + WEEK)
    assert Game.objects.count() == 2


def test_an_outage_opens_it_late_and_gives_it_its_whole_day(now: time_machine.Traveller) -> None:
    make_weekly_table(*people_of("Ada", "Ben"))
    go_to(now, MONDAY_AT_NINE - MINUTE)
    now.move_to(MONDAY_AT_NINE + 5 * HOUR)
    deadlines.sweep()
    game = Game.objects.get()
    assert Outage.objects.exists()
    assert game.settles_at == MONDAY_AT_NINE + 5 * HOUR + DAY
    now.move_to(MONDAY_AT_NINE + 10 * HOUR)
    deadlines.sweep()
    game = Game.objects.get()
    assert game.settles_at == MONDAY_AT_NINE + 10 * HOUR + DAY, "what the site was down does not count"
    go_to(now, game.settles_at)
    assert Game.objects.get().status == Game.Status.CANCELLED


def test_after_a_longer_outage_it_waits_for_its_next_week(now: time_machine.Traveller) -> None:
    weekly_table = make_weekly_table(*people_of("Ada", "Ben"))
    go_to(now, MONDAY_AT_NINE - MINUTE)
    now.move_to(MONDAY_AT_NINE + 2 * DAY)
    deadlines.sweep()
    assert not Game.objects.exists()
    assert reload(weekly_table).next_at == MONDAY_AT_NINE + WEEK


def test_nothing_opens_while_the_clock_is_in_doubt(
    now: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_weekly_table(*people_of("Ada", "Ben"))
    monkeypatch.setattr(deadlines, "note_heartbeat", lambda moment: False)
    go_to(now, MONDAY_AT_NINE)
    assert not Game.objects.exists()


def test_who_is_on_vacation_suspended_leaving_or_only_invited_is_not_told(now: time_machine.Traveller) -> None:
    ada, ben, cleo, dora, emil = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    weekly_table = make_weekly_table(ada, ben, cleo, dora)
    weekly_table.circle.members.create(user=emil, invited=True)
    vacations.take_vacation(ben, timezone.localdate() + DAY, timezone.localdate() + 3 * DAY)
    User.objects.filter(pk=cleo.pk).update(is_active=False)
    User.objects.filter(pk=dora.pk).update(leaves_at=MONDAY_AT_NINE + DAY)
    go_to(now, MONDAY_AT_NINE)
    assert told() == ["Ada"]


@pytest.mark.parametrize("change", ["sits", "leaves", "full", "blocked", "started"])
def test_who_need_not_hear_of_it_any_more_does_not(now: time_machine.Traveller, change: str) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    ada, ben = people[:2]
    game = open_weekly(now, *people, bots_fill=True)
    if change == "sits":
        sit(game, ben)
    elif change == "leaves":
        circles.leave_circle(code=Circle.objects.get().code, user=ben)
    elif change == "blocked":
        blocks.block(by=ben, person=ada)
        sit(game, ada)
    else:
        sit(game, *people[2:], *([ada] if change == "full" else []))
    if change == "started":
        go_to(now, MONDAY_AT_NINE + DAY)
    live(now, 2 * MINUTE, MINUTE)
    assert not [letter for letter in mail.outbox if letter.to == [ben.email] and "weekly" in letter.subject]


def test_the_email_says_until_when_and_names_circle_and_game_but_no_people(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    game = open_weekly(now, ada, ben)
    live(now, 2 * MINUTE, MINUTE)
    [letter] = [letter for letter in mail.outbox if letter.to == [ben.email]]
    with translation.override("en"):
        assert letter.subject == f"The Night Shift, weekly table: Inside Job ({game.name})"
    assert "Tuesday 10 March, 09:00" in letter.body
    assert game.code in letter.body
    assert "The weekly table of The Night Shift is open for a game of Inside Job:" in " ".join(letter.body.split())
    assert "Ada" not in str(letter.message())


def test_a_switch_of_its_own_turns_it_off(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    User.objects.filter(pk=ben.pk).update(mail_kinds_off=["weekly"])
    open_weekly(now, ada, ben)
    live(now, 2 * MINUTE, MINUTE)
    assert [letter.to for letter in mail.outbox] == [[ada.email]]


@pytest.mark.parametrize("title", ["insidejob", "target", "rendezvous"])
def test_every_title_opens_and_starts_as_soon_as_the_table_is_full(now: time_machine.Traveller, title: str) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    seats = {"insidejob": 3, "target": 2, "rendezvous": 3}[title]
    game = open_weekly(now, *people, title=title, seat_count=seats)
    sit(game, *people[:seats])
    assert (reload(game).is_running, names(game)) == (True, ["Ada", "Ben", "Cleo"][:seats])
    go_to(now, MONDAY_AT_NINE + DAY + HOUR)
    assert reload(game).is_running


def test_four_weeks_with_a_vacation_and_a_clock_change(now: time_machine.Traveller) -> None:
    """Every Monday at 9:00 in Paris, also when summer time begins on 29 March; Ben is away in the second week."""
    ada, ben, cleo, dora = people_of("Ada", "Ben", "Cleo", "Dora")
    User.objects.filter(pk=cleo.pk).update(time_zone="America/Montreal")
    weekly_table = make_weekly_table(ada, ben, cleo, dora)
    vacations.take_vacation(ben, timezone.localdate() + 7 * DAY, timezone.localdate() + 12 * DAY)
    opened = []
    for people in ([ada, ben, cleo, dora], [ada, cleo, dora], [ben], [ada, ben]):
        live(now, 10 * HOUR, 10 * HOUR)
        live(now, 2 * HOUR)
        game = latest(weekly_table.circle)
        sit(game, *people)
        letters = {to for letter in mail.outbox for to in letter.to if "weekly" in letter.subject}
        mail.outbox.clear()
        live(now, WEEK - 12 * HOUR, 39 * HOUR)
        game.refresh_from_db()
        is_closed, seats = game.status == Game.Status.CANCELLED, Player.objects.filter(game=game).count()
        opened.append((f"{game.opened_at:%d %H:%M}", letters, is_closed, seats))
    everyone = {user.email for user in (ada, ben, cleo, dora)}
    times, told_to, closed, seated = zip(*opened, strict=True)
    assert times == ("09 08:00", "16 08:00", "23 08:00", "30 07:00"), "by UTC"
    assert told_to == (everyone, everyone - {ben.email}, everyone, everyone)
    assert (closed, seated) == ((False, False, True, False), (4, 3, 4, 2))
    assert weekly_table.games.count() == 4


def test_who_does_not_come_is_told_nothing_more_this_week(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora", "Emil")
    first = open_weekly(now, *people, title="target", seat_count=2, opens_more=True)
    opening.stay_out(code=weekly_of(first).code, user=people[4], now=timezone.now())
    live(now, HOUR)
    assert {message.to[0] for message in mail.outbox} == {str(person.email) for person in people[:4]}
    sit(first, *people[:2])
    live(now, HOUR)
    assert told()[5:] == ["Cleo", "Dora"]
    live(now, WEEK, step=6 * HOUR)
    assert told()[-5:] == ["Ada", "Ben", "Cleo", "Dora", "Emil"]
    with pytest.raises(Http404):
        opening.stay_out(code=weekly_of(first).code, user=people_of("Farid")[0], now=timezone.now())


def test_four_empty_weeks_are_told_to_the_owner_once(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    open_weekly(now, ada, ben)
    live(now, 5 * WEEK, step=DAY)
    paused = [message for message in mail.outbox if "is paused" in message.subject]
    assert [message.to for message in paused] == [[ada.email]]
    assert paused[0].subject == "The Night Shift: the weekly table is paused"
    assert f"/circles/{Circle.objects.get().code}/" in str(paused[0].body)
