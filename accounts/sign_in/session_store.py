"""Database sessions that clear their cache stamps when they end."""

from typing import Any

from django.contrib.sessions.backends import db
from django.utils.crypto import salted_hmac

from insidejob.cache_stamps import forget_stamps, name_session


def digest_key(key: str) -> str:
    """Return a hash of the key; it does not sign in."""
    return salted_hmac("accounts.session_store", key, algorithm="sha256").hexdigest()


class SessionStore(db.SessionStore):
    def delete(self, session_key: str | None = None) -> None:
        key: Any = session_key if session_key is not None else self.session_key
        super().delete(session_key)
        if key:
            forget_stamps(name_session(digest_key(key)))
