"""Sign-up. The form waits in the session until the emailed code is entered.

There is no row before, so no one can reserve names or addresses. Only the email tells whether an address has an
account: pages, storage and the number of emails are the same. The form of a visitor is dropped an hour after the last
code, with the session. The session of a guest lasts longer, so the first form sent after that hour drops the guest's
form. A guest who signs up keeps their row and their games.
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
from accounts.sign_in.session_store import CASES_KEY

SESSION_KEY = "sign_up"
CODE_SECONDS = 15 * 60
KEPT_SECONDS = 60 * 60
MAX_RESENDS = 2


@dataclass(frozen=True)
class PendingSignUp:
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
        return time.time() - self.sent_at < CODE_SECONDS and not is_used_up(*self.count_by())

    def count_by(self) -> tuple[str, str, int]:
        return "sign_up", f"{self.sent_at}/{self.email}/{self.code}", MAX_ATTEMPTS

    def is_abandoned(self) -> bool:
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
    _store(request, pending)
    _send_mail(request, pending)


def _store(request: HttpRequest, pending: PendingSignUp) -> None:
    request.session[SESSION_KEY] = asdict(pending)
    keep_an_hour(request)


def keep_an_hour(request: HttpRequest) -> None:
    """Limit the session of a visitor to an hour, unless it holds cases (`games.cases`) or a suspended guest.

    Signing in lifts the limit.
    """
    is_visitor = not request.user.is_authenticated and not hasattr(request, "suspended_guest")
    if is_visitor and CASES_KEY not in request.session:
        request.session.set_expiry(KEPT_SECONDS)


def find_pending(request: HttpRequest) -> PendingSignUp | None:
    stored = request.session.get(SESSION_KEY)
    known = {field.name for field in fields(PendingSignUp)}
    pending = PendingSignUp(**{name: stored[name] for name in stored.keys() & known}) if stored else None
    return None if pending is None or pending.is_abandoned() else pending


def forget_abandoned(request: HttpRequest) -> None:
    if SESSION_KEY in request.session and find_pending(request) is None:
        del request.session[SESSION_KEY]


def settle_session(sender: type[User], request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Lift the limit of a session, and drop the pending sign-up of a member."""
    request.session.set_expiry(None)
    if not user.is_guest:
        request.session.pop(SESSION_KEY, None)


def _send_mail(request: HttpRequest, pending: PendingSignUp) -> None:
    name = "account_already_exists" if pending.address_taken else "sign_up_code"
    sign_in = request.build_absolute_uri(reverse("account_request_login_code"))
    context = {"code": pending.code, "sign_in_url": sign_in}
    get_adapter().send_mail(f"account/email/{name}", pending.email, context)


def resend_code(request: HttpRequest, pending: PendingSignUp) -> None:
    code = get_adapter().generate_email_verification_code()
    pending = replace(pending, code=code, sent_at=time.time(), resends=pending.resends + 1)
    _store(request, pending)
    _send_mail(request, pending)


def is_right_code(pending: PendingSignUp, typed: str) -> bool:
    """Count the attempt, and return whether the code is right. After too many attempts it is always False."""
    if not take_use(*pending.count_by()):
        return False
    right = constant_time_compare(fold_code(typed), fold_code(pending.code))
    return right and not pending.address_taken


def complete_sign_up(request: HttpRequest, pending: PendingSignUp) -> User:
    """Make the account. Raise `NameTaken` or `AddressTaken`."""
    person = request.user
    if not (isinstance(person, User) and person.is_guest):
        person = User(language=get_language())
    if pending.time_zone and person.time_zone == settings.TIME_ZONE:
        # A guest's zone that is not the default was chosen, or sent by their browser.
        person.time_zone = pending.time_zone
    person.password = pending.password
    make_permanent(person, email=pending.email, display_name=pending.display_name)
    if person == request.user:
        # Otherwise signing in would empty the guest's session, and forget the table that they are going to.
        update_session_auth_hash(request, person)
        # See `accounts.decorators.as_visitor`.
        request.guest = person  # type: ignore[attr-defined]
    login(request, person)
    return person
