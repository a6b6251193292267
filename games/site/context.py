"""What every template may ask for."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.site.health import is_mail_late


def mail(request: HttpRequest) -> dict[str, Any]:
    """Let templates ask `is_mail_late`. The database is asked only where a template does."""
    return {"is_mail_late": is_mail_late}


def site(request: HttpRequest) -> dict[str, Any]:
    """Give templates the site's own address, to put before a path: what a request says of it may be forged."""
    return {"site_address": settings.SITE_ADDRESS.rstrip("/")}
