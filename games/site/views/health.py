"""The health of the site, as JSON for a monitor: open to all, as it tells nothing of anybody."""

from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.site.health import are_writes_taken, measure_health


def monitoring(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer a monitor before session and user are looked for: that takes the database which may be what is ill."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != reverse("games:health"):
            return get_response(request)
        answer = health(request)
        answer["Cache-Control"] = "no-store"
        return answer

    return middleware


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Tell how late the site's work is: status 200 if all is well, else 503.

    503 too when the database does not answer, or refuses what is written, as it does when its disk is full.
    """
    try:
        measured = measure_health()
    except Error:
        return tell_health(is_good=False, database=False)
    takes_writes = are_writes_taken()
    return tell_health(
        is_good=measured.is_good and takes_writes,
        database=True,
        writes=takes_writes,
        last_sweep=measured.sweep,
        oldest_overdue_deadline=measured.deadline,
        oldest_unsent_notification=measured.notification,
        mail_server_refuses=measured.refusal,
        clock=measured.clock,
    )


def tell_health(*, is_good: bool, database: bool, **details: float | bool | None) -> JsonResponse:
    """Return the answer: of `details` numbers are seconds, the others true or false."""
    return JsonResponse({"healthy": is_good, "database": database, **details}, status=200 if is_good else 503)
