"""The methods that this site changes in allauth."""

from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from django.conf import settings
from django.contrib import messages
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _

from accounts.emails import queue_email, send_account_email
from accounts.models import User
from accounts.selectors import find_owner
from accounts.sign_in.reauthentication import is_proved

signing_in = Signal()
"""Sent with `request` and `user` before a user is signed in. If a receiver raises, a guest's session goes on."""

RATE_LIMITED = _("That’s a lot of tries. Please wait a while, an hour at most.")

NOT_FOR_SUSPENDED = ("/unknown_account", "/account_already_exists")
"""Emails that allauth would send to suspended users, because it finds active accounts only."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is already your address."),
        "email_taken": _("This address can’t be used."),
        "email_password_mismatch": _("Wrong email or password. Please check them."),
        "enter_current_password": _("This isn’t your current password."),
        "incorrect_code": _("This isn’t the code we sent. Please check it."),
        "max_email_addresses": _("You can have %d addresses. Please remove one first."),
        "invalid_password_reset": _("This link is no longer valid."),
        "too_many_login_attempts": RATE_LIMITED,
        "rate_limited": RATE_LIMITED,
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue an email in the language of the user who has the address.

        The request may come from someone else.
        """
        owner = find_owner(email)
        if owner and owner.suspended_at and template_prefix.endswith(NOT_FOR_SUSPENDED):
            name = "account_closed" if owner.is_closed else "account_suspended"
            send_account_email(owner, name, reason=owner.suspension_reason, until=owner.suspended_until)
            return
        language = owner.language if owner else get_language() or settings.LANGUAGE_CODE
        with override(language):
            known = {"site_address": settings.SITE_ADDRESS.rstrip("/"), "email": email}
            message = self.render_mail(template_prefix, email, {**known, **context, "user": owner})
        queue_email(template_prefix.rpartition("/")[2], message, language)

    def login(self, request: HttpRequest, user: User) -> None:
        signing_in.send(User, request=request, user=user)
        super().login(request, user)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Say why and until when the account is suspended, to those who gave its password."""
        if user.suspended_until:
            when = date_format(timezone.localtime(user.suspended_until, ZoneInfo(user.time_zone)), "DATETIME_FORMAT")
            messages.info(request, gettext("Suspended until %(when)s.") % {"when": when})
        if user.suspension_reason:
            messages.info(request, gettext("Reason: %(reason)s") % {"reason": user.suspension_reason})
        response: HttpResponse = super().respond_user_inactive(request, user)
        return response

    def is_safe_url(self, url: str) -> bool:
        """Whether an address leads to this site. allauth's own check fails on malformed addresses."""
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether allauth's own pages ask for a fresh proof of identity.

        Our pages use `for_proved_identity` instead.
        """
        return app == "allauth.mfa" and not is_proved(allauth_context.request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        return reverse("account_email")
