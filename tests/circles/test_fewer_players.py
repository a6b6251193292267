"""Weekly tables that start with fewer players than seats: what they keep, and what they say."""

from typing import Any

import pytest
import time_machine
from django.core import mail

from games.circles import services as circles
from games.circles import weekly_tables as weeks
from games.models import Notification, Terms
from games.tables.services import ready
from tests.builders_people import reload
from tests.circles.times import DAY, HOUR, MINUTE, MONDAY_AT_NINE
from tests.circles.weeks import go_to, live, open_weekly, people_of, plan, sit, weekly_of
from tests.tables.builders import play_on
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.circle import path_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("title", "changes"),
    [
        ("insidejob", {}),
        ("rendezvous", {}),
        ("rendezvous", {"options": {"rounds": 2}}),
        ("rendezvous", {"options": {"rounds": 3}}),
    ],
    ids=["insidejob", "as many rounds as players", "two rounds", "as many rounds as players who came"],
)
def test_a_game_with_fewer_players_makes_later_tables_no_smaller(
    now: time_machine.Traveller, title: str, changes: dict[str, Any]
) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, title=title, **changes)
    planned = game.options
    sit(game, *people)
    go_to(now, MONDAY_AT_NINE + DAY)
    assert (reload(game).is_running, game.seat_count) == (True, 3)
    path = path_of(weekly_of(game).circle, "new_weekly", title)
    form = sign_in(people[0]).get(f"{path}?like={game.code}").context["form"]
    opened = circles.open_for_circle(code=weekly_of(game).circle.code, user=people[0], title=title, options={})
    assert (form.initial["seats"], opened.seat_count, opened.options) == (4, 4, planned)
    if title == "rendezvous":
        assert form.initial["rendezvous-rounds"] == str(changes.get("options", {}).get("rounds", ""))


@pytest.mark.parametrize("sitting", [3, 4])
def test_as_many_rounds_as_players_stay_as_many_with_fewer_of_them(now: time_machine.Traveller, sitting: int) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    game = open_weekly(now, *people, title="rendezvous", seat_count=5)
    assert game.options["rounds"] == 5
    sit(game, *people[:sitting])
    go_to(now, MONDAY_AT_NINE + DAY)
    assert (reload(game).is_running, game.seat_count, game.options["rounds"]) == (True, sitting, sitting)


def test_fewer_players_than_chosen_rounds_play_as_many_rounds_as_they_are(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, title="rendezvous", seat_count=5, options={"rounds": 4})
    sit(game, *people)
    go_to(now, MONDAY_AT_NINE + DAY)
    assert (reload(game).is_running, game.seat_count, game.options["rounds"]) == (True, 3, 3)
    circle = weekly_of(game).circle
    form = sign_in(people[0]).get(f"{path_of(circle, 'new_weekly', 'rendezvous')}?like={game.code}").context["form"]
    opened = circles.open_for_circle(code=circle.code, user=people[0], title="rendezvous", options={})
    assert (form.initial["rendezvous-rounds"], opened.seat_count, opened.options["rounds"]) == ("4", 5, 4)


def test_rounds_that_no_one_chose_stay_so_if_the_weekly_table_has_other_ones_since(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, title="rendezvous")
    sit(game, *people)
    go_to(now, MONDAY_AT_NINE + DAY)
    row = weekly_of(game)
    changed = plan(options={"rounds": 2})
    weeks.change_weekly_table(code=row.circle.code, owner=people[0], weekly_table=row.code, plan=changed)
    opened = circles.open_for_circle(code=row.circle.code, user=people[0], title="rendezvous", options={})
    assert (opened.seat_count, opened.options["rounds"]) == (4, 4)


@pytest.mark.parametrize(
    ("options", "rounds"),
    [({}, 3), ({"rounds": 2}, 2), ({"rounds": 3}, 3), ({"rounds": 4}, 3)],
    ids=["as many as players", "two", "three", "more than players"],
)
def test_chosen_rounds_stay_though_a_live_table_gets_smaller_twice(
    now: time_machine.Traveller, options: dict[str, Any], rounds: int
) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    terms = Terms(pace=300, vote_time=300)
    game = open_weekly(now, *people, title="rendezvous", seat_count=5, options=options, terms=terms)
    planned = game.options
    sit(game, *people)
    go_to(now, MONDAY_AT_NINE + DAY)
    for person in people[:3]:
        ready.press_ready(code=game.code, user=person)
    assert reload(game).options["rounds"] == options.get("rounds", 4)
    live(now, MINUTE, step=MINUTE)
    for person in people[:3]:
        ready.press_ready(code=game.code, user=person)
    assert (reload(game).status, game.options["rounds"]) == ("running", rounds)
    circle = weekly_of(game).circle
    again = circles.open_for_circle(code=circle.code, user=people[0], title="rendezvous", options={})
    assert (again.seat_count, again.options) == (5, planned)


def test_who_does_not_press_at_a_live_pace_changes_nothing_about_how_many_were_planned(
    now: time_machine.Traveller,
) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, terms=Terms(pace=300, vote_time=300))
    sit(game, *people)
    go_to(now, MONDAY_AT_NINE + DAY)
    for person in people[:2]:
        ready.press_ready(code=game.code, user=person)
    live(now, 3 * MINUTE, step=MINUTE)
    assert (reload(game).seat_count, game.planned_seats) == (2, 4)


def test_a_game_with_fewer_players_says_so(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people)
    sit(game, *people[:2])
    go_to(now, MONDAY_AT_NINE + DAY)
    mail.outbox.clear()
    live(now, 2 * DAY)
    said = "Of 4 seats only 2 were taken, so you play the game for 2."
    read = {message.to[0]: " ".join(str(message.body).split()) for message in reversed(mail.outbox)}
    assert set(read) == {ada_or_ben.email for ada_or_ben in people[:2]}
    assert [said in text for text in read.values()] == [True, True]
    for person in people[:2]:
        page = " ".join(text_of(sign_in(person).get(f"/g/{game.code}/?tab=about")).split())
        assert page.count(said) >= 1


def test_the_email_of_the_start_says_so_after_the_first_move_too(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people)
    sit(game, *people)
    go_to(now, MONDAY_AT_NINE + DAY)
    play_on(game, 1)
    Notification.objects.exclude(kind="started").delete()
    live(now, DAY + HOUR)
    told_of_start = [str(message.body) for message in mail.outbox if "has started" in message.subject]
    assert len(told_of_start) == 3
    said = "The game has started. Of 4 seats only 3 were taken, so you play the game for 3."
    assert all(f"\n{said}\n" in text for text in told_of_start), "on one line"
