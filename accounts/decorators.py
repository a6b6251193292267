"""Decorators that say who may see an account page, and functions that choose where to redirect."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in

View = Callable[..., HttpResponse]
P = ParamSpec("P")
Request = TypeVar("Request", bound=HttpRequest)
Response = TypeVar("Response", bound=HttpResponseBase)


def is_member(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and not request.user.is_guest


def _is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_guest


def signed_in(
    view: Callable[Concatenate[SignedInRequest, P], Response],
) -> Callable[Concatenate[HttpRequest, P], Response | HttpResponseRedirect]:
    """Redirect visitors to the sign-in page. Guests count as signed in.

    Unlike Django's `login_required`, it narrows the type of `request.user`.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response | HttpResponseRedirect:
        if is_signed_in(request):
            return view(request, *args, **kwargs)
        return redirect_to_login(request.get_full_path())

    return wrapped


def for_newcomers_and_guests(view: View) -> View:
    """Redirect members, who need no sign-up, to `next`."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(choose_next(request)) if is_member(request) else view(request, *args, **kwargs)

    return wrapped


def not_for_guests(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """Redirect guests, who have neither address nor password, to the sign-up page."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return redirect("account_signup") if _is_guest(request) else view(request, *args, **kwargs)

    return wrapped


def posts_only(page: str, *names: str) -> Callable[[View], View]:
    """Redirect a GET, as after signing in or reloading a refused form, to a page that takes the arguments `names`."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, /, **kwargs: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **kwargs)
            return redirect(reverse(page, kwargs={name: kwargs[name] for name in names}))

        checked: View = require_http_methods(["GET", "HEAD", "POST"])(wrapped)
        return checked

    return decorate


def clear_site_data(view: View) -> View:
    """Ask the browser at sign-out to delete what the site stored there, such as drafts."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method == "POST" and not is_signed_in(request):
            response["Clear-Site-Data"] = '"storage"'
        return response

    return wrapped


def as_visitor(view: View) -> View:
    """Hide the user from `view`, without ending their session.

    allauth would sign out users who open a link to reset their password, and it would keep guests off the sign-in page.
    A signed-out guest could not come back. `request.left` has what a guest's session held, because signing in empties
    it.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if _is_guest(request):
            request.guest = request.user  # type: ignore[attr-defined]
            request.left = dict(request.session.items())  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapped


def choose_next(request: HttpRequest, otherwise: str | None = None) -> str:
    """Return the address `next` of the request if it is safe.

    Otherwise return `otherwise`, or `LOGIN_REDIRECT_URL`.
    """
    url: str = get_next_redirect_url(request) or ""
    if url or otherwise is not None:
        return url or str(otherwise)
    return resolve_url(settings.LOGIN_REDIRECT_URL)


def choose_back(request: HttpRequest) -> str:
    """Return the page from which a form was sent that stands on every page.

    The browser names that page in a header. If each page repeated its own address in the form instead, text chosen by
    others would stand in it. Only pages that hide their address from other sites give it as `next`.
    """
    page = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        page = ""
    return choose_next(request, otherwise=page or "/")


def lead_to(page: str, back: str) -> HttpResponse:
    return redirect(link_to(page, back))


def link_to(page: str, back: str) -> str:
    """Return the address of a page, with `back` as its `next`."""
    if not back:
        return resolve_url(page)
    query = QueryDict(mutable=True)
    query["next"] = back
    return f"{resolve_url(page)}?{query.urlencode(safe='/')}"
