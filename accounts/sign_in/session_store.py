"""Sessions as Django keeps them in the database; one that ends takes along what the cache keeps for it."""

from typing import Any

from django.contrib.sessions.backends import db
from django.utils.crypto import salted_hmac

from insidejob.cache_stamps import forget_stamps, name_session


def digest_key(key: str) -> str:
    """Return what stands for the key of a session outside of it: whoever reads that can sign in nowhere."""
    return salted_hmac("accounts.session_store", key, algorithm="sha256").hexdigest()


class SessionStore(db.SessionStore):
    """Django's, by the same table. Signing in and out, and ending a listed session, delete what was there before."""

    def delete(self, session_key: str | None = None) -> None:
        """Delete this session, or the one with that key."""
        key: Any = session_key if session_key is not None else self.session_key
        super().delete(session_key)
        if key:
            forget_stamps(name_session(digest_key(key)))
