"""Database sessions that clear their cache stamps."""

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils.crypto import salted_hmac

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

    def get_session_cookie_age(self) -> int:
        """Return how many seconds a session lasts.

        Sessions of visitors are created without limit, so they last a day, unless they hold cases.
        """
        return settings.SESSION_COOKIE_AGE if SESSION_KEY in self or CASES_KEY in self else VISITORS_AGE

    def _get_session_from_db(self) -> Any:
        row = super()._get_session_from_db()  # type: ignore[misc]
        self.read_as = row.session_data if row else None
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

    def delete(self, session_key: str | None = None) -> None:
        key: Any = session_key if session_key is not None else self.session_key
        super().delete(session_key)
        if key:
            forget_stamps(name_session(digest_key(key)))
