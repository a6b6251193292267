"""What visitors and guests of one network may do with cases: they cost rows, and could make up the totals."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from accounts.sign_in.session_store import VISITORS_AGE, SessionStore
from games.cases.services import limits
from games.cases.services.limits import COUNTED_A_DAY
from games.models import Case, CaseTally
from tests.builders_people import make_guest, make_person
from tests.tables.pages.browser import sign_in, text_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ACT = "/case/1/act/"


def come_from(address: str = "192.0.2.7") -> Client:
    return Client(REMOTE_ADDR=address, headers={"accept-language": "en"})


def accuse(client: Client, case: Case, **more: Any) -> Any:
    return client.post(ACT, {"do": "accuse", "seen": 1, "clue": 0, "seat": case.guilty, **more}, follow=True)


def count_accusations() -> int:
    return CaseTally.objects.aggregate(total=Sum("count"))["total"] or 0


def test_a_visitors_time_zone_is_a_cookie_and_no_row(case: Case, settings: LazySettings) -> None:
    visitor = come_from()
    answer = visitor.post("/case/zone/", {"time_zone": "Pacific/Auckland"})
    cookie = answer.cookies[settings.TIME_ZONE_COOKIE_NAME]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("Pacific/Auckland", True, "Lax")
    for sent in ("nowhere", "", "x" * 5000):
        assert come_from().post("/case/zone/", {"time_zone": sent}).cookies[cookie.key].value == ""
    assert not Session.objects.exists()
    assert cookie.key in visitor.post(ACT, {"do": "next", "time_zone": "Europe/Paris"}).cookies
    assert cookie.key not in sign_in(make_person()).post("/case/zone/", {"time_zone": "Europe/Paris"}).cookies


@pytest.mark.parametrize("zone", ["nowhere", "../../etc/passwd", "x" * 3000])
def test_a_cookie_that_names_no_zone_counts_for_nothing(case: Case, settings: LazySettings, zone: str) -> None:
    visitor = come_from()
    visitor.cookies[settings.TIME_ZONE_COOKIE_NAME] = zone
    assert visitor.get("/case/").status_code == 200


def test_a_visitors_session_lives_a_day_unless_it_holds_a_case(case: Case, settings: LazySettings) -> None:
    def lasts() -> timedelta:
        return Session.objects.latest("expire_date").expire_date - timezone.now()

    session = SessionStore()
    session["joining"] = "a table"
    session.save()
    assert lasts() <= timedelta(seconds=VISITORS_AGE) == DAY
    visitor = come_from()
    visitor.post(ACT, {"do": "next", "seen": 1, "clue": 0})
    kept = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    assert kept - DAY < lasts() <= kept
    assert visitor.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
    Session.objects.all().delete()
    sign_in(make_person()).get("/games/")
    assert kept - DAY < lasts() <= kept


@pytest.mark.parametrize("as_guests", [False, True])
def test_one_network_cannot_make_up_the_totals(case: Case, as_guests: bool) -> None:
    def come(address: str = "192.0.2.7") -> Client:
        client = come_from(address)
        if as_guests:
            client.force_login(make_guest())
        return client

    with time_machine.travel(timezone.localtime().replace(hour=12, minute=0), tick=False) as clock:
        pages = [accuse(come(), case) for _ in range(COUNTED_A_DAY + 4)]
        assert all(page.context["run"].is_over for page in pages), "everybody sees the solution"
        assert count_accusations() == COUNTED_A_DAY + 1
        accuse(come("198.51.100.1"), case)
        assert count_accusations() == COUNTED_A_DAY + 2, "another network"
        clock.shift(timedelta(hours=1))
        for _ in range(3):
            accuse(come(), case)
        assert count_accusations() == COUNTED_A_DAY + 3
        for _ in range(3):
            member = come_from()
            member.force_login(make_person())
            accuse(member, case)
        assert count_accusations() == COUNTED_A_DAY + 6, "members count, wherever they are"


def test_visitors_of_a_network_begin_so_many_cases_an_hour(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "VISITORS_AN_HOUR", 2)
    with time_machine.travel(timezone.now().replace(minute=0), tick=False) as clock:
        first, second, third = (come_from() for _ in range(3))
        for visitor in (first, second, first, second):
            assert accuse(visitor, case).context["run"].is_over
        # A session that does not exist is none.
        third.cookies["sessionid"] = "a" * 32
        rows = Session.objects.count()
        refused = third.post(ACT, {"do": "next", "seen": 1, "clue": 0, "suspicion-1": 4, "mark": ["1-0"]})
        assert refused.status_code == 422
        assert "Many people on your network" in text_of(refused)
        assert (refused.context["run"].steps, refused.context["run"].marks) == ({1: 4}, ("1-0",)), "what was sent stays"
        assert Session.objects.count() == rows
        assert accuse(come_from("198.51.100.1"), case).context["run"].is_over
        member = come_from()
        member.force_login(make_person())
        assert accuse(member, case).context["run"].is_over
        clock.shift(timedelta(hours=1))
        assert accuse(third, case).context["run"].is_over
