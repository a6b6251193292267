"""Requests as views get them: what the middleware has added, with its types."""

from typing import TypeGuard

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class HtmxHttpRequest(HttpRequest):
    """A request that can be asked whether HTMX sent it, to swap fragments, rather than a browser loading a page."""

    htmx: HtmxDetails


class SignedInRequest(HtmxHttpRequest):
    """A request of a person who is signed in, as a member or as a guest: see `accounts.decorators.signed_in`."""

    user: User


def is_signed_in(request: HttpRequest) -> TypeGuard[SignedInRequest]:
    """Return whether a person, guests among them, is signed in."""
    return isinstance(request.user, User)
