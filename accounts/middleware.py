"""What every request gets: the person's language and time zone, and pages that no cache keeps."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django_htmx.http import HttpResponseClientRedirect

from accounts.decorators import link_to
from accounts.models import User
from accounts.requests import HtmxHttpRequest
from accounts.services import note_activity
from accounts.sign_in.sign_up import forget_abandoned
from insidejob.storage_errors import MARK, is_refused

GetResponse = Callable[[HttpRequest], HttpResponse]


class Sessions(SessionMiddleware):
    """Django's, but that a page is read although what the session would keep of it cannot be stored."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if hasattr(request, MARK):
            return response
        try:
            return super().process_response(request, response)
        except Exception as error:
            if not is_refused(error):
                raise
            if request.method in ("GET", "HEAD"):
                return response
            # Django takes it for a session that was deleted meanwhile.
            raise OperationalError from error


def preferences(get_response: GetResponse) -> GetResponse:
    """Answer in the signed-in person's language and time zone; for others `LocaleMiddleware` has chosen."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, User):
            activate_preferences(request, user)
            if user.is_guest and request.method == "POST":
                note_activity(user)
                forget_abandoned(request)
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware


def activate_preferences(request: HttpRequest, user: User) -> None:
    """Make `user`'s language and time zone those of the current thread."""
    translation.activate(user.language)
    request.LANGUAGE_CODE = translation.get_language()
    timezone.activate(ZoneInfo(user.time_zone))


def private_pages(get_response: GetResponse) -> Callable[[HtmxHttpRequest], HttpResponse]:
    """Forbid storing what is meant for one person, and lead an expired HTMX request to the sign-in page."""

    def middleware(request: HtmxHttpRequest) -> HttpResponse:
        signed_in = request.user.is_authenticated
        response = get_response(request)
        if signed_in or request.user.is_authenticated or is_account_page(request):
            response["Cache-Control"] = "no-store, private"
        if not signed_in and request.htmx and is_to_sign_in(response):
            return redirect_whole_page(request)
        return response

    return middleware


def is_account_page(request: HttpRequest) -> bool:
    """Return whether the request was for one of the pages in `accounts.urls`."""
    match = request.resolver_match
    return match is not None and match.view_name.startswith("account")


def is_to_sign_in(response: HttpResponse) -> bool:
    """Return whether `response` redirects to the sign-in page."""
    sign_in = resolve_url(settings.LOGIN_URL)
    return response.status_code == 302 and response["Location"].partition("?")[0] == sign_in


def redirect_whole_page(request: HtmxHttpRequest) -> HttpResponse:
    """Return an answer that makes HTMX leave for the sign-in page, which leads back to the page looked at."""
    try:
        looked_at = request.htmx.current_url_abs_path or "/"
    except ValueError:
        looked_at = "/"
    response = HttpResponseClientRedirect(link_to(settings.LOGIN_URL, looked_at))
    response["Cache-Control"] = "no-store, private"
    return response
