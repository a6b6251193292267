"""Codes from mails: how one is read, and the views of allauth that ask for one, with exact limits."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.rate_limits import may_mail_code, take_use


def fold_code(code: str) -> str:
    """Return a code without the case and the separators that people type or leave out."""
    return "".join(char for char in code.upper() if char.isalnum())


class ExactLimits:
    """Put before a view of allauth that asks for a code, it counts attempts and mails in the database.

    allauth counts both in the session, which requests at one instant read before any of them has written.
    """

    request: HttpRequest
    _process: AbstractCodeVerificationProcess
    _action: str
    again: str
    """The page on which to ask for another code."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as allauth does, as long as attempts and mails are left."""
        state = self._process.state
        if self._action == "resend" and not may_mail_code(state["email"]):
            self.refuse()
            return redirect(request.get_full_path())
        if self._action == "verify" and not take_use("code", f"{state['at']}/{state['email']}", self.most_attempts):
            self._process.abort()
            self.refuse()
            return redirect(self.again)
        answer: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    @property
    def most_attempts(self) -> int:
        """How often the code may be typed, resent ones included."""
        return int(self._process.max_attempts)

    def refuse(self) -> None:
        """Say that it was tried too often."""
        messages.error(self.request, get_adapter().error_messages["rate_limited"])


class ConfirmSignInCode(ExactLimits, allauth_views.ConfirmLoginCodeView):  # type: ignore[misc]
    """The page that asks for the code to sign in with."""

    again = "account_request_login_code"


class ConfirmAddressCode(ExactLimits, allauth_views.ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    """The page that asks for the code that was sent to a new address."""

    again = "account_email"


class Addresses(allauth_views.EmailView):  # type: ignore[misc]
    """The page of a person's addresses: one is added, taken away, or made the one that mail goes to."""

    def get_initial(self) -> dict[str, Any]:
        """Return what was typed before it was asked who sits there."""
        return {"email": self.request.GET.get("email", "")}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Do what the button says. Every address that is kept was proved: there is none to send another code to."""
        is_main = request.POST.get("email", "").lower() == str(getattr(request.user, "email", ""))
        if "action_send" in request.POST or ("action_primary" in request.POST and is_main):
            return redirect("account_email")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer
