"""The page of holidays, and what tables, lobbies and lists say of those who are away."""

from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlsplit

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Game, Terms
from games.tables.services import lobby
from games.tables.services.vacations import take_vacation
from tests.builders_people import make_person, reload
from tests.rounds import one_in
from tests.tables.builders import start_table
from tests.tables.pages.browser import link, page_of, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/holidays/"
WEDNESDAY = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _summer() -> Iterator[None]:
    with time_machine.travel(WEDNESDAY, tick=False):
        yield


@pytest.fixture
def léa() -> User:
    return make_person("Léa")


def announce(client: Client, first: str, last: str) -> str:
    """Send the form of the page as it stands, with two days; return the page that follows."""
    form = read_form(client.get(PAGE), PAGE)
    return text_of(client.post(PAGE, {**form.fields, "first": first, "last": last}, follow=True))


def test_days_are_taken_seen_and_given_back(léa: User) -> None:
    client = sign_in(léa)
    assert "2026: 28 days left" in text_of(client.get(PAGE))
    page = announce(client, "2026-07-03", "2026-07-12")
    assert "2026: 18 days left" in page
    assert "3 to 12 July 2026" in page
    page = announce(client, "2026-12-24", "2027-01-02")
    assert "2026: 10 days left" in page
    assert "2027: 26 days left" in page
    assert "24 December 2026 to 2 January 2027" in page
    page = text_of(client.post("/holidays/end/", {"first": "2026-12-24"}, follow=True))
    assert "2026: 18 days left" in page
    with time_machine.travel(datetime(2026, 7, 4, 12, tzinfo=UTC), tick=False):
        assert "I’m back" in text_of(client.get(PAGE))
        page = text_of(client.post("/holidays/end/", {"first": "2026-07-03"}, follow=True))
        assert "2026: 26 days left" in page
        assert "I’m back" not in page


@pytest.mark.parametrize("language", one_in(2, ["en", "fr"]))
@pytest.mark.parametrize("typed", ["08/03/2027", "08.03.2027", "8-3-2027", "8/3/27", "2027-03-08"])
def test_a_typed_date_has_the_day_first_in_every_language(language: str, typed: str) -> None:
    person = make_person(language=language)
    announce(sign_in(person), typed, typed)
    assert [row.first.isoformat() for row in reload(person).vacations] == ["2027-03-08"]
    # In no language is the month first.
    assert announce(sign_in(person), "03/13/2027", "03/13/2027").count("31/07/2026")


@pytest.mark.parametrize(
    ("first", "last", "error"),
    [
        ("2026-08-01", "2026-08-21", "You have 20 days left in 2026: choose fewer."),
        ("2026-07-10", "2026-07-14", "You already have a holiday on some of these days."),
        ("2026-08-05", "2026-08-04", "The last day is before the first."),
        ("2026-06-29", "2026-07-02", "A holiday can’t start before today."),
        ("2028-01-01", "2028-01-02", "A holiday must start within a year."),
        ("2026-08-01", "soon", "This isn’t a date."),
        ("2026-08-01", "", "Please fill this in."),
    ],
)
def test_what_cannot_be_taken_is_refused_kindly_and_nothing_typed_is_lost(
    léa: User, first: str, last: str, error: str
) -> None:
    client = sign_in(léa)
    announce(client, "2026-07-05", "2026-07-12")
    answer = client.post(PAGE, {"first": first, "last": last})
    assert answer.status_code == 422
    assert error in text_of(answer)
    form = read_form(answer, PAGE)
    assert (form.fields["first"], form.fields["last"]) == (first, last)
    léa.refresh_from_db()
    assert len(léa.vacations) == 1


def test_junk_ends_no_holiday(léa: User) -> None:
    client = sign_in(léa)
    announce(client, "2026-07-05", "2026-07-12")
    for junk in ("", "soon", "2026-07-06", "9" * 400):
        client.post("/holidays/end/", {"first": junk})
    assert "5 to 12 July 2026" in text_of(client.get(PAGE))


def test_a_table_that_waits_says_who_is_away_until_when_and_how_late_it_may_end(léa: User, ada: User) -> None:
    game = start_table(ada, léa, bots=1, vacations=True)
    announce(sign_in(léa), "2026-07-01", "2026-07-05")
    announce(sign_in(léa), "2026-08-10", "2026-08-12")
    client = sign_in(ada)
    assert "Léa is away, back on Monday" in page_of(game, client)
    assert "Léa is away, back on Monday" in text_of(client.get("/games/"))
    about = page_of(game, client, "about")
    assert "Léa is on holiday: 10 to 12 August 2026" in about
    assert "with everyone’s holidays, by " in about
    assert "You’re on holiday." in page_of(game, léa)
    with time_machine.travel(datetime(2026, 7, 6, 12, tzinfo=UTC), tick=False):
        assert "Léa is away" not in page_of(game, client)


def test_a_table_without_holidays_tells_of_none_and_is_named_on_the_page(léa: User, ada: User) -> None:
    game = start_table(ada, léa, bots=1)
    page = announce(sign_in(léa), "2026-07-01", "2026-07-05")
    assert "Tables that don’t wait for holidays" in page
    assert game.name in page
    client = sign_in(ada)
    for path in (link("table", game), link("table", game) + "?tab=about", "/games/"):
        assert "Léa is " not in text_of(client.get(path))
    assert "no holidays" in page_of(game, client, "about")


def test_one_is_told_before_sitting_down(léa: User) -> None:
    game = lobby.open_game(host=léa, title="insidejob", seat_count=3, options={}, terms=Terms(vacations=True))
    take_vacation(léa, WEDNESDAY.date(), datetime(2026, 7, 12, tzinfo=UTC).date())
    page = page_of(game, make_person())
    assert "Léa is away, back on 13 July" in page
    assert "no holidays" not in page
    Game.objects.update(vacations=False)
    page = page_of(game, make_person())
    assert "Léa is away" not in page
    assert "no holidays" in page


def test_dates_are_told_in_french() -> None:
    zoé, ada = make_person("Zoé"), make_person("Ada", language="fr")
    game = start_table(ada, zoé, bots=1, vacations=True)
    take_vacation(zoé, WEDNESDAY.date(), datetime(2026, 7, 28, tzinfo=UTC).date())
    assert "Zoé est en vacances, de retour le 29 juillet" in page_of(game, ada)


def test_who_had_to_sign_in_to_end_a_holiday_gets_to_the_page(léa: User) -> None:
    client = Client()
    asked = client.post(f"{PAGE}end/", {"first": "2026-07-01"})
    client.force_login(léa)
    [(_, path)] = parse_qsl(urlsplit(asked["Location"]).query)
    answer = client.get(path, follow=True)
    assert (answer.status_code, answer.redirect_chain) == (200, [(PAGE, 302)])
