"""Types of requests after the middleware."""

from typing import TypeGuard

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class HtmxHttpRequest(HttpRequest):
    htmx: HtmxDetails


class SignedInRequest(HtmxHttpRequest):
    """A request of a member or guest; see `accounts.decorators.signed_in`."""

    user: User


def is_signed_in(request: HttpRequest) -> TypeGuard[SignedInRequest]:
    return isinstance(request.user, User)
