"""Context processors."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.requests import is_signed_in
from games.models import Report
from games.site.health import is_mail_late


def mail(request: HttpRequest) -> dict[str, Any]:
    """Return context about email, which is queried only where a template asks."""
    return {"is_mail_late": is_mail_late}


def desk(request: HttpRequest) -> dict[str, Any]:
    """Return a function that counts the reports that wait for this moderator. It is 0 for other users."""

    def count_reports() -> int:
        if not is_signed_in(request) or not request.user.is_staff:
            return 0
        return Report.objects.filter(closed_at=None).exclude(reported=request.user).count()

    return {"count_reports": count_reports}


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the site's address. It comes from the settings, because a request's host may be forged."""
    return {"site_address": settings.SITE_ADDRESS.rstrip("/")}
