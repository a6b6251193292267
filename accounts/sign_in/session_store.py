"""Database sessions that are read with their user, and clear their cache stamps."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Session, User
from insidejob.cache_stamps import forget_stamps, name_session


def digest_key(key: str) -> str:
    """Return a hash of a session's key, which cannot be used to sign in."""
    return salted_hmac("accounts.session_store", key, algorithm="sha256").hexdigest()


CASES_KEY = "cases"
"""What a visitor did with cases, in the session (`games.cases`)."""
VISITORS_AGE = 24 * 60 * 60
"""How many seconds the session of a visitor lasts."""


class SessionStore(db.SessionStore):
    # How the session was stored when it was read.
    read_as: str | None = None
    # The user that was read together with the session. Only `_find_user` of the middleware knows whether the session
    # may be theirs.
    user: User | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def get_session_cookie_age(self) -> int:
        """Return how many seconds a session lasts.

        Sessions of visitors are created without limit, so they last a day, unless they hold cases.
        """
        return settings.SESSION_COOKIE_AGE if SESSION_KEY in self or CASES_KEY in self else VISITORS_AGE

    def _get_session_from_db(self) -> Session | None:
        row = self.find_row(str(self.session_key))
        if row is None:
            self._session_key = None
        self.read_as, self.user = (row.session_data, row.user) if row else (None, None)
        return row

    def find_row(self, key: str) -> Session | None:
        alive = Session.objects.filter(session_key=key, expire_date__gt=timezone.now())
        return alive.select_related("user").first()

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)
        return row

    def save_if_unchanged(self) -> bool:
        """Save at once, in one query, unless another request has saved the session since.

        Return whether it was saved. A new session is saved at the end of the request.
        """
        if self.session_key is None or self.read_as is None:
            return True
        self.modified = False
        kept: Any = self.model.objects.filter(session_key=self.session_key, session_data=self.read_as)
        data: Any = self.encode(dict(self.items()))
        return bool(kept.update(session_data=data, expire_date=self.get_expiry_date()))

    def cycle_key(self) -> None:
        """Change the key, in the user's list of sessions as well, so that pushes to this browser go on."""
        old = self.session_key
        super().cycle_key()
        if SESSION_KEY in self:
            UserSession.objects.filter(session_key=old).update(session_key=self.session_key)

    def delete(self, session_key: str | None = None) -> None:
        key: Any = session_key if session_key is not None else self.session_key
        super().delete(session_key)
        if key:
            forget_stamps(name_session(digest_key(key)))
