"""The session engine: a session and its user are read by one compiled query."""

from django.db.models import CharField, DateTimeField, QuerySet
from django.utils import timezone

from accounts.models import Session
from accounts.sign_in import session_store
from games.fast.compiled_queries import CompiledQuery, Given


@CompiledQuery
def _ask_session() -> QuerySet[Session]:
    alive = Session.objects.filter(session_key=Given("key", CharField()), expire_date__gt=Given("now", DateTimeField()))
    return alive.select_related("user")


class SessionStore(session_store.SessionStore):
    def find_row(self, key: str) -> Session | None:
        return next(iter(_ask_session.ask(key=key, now=timezone.now())), None)
