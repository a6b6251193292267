"""At a table the same people are let in as on every other page, and by fewer statements that are composed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.builders_people import make_guest, make_person
from tests.games.builders import start_table
from tests.pages.browser import link, sign_in
from tests.pages.test_queries import counted

pytestmark = pytest.mark.django_db
RECOGNISING = "games.views.recognition.recognising"
COMPOSED_BY_GET = "LIMIT 21"
"""By this Django asks for one row in vain for more; so it looks for a session, and for a person."""

Spoil = Callable[[Client, User], None]
"""What makes of a browser that is signed in as somebody one that is not, or not plainly."""


def change(client: Client, name: str, value: object) -> None:
    """Change what a session holds."""
    session = client.session
    if value is None:
        del session[name]
    else:
        session[name] = value
    session.save()


def store(client: Client, **columns: object) -> None:
    """Change the row of a session."""
    assert Session.objects.filter(session_key=client.session.session_key).update(**columns) == 1


def change_person(user: User, **columns: object) -> None:
    """Change the row of a person."""
    assert User.objects.filter(pk=user.pk).update(**columns) == 1


SPOILT: dict[str, Spoil] = {
    "signed out": lambda client, user: client.logout(),
    "no such session": lambda client, user: client.cookies.__setitem__(settings.SESSION_COOKIE_NAME, "x" * 32),
    "a key that cannot be one": lambda client, user: client.cookies.__setitem__(settings.SESSION_COOKIE_NAME, "x"),
    "expired": lambda client, user: store(client, expire_date=timezone.now() - timedelta(seconds=1)),
    "forged": lambda client, user: store(client, session_data="e30:forged:forged"),
    "nobody": lambda client, user: change(client, SESSION_KEY, None),
    "somebody else": lambda client, user: change(client, SESSION_KEY, str(make_person().pk)),
    "somebody who is gone": lambda client, user: change(client, SESSION_KEY, "999999"),
    "no such way in": lambda client, user: change(client, BACKEND_SESSION_KEY, "django.contrib.auth.backends.Other"),
    "no way in": lambda client, user: change(client, BACKEND_SESSION_KEY, None),
    "no hash": lambda client, user: change(client, HASH_SESSION_KEY, None),
    "another hash": lambda client, user: change(client, HASH_SESSION_KEY, "0" * 64),
    "a new password": lambda client, user: change_person(user, password="!another"),
    "all sessions ended": lambda client, user: change_person(user, sessions_ended=1),
    "suspended": lambda client, user: change_person(user, is_active=False),
}


@pytest.fixture
def user() -> User:
    return make_person()


@pytest.fixture
def game(user: User) -> Game:
    return start_table(user, make_person(), make_person())


def look(client: Client, game: Game) -> Any:
    """Open the page of a table."""
    return client.get(link("table", game))


def test_who_sits_there_is_recognised_and_asked_for_by_kept_statements(user: User, game: Game) -> None:
    client = sign_in(user)
    with counted() as statements:
        response = look(client, game)
    assert response.status_code == 200
    assert response.wsgi_request.user == user
    assert not [statement for statement in statements if COMPOSED_BY_GET in statement]
    assert sum("django_session" in sent for sent in statements) == 1
    assert sum("accounts_user" in sent for sent in statements) == 2, "the person, and the players with theirs"


def test_a_guest_is_recognised_too(game: Game) -> None:
    guest = make_guest()
    table = start_table(guest, make_person(), make_person())
    assert look(sign_in(guest), table).status_code == 200
    assert look(sign_in(guest), game).status_code == 403


@pytest.mark.parametrize("name", SPOILT)
def test_nobody_is_let_in_whom_django_would_not(name: str, user: User, game: Game) -> None:
    client = sign_in(user)
    assert look(client, game).status_code == 200, "there is something to be kept out of"
    SPOILT[name](client, user)
    response = look(client, game)
    assert response.status_code == 403
    assert "game" not in (response.context or {})


@pytest.mark.parametrize("name", ["all in order", *SPOILT])
def test_the_session_is_left_as_django_would_leave_it(
    name: str, user: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that does not hold is emptied, and its cookie taken back."""
    left = []
    for is_recognising in (True, False):
        with monkeypatch.context() as patched:
            if not is_recognising:
                patched.setattr(settings, "MIDDLEWARE", [each for each in settings.MIDDLEWARE if each != RECOGNISING])
            change_person(user, password=user.password, sessions_ended=0, is_active=True)
            client = sign_in(user)
            if name in SPOILT:
                SPOILT[name](client, user)
            response = look(client, game)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        left.append((response.status_code, cookie and cookie["max-age"], Session.objects.count(), response["Vary"]))
        Session.objects.all().delete()
    assert left[0] == left[1]


def test_a_session_from_before_the_key_was_changed_holds_and_is_renewed(user: User, game: Game) -> None:
    client = sign_in(user)
    before = client.session[HASH_SESSION_KEY], client.session.session_key
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(settings, "SECRET_KEY_FALLBACKS", [settings.SECRET_KEY])
        patched.setattr(settings, "SECRET_KEY", "another-key-" * 5)
        assert look(client, game).status_code == 200
        after = client.session[HASH_SESSION_KEY], client.session.session_key
    assert before[0] != after[0]
    assert before[1] != after[1]
