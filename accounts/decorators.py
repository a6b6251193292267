"""Who gets to see a page of people, and where they are led on to."""

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

from accounts.models import User
from accounts.requests import SignedInRequest, is_signed_in

View = Callable[..., HttpResponse]
P = ParamSpec("P")
Request = TypeVar("Request", bound=HttpRequest)
Response = TypeVar("Response", bound=HttpResponseBase)


def is_member(request: HttpRequest) -> bool:
    """Return whether a person with an account of their own is signed in."""
    return isinstance(request.user, User) and not request.user.is_guest


def is_guest(request: HttpRequest) -> bool:
    """Return whether a guest is signed in."""
    return isinstance(request.user, User) and request.user.is_guest


def signed_in(
    view: Callable[Concatenate[SignedInRequest, P], Response],
) -> Callable[Concatenate[HttpRequest, P], Response | HttpResponseRedirect]:
    """Let members and guests see `view`, and lead visitors to the sign-in page, which leads back.

    As Django's `login_required` does, which cannot tell a type checker that `request.user` is a `User` from then on.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Response | HttpResponseRedirect:
        if is_signed_in(request):
            return view(request, *args, **kwargs)
        return redirect_to_login(request.get_full_path())

    return wrapped


def for_newcomers_and_guests(view: View) -> View:
    """Lead members on to where they wanted to go."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(choose_next(request)) if is_member(request) else view(request, *args, **kwargs)

    return wrapped


def not_for_guests(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """Lead guests, who have neither address nor password, to the page that gives them both."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return redirect("account_signup") if is_guest(request) else view(request, *args, **kwargs)

    return wrapped


def as_visitor(view: View) -> View:
    """Show `view` as to a visitor who is signed out; a session that is open stays until the next sign-in.

    allauth would sign out anyone who opens a reset link, and lead guests away from the sign-in page. A guest who is
    signed out cannot come back, so that must wait until they are someone else. The template finds them in
    `request.guest`. Signing in as someone else empties their session; `request.left` is what it held.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_guest(request):
            request.guest = request.user  # type: ignore[attr-defined]
            request.left = dict(request.session.items())  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapped


def choose_next(request: HttpRequest, otherwise: str | None = None) -> str:
    """Return the page of this site that the request names as `next`; failing that `otherwise`, or my games."""
    url: str = get_next_redirect_url(request) or ""
    if url or otherwise is not None:
        return url or str(otherwise)
    return resolve_url(settings.LOGIN_REDIRECT_URL)


def lead_to(page: str, back: str) -> HttpResponse:
    """Lead to the page named `page`, which leads on to the path `back`, or to where it pleases if that is empty."""
    return redirect(link_to(page, back))


def link_to(page: str, back: str) -> str:
    """Return the address of the page named `page` with the path `back` as where to go from there."""
    if not back:
        return resolve_url(page)
    query = QueryDict(mutable=True)
    query["next"] = back
    return f"{resolve_url(page)}?{query.urlencode(safe='/')}"
