"""The health of the site, as JSON for a monitor: open to all, as it tells nothing of anybody."""

from django.db import Error
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games.services.health import measure_health


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Tell how late the site's work is: status 200 if all is well, else 503, also when the database does not answer."""
    try:
        measured = measure_health()
    except Error:
        return tell_health(is_good=False, database=False)
    return tell_health(
        is_good=measured.is_good,
        database=True,
        last_sweep=measured.sweep,
        oldest_overdue_deadline=measured.deadline,
        oldest_unsent_notice=measured.notice,
        mail_server_refuses=measured.refusal,
    )


def tell_health(*, is_good: bool, database: bool, **ages: float | None) -> JsonResponse:
    """Return the answer: `ages` are seconds."""
    answer = JsonResponse({"healthy": is_good, "database": database, **ages}, status=200 if is_good else 503)
    answer["Cache-Control"] = "no-store"
    return answer
