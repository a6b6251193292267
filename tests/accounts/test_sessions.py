"""Where one is signed in: listed with little said about it, ended one by one or all at once."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from games.site.cleaning import clear_expired
from tests.accounts.forms_and_emails import IDENTITY, type_password
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
SESSIONS, SETTINGS = reverse("accounts:sessions"), reverse("accounts:settings")
CHROME = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"


def is_in(client: Client) -> bool:
    return client.get(SETTINGS).status_code == 200


def test_each_browser_is_listed_once_by_its_name_and_no_network_is_kept() -> None:
    ada = make_person()
    here = type_password(ada)
    type_password(ada, CHROME)
    type_password(make_person(), CHROME)
    for _ in range(2):
        listed = here.get(SESSIONS).context["sessions"]
        assert [session.user_agent for session in listed] == ["Firefox, Linux", "Chrome, Android"]
    here.post(str(IDENTITY), {"password": PASSWORD})
    assert len(here.get(SESSIONS).context["sessions"]) == 2
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"0.0.0.0"}  # noqa: S104


def test_signing_out_of_one_leaves_the_others() -> None:
    ada, bob = make_person(), make_person()
    here, there, third, his = type_password(ada), type_password(ada, CHROME), type_password(ada), type_password(bob)
    theirs = UserSession.objects.get(session_key=his.session.session_key)
    pk = UserSession.objects.get(session_key=there.session.session_key).pk
    for number in (pk, theirs.pk, "nonsense"):
        here.post(SESSIONS, {"session": number})
    assert [is_in(client) for client in (here, there, third, his)] == [True, False, True, True]


def test_signing_out_everywhere_ends_sessions_from_before_there_was_a_list_too() -> None:
    ada = make_person()
    old = sign_in(ada)
    UserSession.objects.all().delete()
    here, there = type_password(ada), type_password(ada, CHROME)
    here.post(SESSIONS, {"action": "everywhere"})
    assert [is_in(client) for client in (here, there, old)] == [True, False, False]
    assert len(here.get(SESSIONS).context["sessions"]) == 1


def test_a_session_that_ended_by_itself_goes_from_the_list() -> None:
    type_password(make_person())
    Session.objects.all().delete()
    clear_expired()
    assert not UserSession.objects.exists()


def test_a_guest_has_no_list() -> None:
    assert sign_in(make_guest()).get(SESSIONS)["Location"] == reverse("account_signup")
    assert not UserSession.objects.exists()
