"""Proving once more who sits there, before address or password change: by the password, or by a fresh code.

The proof is kept in the session for some minutes. A signed-in browser that was left open, or whose cookie was stolen,
gets neither the account's address nor a password of its own.
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
from accounts.sign_in.codes import fold_code
from accounts.sign_in.sessions import follow_key

PROVED_KEY, CODE_KEY = "identity_proved_at", "identity_code"
PROVED_SECONDS = 10 * 60
CODE_SECONDS = 15 * 60

View = Callable[..., HttpResponse]


def for_proved_identity(view: View) -> View:
    """Ask a member first who they are, unless they have just said so; an address they typed comes back with them."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_member(request) or is_proved(request):
            return view(request, *args, **kwargs)
        return lead_to("accounts:confirm_identity", where_to_go_on(request))

    return wrapped


def where_to_go_on(request: HttpRequest) -> str:
    """Return the path asked for, with the address that was typed."""
    query = QueryDict(mutable=True)
    if typed := request.POST.get("email"):
        query["email"] = typed
    return f"{request.path}?{query.urlencode()}" if query else request.path


def is_proved(request: HttpRequest) -> bool:
    """Return whether it was proved in the last minutes who sits there."""
    return time.time() - float(request.session.get(PROVED_KEY, 0)) < PROVED_SECONDS


def prove(request: HttpRequest) -> None:
    """Keep that it was proved just now; the code is used up."""
    old = request.session.session_key
    request.session.pop(CODE_KEY, None)
    request.session[PROVED_KEY] = time.time()
    request.session.cycle_key()
    follow_key(request, old)


def is_right_password(request: SignedInRequest, typed: str) -> bool:
    """Return whether `typed` is the person's password, and count the attempt; too many are not looked at."""
    user = request.user
    if not (take_use("password", str(user.pk), PASSWORDS_AN_HOUR) and user.check_password(typed)):
        return False
    # The check may have hashed the password again, and with it what a session must hold.
    old = request.session.session_key
    update_session_auth_hash(request, user)
    follow_key(request, old)
    return True


def send_code(request: SignedInRequest) -> None:
    """Send a fresh code to the person's own address."""
    code = get_adapter().generate_login_code()
    request.session[CODE_KEY] = {"code": code, "sent_at": time.time()}
    get_adapter().send_mail("account/email/identity_code", str(request.user.email), {"code": code})


def awaits_code(request: HttpRequest) -> bool:
    """Return whether a code was sent that may still be typed."""
    sent = request.session.get(CODE_KEY)
    return sent is not None and time.time() - sent["sent_at"] < CODE_SECONDS and not is_used_up(*count_by(sent))


def is_right_code(request: HttpRequest, typed: str) -> bool:
    """Return whether `typed` is the code that was sent, and count the attempt; too many are not looked at."""
    sent = request.session[CODE_KEY]
    return take_use(*count_by(sent)) and constant_time_compare(fold_code(typed), fold_code(sent["code"]))


def count_by(sent: dict[str, Any]) -> tuple[str, str, int]:
    """Return how attempts at a code are counted."""
    return "identity", f"{sent['sent_at']}/{sent['code']}", MAX_ATTEMPTS
