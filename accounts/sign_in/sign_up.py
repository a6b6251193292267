"""Signing up: what was typed waits in the session until the code sent to the address comes back.

No row is made before. So no one can hold a name or an address that is not theirs, and an address that already has an
account is answered in the same way as a new one, by what is seen, stored and sent: only the mail's text differs, and
its reader owns the address. A guest keeps their row, and with it their games. What was typed, the password's hash
included, is forgotten an hour after the last code was sent.
"""

import time
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language

from accounts.models import User
from accounts.rate_limits import MAX_ATTEMPTS, is_used_up, take_use
from accounts.selectors import find_owner
from accounts.services import make_permanent
from accounts.sign_in.codes import fold_code

SESSION_KEY = "sign_up"
CODE_SECONDS = 15 * 60
KEPT_SECONDS = 60 * 60
MAX_RESENDS = 2


@dataclass(frozen=True)
class PendingSignUp:
    """What was typed on the sign-up page, and the code that is awaited."""

    email: str
    display_name: str
    password: str
    next_url: str
    code: str
    sent_at: float
    address_taken: bool
    resends: int = 0
    time_zone: str = ""
    wants_passkey: bool = False

    def is_open(self) -> bool:
        """Return whether the code may still be typed."""
        return time.time() - self.sent_at < CODE_SECONDS and not is_used_up(*self.count_by())

    def count_by(self) -> tuple[str, str, int]:
        return "sign_up", f"{self.sent_at}/{self.email}/{self.code}", MAX_ATTEMPTS

    def is_abandoned(self) -> bool:
        """Return whether it is too old for anyone to come back to it."""
        return time.time() - self.sent_at >= KEPT_SECONDS

    def can_resend(self) -> bool:
        return self.resends < MAX_RESENDS


def begin_sign_up(
    request: HttpRequest,
    *,
    email: str,
    display_name: str,
    password: str,
    next_url: str,
    time_zone: str = "",
    wants_passkey: bool = False,
) -> None:
    """Keep what was typed in the session and write to the address: a code, or that it has an account already."""
    pending = PendingSignUp(
        email=email,
        display_name=display_name,
        password=make_password(password or None),
        next_url=next_url,
        code=get_adapter().generate_email_verification_code(),
        sent_at=time.time(),
        address_taken=find_owner(email) is not None,
        time_zone=time_zone,
        wants_passkey=wants_passkey,
    )
    store(request, pending)
    send_mail(request, pending)


def store(request: HttpRequest, pending: PendingSignUp) -> None:
    """Keep `pending` for this visitor. The session of a person who is signed out has nothing else that must last."""
    request.session[SESSION_KEY] = asdict(pending)
    if not request.user.is_authenticated:
        request.session.set_expiry(KEPT_SECONDS)


def find_pending(request: HttpRequest) -> PendingSignUp | None:
    """Return what this visitor has typed, if they are signing up; its code may be too old."""
    stored = request.session.get(SESSION_KEY)
    known = {field.name for field in fields(PendingSignUp)}
    # An older version may have stored more.
    pending = PendingSignUp(**{name: stored[name] for name in stored.keys() & known}) if stored else None
    return None if pending is None or pending.is_abandoned() else pending


def forget_abandoned(request: HttpRequest) -> None:
    """Drop from the session what a guest typed long ago."""
    if SESSION_KEY in request.session and find_pending(request) is None:
        del request.session[SESSION_KEY]


def settle_session(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Let the session of a person who has just signed in last as sessions do; drop what a member typed to sign up."""
    request.session.set_expiry(None)
    if not user.is_guest:
        request.session.pop(SESSION_KEY, None)


def send_mail(request: HttpRequest, pending: PendingSignUp) -> None:
    """Send the code; to the owner of an account, that there is one and how to sign in."""
    name = "account_already_exists" if pending.address_taken else "sign_up_code"
    sign_in = request.build_absolute_uri(reverse("account_request_login_code"))
    context = {"code": pending.code, "sign_in_url": sign_in}
    get_adapter().send_mail(f"account/email/{name}", pending.email, context)


def resend_code(request: HttpRequest, pending: PendingSignUp) -> None:
    """Send a fresh code, as often as allowed."""
    code = get_adapter().generate_email_verification_code()
    pending = replace(pending, code=code, sent_at=time.time(), resends=pending.resends + 1)
    store(request, pending)
    send_mail(request, pending)


def is_right_code(pending: PendingSignUp, typed: str) -> bool:
    """Return whether `typed` is the code that was sent, and count the attempt; too many are not looked at."""
    if not take_use(*pending.count_by()):
        return False
    right = constant_time_compare(fold_code(typed), fold_code(pending.code))
    return right and not pending.address_taken


def complete_sign_up(request: HttpRequest, pending: PendingSignUp) -> User:
    """Make the person, or the guest permanent, and sign them in. Raise `NameTaken` or `AddressTaken`."""
    person = request.user
    if not (isinstance(person, User) and person.is_guest):
        person = User(language=get_language())
    if pending.time_zone and person.time_zone == settings.TIME_ZONE:
        # A guest who has another has it from their browser already, or chose it.
        person.time_zone = pending.time_zone
    person.password = pending.password
    make_permanent(person, email=pending.email, display_name=pending.display_name)
    if person == request.user:
        # Else the new password would empty a guest's session, and with it the table they are on their way to.
        update_session_auth_hash(request, person)
        # As `accounts.decorators.as_visitor` says who signs in.
        request.guest = person  # type: ignore[attr-defined]
    login(request, person)
    return person
