"""Spectators report the name of a player."""

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Act, Game, Report
from games.moderation.services.reports import PLAYER, close, send_report
from games.state.table import load_players
from games.tables.services.guests import pass_seats
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.tables.builders import start_table
from tests.tables.builders_guests import start_with_guest
from tests.tables.moderation_builders import make_moderator, path_of_report
from tests.tables.pages.browser import sign_in, text_of
from tests.watching.asks import watch_link

pytestmark = pytest.mark.django_db
SENT = {"reason": "insult", "words": "This name insults people."}


@pytest.fixture
def people() -> list[User]:
    return [make_person("Ada"), make_person("Rude Name")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return start_table(*people, bots=1, watchers="link")


def address(game: Game) -> str:
    return reverse("games:report_watched", args=[game.watch_key])


def test_a_spectator_reports_a_name(game: Game, people: list[User]) -> None:
    reader = sign_in(make_person("Watcher"))
    assert address(game) in text_of(reader.get(watch_link(game, "about")))
    form = text_of(reader.get(address(game)))
    assert all(person.display_name in form and person.code not in form for person in people)
    assert 'value="2"' not in form, "bots have names of ours"
    for _ in range(2):
        assert reader.post(address(game), {"seat": 1, **SENT})["Location"] == watch_link(game)
    report = Report.objects.get()
    assert (report.about, report.reported, report.game) == ("name", people[1], game)
    assert (report.context[0]["text"], report.can_be_hidden) == ("Rude Name", False)


def test_a_closed_report_can_be_followed_by_another(game: Game) -> None:
    reader, moderator = sign_in(make_person()), make_moderator()
    for count in (1, 2):
        reader.post(address(game), {"seat": 1, **SENT})
        assert Report.objects.count() == count
        close(report=Report.objects.latest("pk"), moderator=moderator)


def test_the_desk_shows_it_and_a_warning_is_sent(game: Game, people: list[User]) -> None:
    sign_in(make_person()).post(address(game), {"seat": 1, **SENT})
    desk = sign_in(make_moderator())
    path = path_of_report(Report.objects.get())
    page = text_of(desk.get(path))
    assert ("Rude Name" in page, 'value="hide"' in page) == (True, False)
    desk.post(path, {"act": "warn", "words": "Please choose another name."})
    assert Act.objects.get().person == people[1]
    page = text_of(desk.post(path, {"act": "hide"}, follow=True))
    assert ("That’s already been done." in page, Act.objects.count()) == (True, 1)


@pytest.mark.parametrize("fields", [{"seat": 2}, {"seat": 7}, {}, {"seat": 1, "reason": "none"}])
def test_nothing_else_can_be_reported(game: Game, fields: dict[str, str]) -> None:
    answer = sign_in(make_person()).post(address(game), {**SENT, **fields})
    assert answer["Location"] == address(game)
    assert not Report.objects.exists()


def test_only_those_who_may_watch_report(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(watching_closed=True)
    assert sign_in(make_person()).get(address(game))["Location"] == watch_link(game)
    Game.objects.filter(pk=game.pk).update(watchers="none")
    assert sign_in(make_person()).get(address(game)).status_code == 404


def test_a_reported_guest_signs_in_although_the_account_was_reported_too(game: Game, people: list[User]) -> None:
    guest = make_guest()
    other = start_table(make_person(), guest, bots=1, watchers="link", guests_welcome=True)
    reader = sign_in(make_person())
    for each in (game, other):
        reader.post(address(each), {"seat": 1, **SENT})
    assert pass_seats(guest, people[1]) == (1, 0)
    assert [(each.reported, each.closed_at) for each in Report.objects.all()] == [(people[1], None)] * 2


def test_a_guest_who_reported_a_name_signs_in_although_the_account_reported_it_too(people: list[User]) -> None:
    ada, ben = people
    game, guest = start_with_guest(ada)
    for table, by in ((start_table(ada, ben, bots=1), ben), (game, guest)):
        send_report(game=table, players=load_players(table), by=by, line=f"{PLAYER}0", **SENT)
    sign_in(guest).post(reverse("account_login"), {"login": ben.email, "password": PASSWORD})
    assert game.players.get(seat=1).user == ben
    assert [(each.reported, each.reporter) for each in Report.objects.all()] == [(ada, ben), (ada, None)]
