"""Asks for the password or a code again before sensitive changes.

So a browser that was left open or a stolen cookie is not enough to take over the account.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.crypto import constant_time_compare

from accounts.decorators import is_member, lead_to
from accounts.rate_limits import MAX_ATTEMPTS, PASSWORDS_AN_HOUR, is_used_up, take_use
from accounts.requests import SignedInRequest
from accounts.selectors import find_reachable_address
from accounts.sign_in.codes import fold_code

PROVED_KEY, CODE_KEY = "identity_proved_at", "identity_code"
PROVED_SECONDS = 10 * 60
CODE_SECONDS = 15 * 60

View = Callable[..., HttpResponse]


def for_proved_identity(view: View) -> View:
    """Ask users to prove who they are before `view`. An address typed in its form comes back after the check."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_member(request) or is_proved(request):
            return view(request, *args, **kwargs)
        return lead_to("accounts:confirm_identity", _where_to_go_on(request))

    return wrapped


def _where_to_go_on(request: HttpRequest) -> str:
    query = QueryDict(mutable=True)
    if typed := request.POST.get("email"):
        query["email"] = typed
    return f"{request.path}?{query.urlencode()}" if query else request.path


def is_proved(request: HttpRequest) -> bool:
    return time.time() - float(request.session.get(PROVED_KEY, 0)) < PROVED_SECONDS


def prove(request: HttpRequest) -> None:
    request.session.pop(CODE_KEY, None)
    request.session[PROVED_KEY] = time.time()
    request.session.cycle_key()


def refuse_password(request: SignedInRequest, typed: str) -> str:
    """Return the code of an error, or "" for the right password."""
    user = request.user
    if not take_use("password", str(user.pk), PASSWORDS_AN_HOUR):
        return "rate_limited"
    if not user.check_password(typed):
        return "enter_current_password"
    # The password may have been rehashed, which the session hash depends on.
    update_session_auth_hash(request, user)
    return ""


def send_code(request: SignedInRequest) -> None:
    code = get_adapter().generate_login_code()
    request.session[CODE_KEY] = {"code": code, "sent_at": time.time()}
    get_adapter().send_mail("account/email/identity_code", find_reachable_address(request.user), {"code": code})


def awaits_code(request: HttpRequest) -> bool:
    sent = request.session.get(CODE_KEY)
    return sent is not None and time.time() - sent["sent_at"] < CODE_SECONDS and not is_used_up(*_count_by(sent))


def is_right_code(request: HttpRequest, typed: str) -> bool:
    """Count the attempt, and return whether the code is right. After too many attempts it is always False."""
    sent = request.session[CODE_KEY]
    return take_use(*_count_by(sent)) and constant_time_compare(fold_code(typed), fold_code(sent["code"]))


def _count_by(sent: dict[str, Any]) -> tuple[str, str, int]:
    return "identity", f"{sent['sent_at']}/{sent['code']}", MAX_ATTEMPTS
