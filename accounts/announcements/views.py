"""Shows the announcement, and closes it."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from accounts.announcements.services import find_announcement
from accounts.decorators import choose_back
from accounts.models import Announcement


def announcement(request: HttpRequest) -> dict[str, Any]:
    """Add the announcement to the context of templates. It is queried only if a template shows it."""
    return {"announcement": partial(_choose_announcement, request)}


def _choose_announcement(request: HttpRequest) -> Announcement | None:
    found = find_announcement(get_language() or settings.LANGUAGE_CODE)
    return found if found and found.code != request.COOKIES.get(settings.ANNOUNCEMENT_COOKIE_NAME) else None


@require_POST
def close(request: HttpRequest) -> HttpResponse:
    response = redirect(choose_back(request))
    secure = settings.LANGUAGE_COOKIE_SECURE
    code = request.POST.get("code", "")
    if code.isalnum() and code.isascii():
        response.set_cookie(settings.ANNOUNCEMENT_COOKIE_NAME, code[:20], httponly=True, samesite="Lax", secure=secure)
    return response
