"""The pages of weekly tables: setting one up, what members see of it, and making a finished table weekly."""

from datetime import time
from typing import Any

import pytest
import time_machine

from games.circles import recurring as weeks
from games.models import Circle, Game, RecurringTable, Terms
from games.rules.registry import TITLES
from games.tables.services import lobby
from tests.builders_people import make_person, reload
from tests.circles.times import DAY, MONDAY_AT_NINE
from tests.circles.weeks import go_to, make_recurring, open_weekly, people_of, sit
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import has_form, link, read_form, sign_in, text_of
from tests.tables.pages.circle import make_circle, path_of, play_for
from tests.tables.pages.seating import follow

pytestmark = pytest.mark.django_db


def fields_of(client: Any, path: str) -> dict[str, Any]:
    """Return what the form at a path would send as it stands."""
    page = client.get(path)
    shows = text_of(page)
    fields = [field for field in page.context["form"] if f'name="{field.html_name}"' in shows]
    values = {field.html_name: field.value() for field in fields}
    shown = {name: f"{value:%H:%M}" if isinstance(value, time) else value for name, value in values.items()}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    return {name: "on" if value is True else str(value) for name, value in sent.items()}


@pytest.mark.parametrize("title", TITLES)
def test_an_owner_sets_up_a_weekly_table(now: time_machine.Traveller, title: str) -> None:
    ada, ben = people_of("Ada", "Ben")
    circle, seats = make_circle(ada, ben), max(TITLES[title].SEATS)
    path = path_of(circle, "new_weekly", title)
    assert path in text_of(sign_in(ada).get(path_of(circle)))
    assert path not in text_of(sign_in(ben).get(path_of(circle)))
    chosen = {"weekday": "3", "at": "20:30", "zone": "Pacific/Noumea", "seats": str(seats), "bots_fill": "on"}
    follow(sign_in(ada), path, **fields_of(sign_in(ada), path) | chosen)
    row = RecurringTable.objects.get()
    set_up = (row.title, row.seat_count, row.weekday, row.at, row.zone, row.bots_fill)
    assert set_up == (title, seats, 3, time(20, 30), "Pacific/Noumea", True)
    relaxed = Terms(pace=86400, vote_time=2 * 86400, bank=2 * 86400, sleeps=True, vacations=True)
    assert row.read_terms() == relaxed, "unless one says otherwise"
    page = text_of(sign_in(ben).get(path_of(circle)))
    assert "Every Thursday at 20:30 (Nouméa)" in page
    assert "Next table: Thursday 12 March, 10:30" in page


@pytest.mark.parametrize(
    "bad",
    [{"at": "25:00"}, {"at": ""}, {"weekday": "7"}, {"zone": "Nowhere/City"}, {"seats": "9"}, {"preset": "never"}],
)
def test_what_is_not_offered_is_refused_kindly(now: time_machine.Traveller, bad: dict[str, str]) -> None:
    ada = make_person("Ada")
    path = path_of(make_circle(ada), "new_weekly", "insidejob")
    answer = sign_in(ada).post(path, fields_of(sign_in(ada), path) | bad)
    assert answer.status_code == 422
    assert 'class="errors"' in text_of(answer)
    assert not RecurringTable.objects.exists()


def test_neither_public_tables_nor_house_roles_open_every_week(now: time_machine.Traveller) -> None:
    ada = make_person("Ada")
    path = path_of(make_circle(ada), "new_weekly", "insidejob")
    page = text_of(sign_in(ada).get(path))
    assert 'name="is_public"' not in page
    assert 'name="house_name"' not in page
    sent = {"is_public": "on", "house_name": "Mole"}
    follow(sign_in(ada), path, **fields_of(sign_in(ada), path) | sent)
    terms = RecurringTable.objects.get().read_terms()
    assert (terms.is_public, terms.house_name) == (False, "")


def test_a_fourth_one_is_refused_on_the_form(now: time_machine.Traveller) -> None:
    ada = make_person("Ada")
    circle = make_circle(ada)
    path = path_of(circle, "new_weekly", "insidejob")
    fields = fields_of(sign_in(ada), path)
    for _ in range(weeks.MAX_RECURRING):
        sign_in(ada).post(path, fields)
    assert "at most three weekly tables" in text_of(sign_in(ada).post(path, fields))
    assert path not in text_of(sign_in(ada).get(path_of(circle)))


def test_the_form_of_a_change_begins_with_what_holds(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    recurring = make_recurring(ada, ben, options={"wagers": False}, terms=Terms(pace=300, vote_time=900, talk="off"))
    path = path_of(recurring.circle, "change_weekly", recurring.code)
    fields = fields_of(sign_in(ada), path)
    assert (fields["weekday"], fields["at"], fields["pace"], fields["preset"]) == ("0", "09:00", "300", "own")
    follow(sign_in(ada), path, **fields | {"weekday": "1"})
    before = recurring.options, recurring.terms
    assert (reload(recurring).options, recurring.terms, recurring.weekday) == (*before, 1)


@pytest.mark.parametrize("watchers", Game.Watchers.values)
def test_a_change_leaves_who_may_watch(now: time_machine.Traveller, watchers: str) -> None:
    ada, ben = people_of("Ada", "Ben")
    recurring = make_recurring(ada, ben, terms=Terms(watchers=watchers))
    path = path_of(recurring.circle, "change_weekly", recurring.code)
    follow(sign_in(ada), path, **fields_of(sign_in(ada), path) | {"weekday": "1"})
    recurring.refresh_from_db()
    assert (recurring.weekday, recurring.read_terms().watchers) == (1, watchers)


def test_a_table_that_the_host_closed_did_not_lack_players(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    recurring = make_recurring(ada, ben)
    go_to(now, MONDAY_AT_NINE)
    game = recurring.games.get()
    lobby.cancel_game(code=game.code, host=ada)
    page = text_of(sign_in(ben).get(path_of(recurring.circle)))
    assert "The last one closed before it began." in page
    assert "not enough players" not in page


def test_the_owner_pauses_skips_and_removes_by_buttons(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    recurring = make_recurring(ada, ben)
    circle, client = recurring.circle, sign_in(ada)

    def press(name: str) -> str:
        address = path_of(circle, "act_in_circle", name)
        form = read_form(client.get(path_of(circle)), address)
        return follow(client, address, **form.fields, **dict(form.buttons))

    assert "Skipped: Monday 9 March, 09:00" in press("skip-week")
    assert "Skipped" not in press("unskip-weeks")
    assert "paused" in press("pause-weekly")
    assert "Next table: Monday 9 March, 09:00" in press("resume-weekly")
    assert "Every Monday" not in press("remove-weekly")
    stale = follow(client, path_of(circle, "act_in_circle", "pause-weekly"), weekly=recurring.code)
    assert "This weekly table is gone" in stale
    for name in ("skip-week", "pause-weekly", "remove-weekly"):
        assert not has_form(sign_in(ben).get(path_of(circle)), path_of(circle, "act_in_circle", name))


def test_members_find_the_open_table_and_read_what_becomes_of_it(now: time_machine.Traveller) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, ada, ben, cleo)
    circle = Circle.objects.get()
    assert "This week’s table is open" in text_of(sign_in(ben).get("/games/"))
    assert "weekly table" in text_of(sign_in(ben).get(path_of(circle)))
    page = text_of(sign_in(ben).get(link("table", game)))
    assert "invites you" not in page
    assert "Tuesday 10 March, 09:00" in page
    sit(game, ada, ben)
    assert "Tuesday 10 March, 09:00" in text_of(sign_in(ben).get(link("table", game)))
    assert has_form(sign_in(ada).get(link("table", game)), link("leave", game)), "the host may leave it, too"
    assert circle.name not in text_of(sign_in(make_person("Dora")).get(link("table", game)))


def test_members_read_that_the_last_one_closed_and_why_it_paused(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    open_weekly(now, ada, ben)
    page = path_of(Circle.objects.get())
    go_to(now, MONDAY_AT_NINE + DAY)
    assert "The last one closed" in text_of(sign_in(ben).get(page))
    RecurringTable.objects.update(paused=True, empty_weeks=4)
    assert "no one took a seat four weeks" in text_of(sign_in(ben).get(page))


def test_a_finished_table_of_the_circle_is_made_weekly(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    circle = make_circle(ada, ben)
    game = start_table(ada, ben, bots=2, options={"wagers": False}, pace=300, vote_time=900)
    Game.objects.filter(pk=game.pk).update(circle=circle)
    path = f"{path_of(circle, 'new_weekly', 'insidejob')}?like={game.code}"
    assert path not in text_of(sign_in(ada).get(link("table", game))), "not while it runs"
    play_on(game)
    assert path in text_of(sign_in(ada).get(link("table", game)))
    assert "new_weekly" not in text_of(sign_in(ben).get(link("table", game)))
    fields = fields_of(sign_in(ada), path)
    assert (fields["seats"], fields["pace"], fields["preset"]) == ("4", "300", "own")
    follow(sign_in(ada), path, **fields)
    row = RecurringTable.objects.get()
    assert (row.options, row.seat_count, row.read_terms().pace) == (game.options, 4, 300)


def test_only_a_game_of_the_circle_in_which_one_sat_fills_the_form(now: time_machine.Traveller) -> None:
    ada, ben, cleo = people_of("Ada", "Ben", "Cleo")
    circle = make_circle(ada, ben, cleo)
    theirs, elsewhere = play_for(circle, ben, cleo), start_table(ada, ben, bots=3)
    for game in (theirs, elsewhere):
        Game.objects.filter(pk=game.pk).update(pace=300)
        fields = fields_of(sign_in(ada), f"{path_of(circle, 'new_weekly', 'insidejob')}?like={game.code}")
        assert (fields["preset"], fields["seats"]) == ("relaxed", str(TITLES["insidejob"].USUAL_SEATS))


def test_a_table_of_no_circle_offers_no_week(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    game = start_table(ada, ben, bots=1)
    play_on(game)
    assert "make-weekly" not in text_of(sign_in(ada).get(link("table", game)))
    rematch = lobby.open_rematch(code=game.code, user=ada)
    assert rematch.settle_at is None
