"""Midnight is the reader's own, and a case is open while its day lasts anywhere, over both changes of the clocks."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.cases.days import DAY, _closes_at, _opens_at, is_open, next_midnight
from games.cases.selectors.files import find_file_of_number
from games.models import Investigation
from tests.builders_people import make_person
from tests.cases.builders import load_game, store_case
from tests.cases.pages.acts import press
from tests.tables.pages.browser import sign_in

ZONES = ("Europe/Paris", "America/New_York", "Pacific/Kiritimati", "Pacific/Auckland", "Etc/GMT+12", "Asia/Kolkata")
# The days on which the clocks change in Paris and New York, in spring and in autumn of 2026.
CHANGES = (date(2026, 3, 29), date(2026, 10, 25), date(2026, 3, 8), date(2026, 11, 1))


def make_inhabitant(zone: str) -> User:
    person = make_person()
    person.time_zone = zone
    person.save()
    return person


def local_midnight(day: date, zone: str) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("day", CHANGES)
def test_everybody_gets_their_whole_day(day: date, zone: str) -> None:
    for changed in (day - DAY, day, day + DAY):
        begin, end = local_midnight(changed, zone), local_midnight(changed + DAY, zone)
        assert _opens_at(changed) <= begin < end <= _closes_at(changed)
        assert is_open(changed, begin)
        assert is_open(changed, end - timedelta(seconds=1))
    assert _closes_at(day) - _opens_at(day) >= timedelta(hours=48)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "day"),
    [("Europe/Paris", CHANGES[0]), ("Europe/Paris", CHANGES[1]), ("America/New_York", CHANGES[2])],
)
def test_each_midnight_brings_the_next_case_for_48_hours(day: date, zone: str) -> None:
    first = day - 2 * DAY
    for number in range(1, 6):
        store_case(number=number, day=first + (number - 1) * DAY, chosen=load_game())
    client = sign_in(make_inhabitant(zone))
    midnights = [local_midnight(day + days * DAY, zone) for days in (-1, 0, 1, 2)]
    hours = [midnights[0] + timedelta(hours=hours) for hours in range(0, 72, 12)]
    for moment in sorted([*hours, *(each + timedelta(seconds=more) for each in midnights for more in (-1, 0))]):
        local = moment.astimezone(ZoneInfo(zone)).date()
        with time_machine.travel(moment, tick=False):
            page = client.get("/case/")
            assert page.context["case"].number == (local - first).days + 1, moment
            with timezone.override(zone):
                assert next_midnight().astimezone(UTC) == local_midnight(local + DAY, zone)


@pytest.mark.django_db
def test_a_traveller_keeps_the_streak() -> None:
    """Solved in time is what is solved while it is that day anywhere, whichever zone somebody has by then."""
    person = make_inhabitant("America/Los_Angeles")
    client = sign_in(person)
    case = store_case(day=date(2026, 11, 27))
    # It is the 28th in Tokyo, where they have just landed.
    with time_machine.travel(datetime(2026, 11, 28, 1, tzinfo=UTC), tick=False):
        person.time_zone = "Asia/Tokyo"
        person.save()
        page = press(client, "accuse", seat=case.guilty)
        assert page.context["run"].is_in_time
        assert page.context["statistics"].streak == 1


@pytest.mark.django_db
def test_a_case_that_is_closed_counts_in_no_streak() -> None:
    case = store_case(day=date(2026, 11, 27), level=4)
    client = sign_in(make_person())
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        press(client, "accuse", seat=case.guilty)
    assert not Investigation.objects.get().is_in_time


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("languages", "number"),
    [("fr-NC,fr;q=0.9", 2), ("fr,fr-NC;q=0.9", 2), ("fr-FR", 1), ("fr-CA", 1), ("en-US", 1), ("", 1), ("x-\0", 1)],
)
def test_a_first_visit_goes_by_the_country_of_the_language(languages: str, number: int) -> None:
    for each in (1, 2):
        store_case(number=each, day=date(2026, 11, 26) + each * DAY)
    with time_machine.travel(datetime(2026, 11, 27, 14, tzinfo=UTC), tick=False):
        page = Client(headers={"accept-language": languages}).get("/case/")
    assert page.context["case"].number == number


@pytest.mark.django_db
@pytest.mark.parametrize("cases", [0, 2])
def test_a_script_corrects_the_zone_once(cases: int) -> None:
    for each in range(cases):
        store_case(number=each + 1, day=date(2026, 11, 27) + each * DAY)
    visitor = Client()
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        assert 'data-day="2026-11-27"' in visitor.get("/case/").content.decode()
        assert visitor.get("/case/zone/").status_code == 405
        assert visitor.post("/case/zone/", {"time_zone": "nowhere"})["Location"] == "/case/"
        # Asked again, its script would send the same again, for ever.
        assert "data-day" not in visitor.get("/case/").content.decode()
        visitor.post("/case/zone/", {"time_zone": "Pacific/Auckland"})
        page = visitor.get("/case/")
        assert not cases or page.context["case"].number == 2
        # The script sends another zone, such as that of a traveller, and not the same again.
        assert 'data-zone="Pacific/Auckland"' in page.content.decode()
        visitor.post("/case/zone/", {"time_zone": "Asia/Calcutta"})
        assert 'data-zone="Asia/Calcutta"' in visitor.get("/case/").content.decode()
        assert "data-day" not in sign_in(make_person()).get("/case/").content.decode()


@pytest.mark.django_db
def test_a_solved_case_makes_way_for_that_of_another_day(client: Client) -> None:
    first, second = (store_case(number=number, day=date(2026, 11, 26) + number * DAY) for number in (1, 2))
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        client.post("/case/zone/", {"time_zone": "Europe/Paris"})
        press(client, "accuse", seat=first.guilty)
        assert 'data-day="2026-11-27"' in client.get("/case/").content.decode()
        client.post("/case/zone/", {"time_zone": "Pacific/Auckland"})
        assert client.get("/case/").context["case"].number == second.number


@pytest.mark.django_db
def test_a_link_from_farther_east_says_when_the_case_opens() -> None:
    for number in (1, 2, 3):
        store_case(number=number, day=date(2026, 11, 26) + number * DAY)
    visitor = Client(headers={"accept-language": "en-GB"})
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        page = visitor.get("/case/2/")
        assert page.status_code == 404
        assert "it opens on Saturday 28 November" in page.content.decode()
        # Nobody has the third one yet.
        assert "opens on" not in visitor.get("/case/3/").content.decode()


@pytest.mark.django_db
def test_a_visitors_browser_says_which_day_it_is() -> None:
    first, second = (store_case(number=number, day=date(2026, 11, 26) + number * DAY) for number in (1, 2))
    visitor = Client()
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        assert visitor.get("/case/").context["case"].number == first.number
        form = {"do": "next", "seen": 1, "clue": 0, "time_zone": "Pacific/Auckland"}
        assert visitor.post("/case/1/act/", form)["Location"] == "/case/1/#trick-heading"
        assert visitor.get("/case/1/").context["run"].seen == 2
        assert visitor.get("/case/").context["case"].number == second.number
        assert Client().get("/case/2/").status_code == 404
        assert find_file_of_number(2) is not None


@pytest.mark.django_db
@pytest.mark.parametrize("is_member", [True, False])
def test_a_case_solved_farther_east_stays_with_its_reader(is_member: bool) -> None:
    case = store_case(day=date(2026, 11, 28))
    person = make_inhabitant("Pacific/Kiritimati")
    client = sign_in(person) if is_member else Client()
    with time_machine.travel(datetime(2026, 11, 27, 12, tzinfo=UTC), tick=False):
        if not is_member:
            client.post("/case/zone/", {"time_zone": "Pacific/Kiritimati"})
        press(client, "accuse", seat=case.guilty)
        person.time_zone = "Europe/Paris"
        person.save()
        client.post("/case/zone/", {"time_zone": "Europe/Paris"})
        page = client.get("/case/1/")
        assert page.context["run"].is_over
        assert page.context["statistics"].streak == 1
        assert [row.number for row in client.get("/case/archive/").context["rows"]] == [1]
        for path in ("/case/1/replay/", "/case/1/record.json", "/case/1/commitment.json"):
            assert client.get(path).status_code == 200
        # It is not there for those who only looked at it.
        other = Client()
        other.post("/case/zone/", {"time_zone": "Pacific/Kiritimati"})
        press(other, "next")
        other.post("/case/zone/", {"time_zone": "Europe/Paris"})
        assert other.get("/case/1/").status_code == 404
        assert other.post("/case/1/act/", {"do": "accuse", "seat": case.guilty}).status_code == 404
        assert other.get("/case/archive/").context["rows"] == []
