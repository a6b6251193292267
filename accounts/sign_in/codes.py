"""Codes sent by email."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.rate_limits import may_mail_code, take_use


def fold_code(code: str) -> str:
    return "".join(char for char in code.upper() if char.isalnum())


class ExactLimits:
    """Counts attempts and emails in the database.

    allauth counts in the session, so concurrent requests could exceed the limits.
    """

    request: HttpRequest
    _process: AbstractCodeVerificationProcess
    _action: str
    again: str
    """Name of the page that sends another code."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
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
        return int(self._process.max_attempts)

    def refuse(self) -> None:
        messages.error(self.request, get_adapter().error_messages["rate_limited"])


class ConfirmSignInCode(ExactLimits, allauth_views.ConfirmLoginCodeView):  # type: ignore[misc]
    again = "account_request_login_code"


class ConfirmAddressCode(ExactLimits, allauth_views.ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    again = "account_email"


class Addresses(allauth_views.EmailView):  # type: ignore[misc]
    def get_initial(self) -> dict[str, Any]:
        """Restore the address typed before the identity check."""
        return {"email": self.request.GET.get("email", "")}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Skip what would send a code: all stored addresses are confirmed."""
        is_main = request.POST.get("email", "").lower() == str(getattr(request.user, "email", ""))
        if "action_send" in request.POST or ("action_primary" in request.POST and is_main):
            return redirect("account_email")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer
