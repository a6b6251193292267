"""Who asks at a table, found by two statements that are kept: composing Django's own takes longer than asking them.

Only who is plainly signed in is recognised. Anybody else, and every other page, is left to Django.
"""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS
from django.db.models import BigAutoField, CharField, DateTimeField, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.session_store import SessionStore
from games.models.composed import Composed, Given
from games.models.together import Rows

TABLES = "/g/"
"""What the addresses of tables begin with."""


@Composed
def find_session() -> QuerySet[Session, str]:
    """Return what a session holds that has not expired."""
    alive = {"session_key": Given("key", CharField()), "expire_date__gt": Given("now", DateTimeField())}
    return Session.objects.filter(**alive).values_list("session_data", flat=True)


@Composed
def find_person() -> QuerySet[User]:
    """Return a person, with all that is known of them."""
    return User.objects.filter(pk=Given("person", BigAutoField()))


def recognising(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put the person who asks at a table into the request, in the place of the one that Django would look for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(TABLES):
            person = recognise(request.session, timezone.now())  # type: ignore[arg-type]
            if person is not None:
                request.user = person
        return get_response(request)

    return middleware


def recognise(session: SessionStore, now: datetime) -> User | None:
    """Return who is signed in, found as `django.contrib.auth.get_user` does; None unless all of it is in order."""
    stored = find_session.ask(key=session.session_key, now=now) if session.session_key else []
    if not stored:
        return None
    session.hold(stored[0][0])
    signed, way, person = (session.get(name) for name in (HASH_SESSION_KEY, BACKEND_SESSION_KEY, SESSION_KEY))
    if not (signed and person and way in settings.AUTHENTICATION_BACKENDS):
        return None
    user = read_person(find_person.ask(person=person))
    if user is None or not constant_time_compare(signed, user.get_session_auth_hash()):
        return None
    backend = load_backend(way)
    return user if isinstance(backend, ModelBackend) and backend.user_can_authenticate(user) else None


def read_person(rows: Rows) -> User | None:
    """Return the person that was found, or None."""
    names = [field.attname for field in User._meta.concrete_fields]
    return User.from_db(DEFAULT_DB_ALIAS, names, rows[0]) if rows else None
