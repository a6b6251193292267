"""The health page as JSON for monitors. It is public, as it shows nothing about users."""

from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.site.health import are_writes_taken, measure_health
from insidejob.filters import url


def monitoring(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers before session and user are loaded, because loading them needs the database."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # To reverse it each time would be a tenth of a poll.
        if request.path_info != url("games:health"):
            return get_response(request)
        answer = health(request)
        answer["Cache-Control"] = "no-store"
        return answer

    return middleware


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Return 200 if all is well, else 503, also if the database does not answer or refuses writes."""
    try:
        measured = measure_health()
    except Error:
        return _tell_health(is_good=False, database=False)
    takes_writes = are_writes_taken()
    return _tell_health(
        is_good=measured.is_good and takes_writes,
        database=True,
        writes=takes_writes,
        last_sweep=measured.sweep,
        oldest_overdue_deadline=measured.deadline,
        oldest_unsent_notification=measured.notification,
        mail_server_refuses=measured.refusal,
        clock=measured.clock,
    )


def _tell_health(*, is_good: bool, database: bool, **details: float | bool | None) -> JsonResponse:
    return JsonResponse({"healthy": is_good, "database": database, **details}, status=200 if is_good else 503)
