"""A newcomer may begin with an easy case of an earlier day. It counts like the case of the day."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.models import Case, Investigation
from tests.cases.builders import store_case
from tests.cases.pages.acts import press
from tests.rounds import mark
from tests.tables.pages.browser import text_of

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 28)
START = 'id="first-case"'
DAY = timedelta(days=1)


@pytest.fixture
def cases() -> list[Case]:
    """An easy case of each of two days, a hard one, and the hard one of today."""
    return [
        store_case(number=number, day=TODAY - (4 - number) * DAY, level=level)
        for number, level in ((1, 1), (2, 2), (3, 4), (4, 6))
    ]


def shows_start(client: Client) -> bool:
    return START in client.get("/case/").content.decode()


def test_a_newcomer_begins_with_an_easy_case_that_counts(cases: list[Case], client: Client) -> None:
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        page = client.get("/case/")
        assert page.context["first"].number == 1
        first = client.get("/case/1/")
        assert first.context["is_first_case"]
        assert "case-lesson" in first.content.decode()
        # As short as on other days: on a phone it stands in one line.
        assert any(words in text_of(first) for words in ("first case · level 1/7", "première affaire · niveau 1/7"))
        press(client, "next")
        assert shows_start(client)
        page = press(client, "accuse", seat=cases[0].guilty)
        assert (page.context["statistics"].solved, page.context["statistics"].streak) == (1, 1)
        assert not shows_start(client)
        # The case of the day counts on the same day, another old one on none.
        press(client, "accuse", number=4, seat=cases[3].guilty)
        page = press(client, "accuse", number=2, seat=cases[1].guilty)
        assert (page.context["statistics"].solved, page.context["statistics"].streak) == (3, 1)
        assert not page.context["run"].is_in_time


def test_a_streak_goes_on_from_the_day_of_the_first_case(cases: list[Case], client: Client) -> None:
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False) as clock:
        press(client, "accuse", seat=cases[0].guilty)
        clock.shift(DAY)
        tomorrow = store_case(number=5, day=TODAY + DAY)
        page = press(client, "accuse", number=5, seat=tomorrow.guilty)
        assert page.context["statistics"].streak == 2


@pytest.mark.parametrize(
    ("client", "what"),
    [
        ("visitor", "next"),
        ("member", "clue"),
        ("visitor", "accuse"),
        ("member", "keep"),
        mark(("member", "next"), "deep"),
        mark(("visitor", "clue"), "deep"),
        mark(("member", "accuse"), "deep"),
        mark(("visitor", "keep"), "deep"),
    ],
    indirect=["client"],
)
def test_who_has_begun_the_case_of_the_day_goes_on_with_it(cases: list[Case], client: Client, what: str) -> None:
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        assert shows_start(client)
        press(client, what, number=4, seat=0, fields={"suspicion-1": "4"})
        assert not shows_start(client)


def test_an_easy_case_of_the_day_is_opened_at_once(client: Client) -> None:
    store_case(number=1, day=TODAY - DAY, level=1)
    store_case(number=2, day=TODAY, level=3)
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        assert not shows_start(client)


def test_without_an_easy_case_that_of_the_day_is_opened(client: Client) -> None:
    store_case(number=1, day=TODAY, level=6)
    store_case(number=2, day=TODAY + DAY, level=1)
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        assert not shows_start(client)
        assert not Investigation.objects.exists()
