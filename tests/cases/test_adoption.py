"""What a visitor or guest found out comes along when they sign up or in, and is counted once."""

import pytest
from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import make_permanent
from accounts.sign_in.session_store import CASES_KEY, SessionStore
from games.cases.days import DAY
from games.cases.services.adoption import bring_cases
from games.cases.services.stores import SessionRuns
from games.models import CaseTally, Investigation
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.cases.builders import store_case
from tests.cases.pages.acts import press

pytestmark = pytest.mark.django_db


def take_session(client: Client) -> SessionStore:
    session = client.session
    assert isinstance(session, SessionStore)
    return session


def sign_in_with(session: SessionStore, user: User) -> None:
    """Sign in as Django does, in a browser that has this session."""
    request = RequestFactory().get("/")
    request.session = session
    login(request, user, backend="allauth.account.auth_backends.AuthenticationBackend")
    session.save()


def test_a_visitor_who_signs_in_keeps_their_results() -> None:
    case = store_case()
    visitor, person = Client(), make_person()
    press(visitor, "next")
    press(visitor, "accuse", seat=case.guilty)
    session = take_session(visitor)
    sign_in_with(session, person)
    row = Investigation.objects.get(user=person)
    assert (row.seen, row.accused, row.is_right, row.is_in_time) == (2, case.guilty, True, True)
    assert CASES_KEY not in session
    assert CaseTally.objects.get().count == 1


def test_somebody_who_has_solved_it_as_a_visitor_cannot_accuse_again_as_a_member() -> None:
    case, person = store_case(), make_person()
    Investigation.objects.create(case=case, user=person, seen=3)
    visitor = Client()
    press(visitor, "accuse", seat=(case.guilty + 1) % 4)
    sign_in_with(take_session(visitor), person)
    assert Investigation.objects.get().is_right is False
    assert Investigation.objects.get().accused is not None


def test_a_members_own_result_stays() -> None:
    case, person = store_case(), make_person()
    Investigation.objects.create(case=case, user=person, seen=3, accused=case.guilty, is_right=True)
    visitor = Client()
    press(visitor, "accuse", seat=(case.guilty + 1) % 4)
    sign_in_with(take_session(visitor), person)
    assert Investigation.objects.get().is_right


def test_a_guest_who_signs_up_is_the_same_person() -> None:
    case, guest = store_case(), make_guest()
    client = Client()
    client.force_login(guest)
    press(client, "accuse", seat=case.guilty)
    make_permanent(guest, email="ada@example.org", display_name="Ada")
    assert client.get("/case/").context["run"].is_right


def test_a_guest_who_signs_in_to_an_account_brings_their_results() -> None:
    case, guest, person = store_case(), make_guest(), make_person()
    Investigation.objects.create(case=case, user=guest, seen=4, accused=case.guilty, is_right=True)
    client = Client()
    client.force_login(guest)
    client.post(reverse("account_login"), {"login": person.email, "password": PASSWORD})
    assert Investigation.objects.get(user=person).seen == 4


def test_signing_in_without_a_session_brings_nothing() -> None:
    bring_cases(User, RequestFactory().get("/"), make_person())
    assert not Investigation.objects.exists()


def test_a_session_that_another_request_has_changed_is_not_overwritten() -> None:
    case = store_case()
    visitor = Client()
    press(visitor, "next")
    key = take_session(visitor).session_key
    first, second = SessionStore(key), SessionStore(key)
    assert first.get(CASES_KEY) == second.get(CASES_KEY)
    first["x"] = second["x"] = 1
    assert first.save_if_unchanged()
    assert not second.save_if_unchanged()
    assert Session.objects.count() == 1
    assert SessionRuns(SessionStore(key)).kept.keys() == {str(case.number)}


@pytest.mark.parametrize("is_veteran", [True, False])
def test_only_a_newcomers_first_case_counts_on_the_day_it_ended(is_veteran: bool) -> None:
    easy, person = store_case(day=timezone.localdate() - 5 * DAY), make_person()
    store_case(2, level=6)
    if is_veteran:
        old = store_case(3, day=timezone.localdate() - 9 * DAY)
        Investigation.objects.create(case=old, user=person, accused=old.guilty, is_right=True)
    visitor = Client()
    press(visitor, "accuse", seat=easy.guilty)
    assert visitor.get("/case/1/").context["run"].is_in_time
    sign_in_with(take_session(visitor), person)
    assert Investigation.objects.get(user=person, case=easy).is_in_time is not is_veteran
