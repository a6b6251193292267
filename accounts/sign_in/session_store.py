"""Database sessions that clear their cache stamps."""

from typing import Any

from django.contrib.sessions.backends import db
from django.utils.crypto import salted_hmac

from insidejob.cache_stamps import forget_stamps, name_session


def digest_key(key: str) -> str:
    """Return a hash of the key; it does not sign in."""
    return salted_hmac("accounts.session_store", key, algorithm="sha256").hexdigest()


class SessionStore(db.SessionStore):
    # How the session was stored when it was read.
    read_as: str | None = None

    def _get_session_from_db(self) -> Any:
        row = super()._get_session_from_db()  # type: ignore[misc]
        self.read_as = row.session_data if row else None
        return row

    def save_if_unchanged(self) -> bool:
        """At once, unless another request has saved it since; return whether it was saved.

        One query. A new session is saved at the end of the request.
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
