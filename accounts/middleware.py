"""Middleware for sessions and users, language and time zone, and for pages that must not be stored."""

from collections.abc import Callable
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from accounts.decorators import link_to
from accounts.models import User
from accounts.requests import HtmxHttpRequest
from accounts.services import note_activity
from accounts.sign_in.sign_up import forget_abandoned
from insidejob.storage_errors import MARK, is_refused

GetResponse = Callable[[HttpRequest], HttpResponse]


class Sessions(SessionMiddleware):
    """Django's session middleware, except that GET and HEAD are answered even if the session cannot be stored."""

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
            # Django would report a deleted session.
            raise OperationalError from error


class Authentication(AuthenticationMiddleware):
    """Django's authentication middleware, except that a user who was read with the session is not read again."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        user: Any = SimpleLazyObject(partial(_find_user, request))
        request.user = user


def _find_user(request: HttpRequest) -> User | AnonymousUser:
    """Return the user who came with the session, if its hash proves them, and else what Django says.

    A suspended guest is a visitor, and the request has them as `suspended_guest`, so that pages can say why.
    """
    session, proof = request.session, request.session.get(HASH_SESSION_KEY, "")
    user: User | None = getattr(session, "user", None)
    if (
        user is not None
        and (user.is_active or user.is_guest)
        and session.get(SESSION_KEY) == str(user.pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(proof, user.get_session_auth_hash())
    ):
        if user.is_active:
            return user
        if user.suspended_at is not None:
            request.suspended_guest = user  # type: ignore[attr-defined]
        return AnonymousUser()
    return get_user(request)


def preferences(get_response: GetResponse) -> GetResponse:
    """Activate a user's language and time zone. The language of visitors was chosen by `LocaleMiddleware`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if isinstance(user, User):
            _activate_preferences(request, user)
            if user.is_guest and request.method == "POST":
                note_activity(user)
        elif guest := getattr(request, "suspended_guest", None):
            _activate_preferences(request, guest, chosen=settings.LANGUAGE_COOKIE_NAME in request.COOKIES)
        if request.method == "POST":
            forget_abandoned(request)
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware


def _activate_preferences(request: HttpRequest, user: User, *, chosen: bool = False) -> None:
    """Activate the time zone of a user, and their language, unless a visitor has `chosen` one."""
    if not chosen:
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
    timezone.activate(ZoneInfo(user.time_zone))


def private_pages(get_response: GetResponse) -> Callable[[HtmxHttpRequest], HttpResponse]:
    """Forbid storing private pages, and send expired HTMX requests to the sign-in page."""

    def middleware(request: HtmxHttpRequest) -> HttpResponse:
        signed_in = request.user.is_authenticated
        response = get_response(request)
        page = request.resolver_match
        is_of_account = page is not None and page.view_name.startswith("account")
        knows_guest = hasattr(request, "suspended_guest")
        if signed_in or request.user.is_authenticated or is_of_account or knows_guest:
            response["Cache-Control"] = "no-store, private"
        leads_to = response["Location"].partition("?")[0] if response.status_code == 302 else None
        if not signed_in and request.htmx and leads_to == resolve_url(settings.LOGIN_URL):
            return _redirect_whole_page(request)
        return response

    return middleware


def _redirect_whole_page(request: HtmxHttpRequest) -> HttpResponse:
    """Make HTMX load the sign-in page as a whole, with the current page as `next`."""
    try:
        looked_at = request.htmx.current_url_abs_path or "/"
    except ValueError:
        looked_at = "/"
    response = HttpResponseClientRedirect(link_to(settings.LOGIN_URL, looked_at))
    response["Cache-Control"] = "no-store, private"
    return response
