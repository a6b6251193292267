"""A user comes with their session, in one statement, and the same people are let in as Django would let in."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Session, User
from tests.builders_people import make_guest, make_person
from tests.site.pages.counting import counted
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
SETTINGS = reverse("accounts:settings")
OURS, DJANGOS = "accounts.middleware.Authentication", "django.contrib.auth.middleware.AuthenticationMiddleware"

Spoil = Callable[[Client, User], object]
"""What makes of a browser that is signed in one that is not."""


def change(client: Client, **values: object) -> None:
    session = client.session
    session.update(values)
    session.save()


def store(client: Client, **columns: object) -> None:
    assert Session.objects.filter(session_key=client.session.session_key).update(**columns) == 1


def change_user(user: User, **columns: object) -> None:
    assert User.objects.filter(pk=user.pk).update(**columns) == 1


SPOILT: dict[str, Spoil] = {
    "signed out": lambda client, user: client.logout(),
    "no such session": lambda client, user: client.cookies.__setitem__(settings.SESSION_COOKIE_NAME, "x" * 32),
    "expired": lambda client, user: store(client, expire_date=timezone.now() - timedelta(seconds=1)),
    "forged": lambda client, user: store(client, session_data="e30:forged:forged"),
    "somebody else's": lambda client, user: change(client, **{SESSION_KEY: str(make_person().pk)}),
    "somebody who is gone": lambda client, user: change(client, **{SESSION_KEY: "999999"}),
    "no such backend": lambda client, user: change(client, **{BACKEND_SESSION_KEY: "somewhere.Else"}),
    "no hash": lambda client, user: change(client, **{HASH_SESSION_KEY: ""}),
    "another hash": lambda client, user: change(client, **{HASH_SESSION_KEY: "0" * 64}),
    "a new password": lambda client, user: change_user(user, password="!another"),
    "all sessions ended": lambda client, user: change_user(user, sessions_ended=1),
    "suspended": lambda client, user: change_user(user, is_active=False),
}


@pytest.mark.parametrize("make", [make_person, make_guest])
def test_session_and_user_are_one_statement(make: Callable[[], User]) -> None:
    user = make()
    client = sign_in(user)
    with counted() as statements:
        response = client.get(SETTINGS)
    assert response.wsgi_request.user == user
    assert sum("django_session" in sent for sent in statements) == 1
    assert not [sent for sent in statements if sent.startswith('SELECT "accounts_user"')]


@pytest.mark.parametrize("name", SPOILT)
def test_nobody_is_let_in_whom_django_would_not_and_the_session_is_left_the_same(name: str, settings: Any) -> None:
    left = []
    for middleware in (OURS, DJANGOS):
        settings.MIDDLEWARE = [middleware if each in (OURS, DJANGOS) else each for each in settings.MIDDLEWARE]
        user = make_person()
        client = sign_in(user)
        assert client.get(SETTINGS).status_code == 200, "there is something to be kept out of"
        SPOILT[name](client, user)
        response = client.get(SETTINGS)
        assert response.status_code == 302
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        left.append((cookie and cookie["max-age"], Session.objects.count(), response.headers["Vary"]))
        Session.objects.all().delete()
    assert left[0] == left[1]


def test_the_column_alone_lets_nobody_in() -> None:
    ada, ben = make_person(), make_person()
    client = sign_in(ada)
    store(client, user=ben)
    assert client.get(SETTINGS).wsgi_request.user == ada
    client = Client()
    visitor = client.session
    visitor.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(visitor.session_key)
    store(client, user=ben)
    assert client.get(SETTINGS).status_code == 302


def test_a_session_that_an_older_release_has_written_holds() -> None:
    ada = make_person()
    client = sign_in(ada)
    store(client, user=None)
    assert client.get(SETTINGS).wsgi_request.user == ada


def test_a_session_from_before_the_secret_key_was_changed_is_renewed(settings: Any) -> None:
    client = sign_in(make_person())
    before = client.session[HASH_SESSION_KEY], client.session.session_key
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key-" * 5
    assert client.get(SETTINGS).status_code == 200
    after = client.session[HASH_SESSION_KEY], client.session.session_key
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_signing_out_and_deleting_take_the_column_along() -> None:
    ada, guest = make_person(), make_guest()
    client, other = sign_in(ada), sign_in(guest)
    assert set(Session.objects.values_list("user", flat=True)) == {ada.pk, guest.pk}
    client.logout()
    guest.delete()
    assert not Session.objects.exists()
    assert other.get(SETTINGS).status_code == 302


def test_an_upgrade_keeps_sessions_and_names_their_users() -> None:
    ada = make_person()
    client, visitor = sign_in(ada), Client().session
    visitor["language"] = "en"
    visitor.save()
    Session.objects.update(user=None)
    import_module("accounts.migrations.0028_fill_users_of_sessions").name_users(apps, None)
    assert dict(Session.objects.values_list("session_key", "user")) == {
        client.session.session_key: ada.pk,
        visitor.session_key: None,
    }
    assert client.get(SETTINGS).wsgi_request.user == ada
