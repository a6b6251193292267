"""The pages of weekly tables: setting one up, what members see of it, and making a finished table weekly."""

from datetime import time
from typing import Any

import pytest
import time_machine

from games.circles import weekly_tables as weeks
from games.models import Circle, Game, Terms, WeeklyTable
from games.rules.registry import TITLES
from games.tables.services import lobby
from tests.builders_people import make_person, reload
from tests.circles.times import DAY, MONDAY_AT_NINE
from tests.circles.weeks import go_to, make_weekly_table, open_weekly, people_of, sit, weekly_of
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
    row = WeeklyTable.objects.get()
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
    assert not WeeklyTable.objects.exists()


def test_neither_public_tables_nor_house_roles_open_every_week(now: time_machine.Traveller) -> None:
    ada = make_person("Ada")
    path = path_of(make_circle(ada), "new_weekly", "insidejob")
    page = text_of(sign_in(ada).get(path))
    assert 'name="is_public"' not in page
    assert 'name="house_name"' not in page
    sent = {"is_public": "on", "house_name": "Mole"}
    follow(sign_in(ada), path, **fields_of(sign_in(ada), path) | sent)
    terms = WeeklyTable.objects.get().read_terms()
    assert (terms.is_public, terms.house_name) == (False, "")


def test_a_fourth_one_is_refused_on_the_form(now: time_machine.Traveller) -> None:
    ada = make_person("Ada")
    circle = make_circle(ada)
    path = path_of(circle, "new_weekly", "insidejob")
    fields = fields_of(sign_in(ada), path)
    for _ in range(weeks.MAX_WEEKLY_TABLES):
        sign_in(ada).post(path, fields)
    assert "at most three weekly tables" in text_of(sign_in(ada).post(path, fields))
    assert path not in text_of(sign_in(ada).get(path_of(circle)))


def test_the_form_of_a_change_begins_with_what_holds(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(
        ada, ben, options={"wagers": False}, terms=Terms(pace=300, vote_time=900, talk="off")
    )
    path = path_of(weekly_table.circle, "change_weekly", weekly_table.code)
    fields = fields_of(sign_in(ada), path)
    assert (fields["weekday"], fields["at"], fields["pace"], fields["preset"]) == ("0", "09:00", "300", "own")
    follow(sign_in(ada), path, **fields | {"weekday": "1"})
    before = weekly_table.options, weekly_table.terms
    assert (reload(weekly_table).options, weekly_table.terms, weekly_table.weekday) == (*before, 1)


@pytest.mark.parametrize("seats", [4, 8])
def test_rounds_that_nobody_chose_change_with_the_number_of_seats(now: time_machine.Traveller, seats: int) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben, title="rendezvous", seat_count=5)
    path = path_of(weekly_table.circle, "change_weekly", weekly_table.code)
    follow(sign_in(ada), path, **fields_of(sign_in(ada), path) | {"seats": str(seats)})
    assert (reload(weekly_table).seat_count, weekly_table.options["rounds"]) == (seats, seats)


@pytest.mark.parametrize("watchers", Game.Watchers.values)
def test_a_change_leaves_who_may_watch(now: time_machine.Traveller, watchers: str) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben, terms=Terms(watchers=watchers))
    path = path_of(weekly_table.circle, "change_weekly", weekly_table.code)
    follow(sign_in(ada), path, **fields_of(sign_in(ada), path) | {"weekday": "1"})
    weekly_table.refresh_from_db()
    assert (weekly_table.weekday, weekly_table.read_terms().watchers) == (1, watchers)


def test_a_table_that_the_host_closed_did_not_lack_players(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    go_to(now, MONDAY_AT_NINE)
    game = weekly_table.games.get()
    lobby.cancel_game(code=game.code, host=ada)
    page = text_of(sign_in(ben).get(path_of(weekly_table.circle)))
    assert "The last one closed before it began." in page
    assert "not enough players" not in page


def test_the_owner_pauses_skips_and_removes_by_buttons(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    weekly_table = make_weekly_table(ada, ben)
    circle, client = weekly_table.circle, sign_in(ada)

    def press(name: str) -> str:
        address = path_of(circle, "act_in_circle", name)
        form = read_form(client.get(path_of(circle)), address)
        return follow(client, address, **form.fields, **dict(form.buttons))

    assert "No table on Monday 9 March, 09:00" in press("skip-week")
    assert "No table on" not in press("unskip-weeks")
    assert "paused" in press("pause-weekly")
    assert "Next table: Monday 9 March, 09:00" in press("resume-weekly")
    assert "Every Monday" not in press("remove-weekly")
    stale = follow(client, path_of(circle, "act_in_circle", "pause-weekly"), weekly=weekly_table.code)
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
    WeeklyTable.objects.update(paused=True, empty_weeks=4)
    assert "no one took a seat four weeks" in text_of(sign_in(ben).get(page))


@pytest.mark.parametrize(
    ("change", "can_change"), [({"options": {"roles": ["nonsense"]}}, True), ({"title": "gone"}, False)]
)
def test_one_that_is_no_longer_offered_says_so_and_cannot_be_resumed(
    change: dict[str, Any], can_change: bool, now: time_machine.Traveller
) -> None:
    ada = make_person("Ada")
    weekly_table = make_weekly_table(ada)
    circle = weekly_table.circle
    resume = path_of(circle, "act_in_circle", "resume-weekly")
    edit = path_of(circle, "change_weekly", weekly_table.code)
    WeeklyTable.objects.update(paused=True)
    assert has_form(sign_in(ada).get(path_of(circle)), resume)
    WeeklyTable.objects.update(**change)
    page = sign_in(ada).get(path_of(circle))
    assert "Paused: the site no longer offers these settings." in text_of(page)
    assert (has_form(page, resume), edit in page.content.decode()) == (False, can_change)
    refused = follow(sign_in(ada), resume, weekly=weekly_table.code)
    assert "Please change the weekly table first" in refused
    assert sign_in(ada).get(edit).status_code == (200 if can_change else 404)


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
    row = WeeklyTable.objects.get()
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


def test_a_member_who_comes_late_reads_who_plays_and_opens_another_table(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo", "Dora")
    game = open_weekly(now, *people, title="target", seat_count=2)
    sit(game, *people[:2])
    stranger, cleo, dora = sign_in(make_person("Zoe")), sign_in(people[2]), sign_in(people[3])
    assert stranger.get(f"/g/{game.code}/").status_code == 403
    late = cleo.get(f"/g/{game.code}/")
    assert late.status_code == 200
    page = text_of(late)
    assert [words for words in ("The Night Shift", "This table is full", "Ada and Ben") if words not in page] == []
    code = weekly_of(game).code
    address = path_of(weekly_of(game).circle, "open_another", code)
    assert has_form(late, address)
    follow(cleo, address)
    another = Game.objects.latest("pk")
    assert another.players.filter(user=people[2]).exists()
    assert link("table", another) in text_of(dora.get(f"/g/{game.code}/"))
    assert stranger.post(address).status_code == 404


def test_a_removed_member_does_not_read_who_plays(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people, title="target", seat_count=2)
    sit(game, people[2])
    lobby.remove_player(code=game.code, host=people[0], seat=0, person=people[2].code)
    sit(game, *people[:2])
    assert sign_in(people[2]).get(f"/g/{game.code}/").status_code == 403


def test_members_say_in_one_press_that_they_do_not_come(now: time_machine.Traveller) -> None:
    people = people_of("Ada", "Ben", "Cleo")
    game = open_weekly(now, *people)
    address = path_of(weekly_of(game).circle, "stay_out", weekly_of(game).code)
    ben, cleo = sign_in(people[1]), sign_in(people[2])
    assert has_form(ben.get(f"/g/{game.code}/"), address)
    assert "there’s a seat free" in text_of(ben.get("/games/"))
    follow(ben, address)
    assert not has_form(ben.get(f"/g/{game.code}/"), address)
    assert ["there’s a seat free" in text_of(person.get("/games/")) for person in (ben, cleo)] == [False, True]
    assert "Not this week: Ben." in " ".join(text_of(cleo.get(f"/g/{game.code}/")).split())
    sit(game, people[1])
    assert "Not this week" not in text_of(ben.get(f"/g/{game.code}/"))


def test_a_table_names_its_circle_to_members_alone(now: time_machine.Traveller) -> None:
    ada, ben = people_of("Ada", "Ben")
    game = open_weekly(now, ada, ben)
    assert "The Night Shift" in text_of(sign_in(ben).get(f"/g/{game.code}/"))
    assert "The Night Shift" not in text_of(sign_in(make_person("Zoe")).get(f"/g/{game.code}/"))
