"""Context processors."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.site.health import is_mail_late


def mail(request: HttpRequest) -> dict[str, Any]:
    """Queried only where a template asks."""
    return {"is_mail_late": is_mail_late}


def site(request: HttpRequest) -> dict[str, Any]:
    """The address comes from the settings, as a request's host may be forged."""
    return {"site_address": settings.SITE_ADDRESS.rstrip("/")}
