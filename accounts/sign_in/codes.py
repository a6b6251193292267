"""Codes that are sent by email."""

import unicodedata
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from accounts.rate_limits import may_mail_code, take_use

NO_LONGER_VALID = gettext_lazy("This code is no longer valid. Please ask for a new one.")


def fold_code(code: str) -> str:
    """Return a typed code with Latin capitals and ASCII digits.

    Some keyboards write them full-width, or digits of another script.
    """
    latin = "".join(str(int(char)) if char.isdecimal() else char for char in unicodedata.normalize("NFKC", code))
    # Japanese keyboards write a hyphen as a long vowel, which counts as a letter.
    return "".join(char for char in latin.upper() if char.isalnum() and char != "ー")


class CodeField(forms.CharField):
    def clean(self, value: Any) -> str:
        return fold_code(super().clean(value))


class ExactLimits:
    """A view that counts attempts and emails in the database.

    allauth counts in the session, where concurrent requests could exceed the limits.
    """

    request: HttpRequest
    _process: AbstractCodeVerificationProcess
    _action: str
    again: str
    """The name of the page that sends another code."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request.

        If a code is typed that the session no longer knows, as after a change of the site's key, the page says so.
        """
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if request.method == "POST" and not getattr(self, "_process", None):
            messages.error(request, NO_LONGER_VALID)
        return answer

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
        """Fill in the address that was typed before the identity check."""
        return {"email": self.request.GET.get("email", "")}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer the form. Acts that would send a code are skipped, because all stored addresses are confirmed."""
        is_main = request.POST.get("email", "").lower() == str(getattr(request.user, "email", ""))
        if "action_send" in request.POST or ("action_primary" in request.POST and is_main):
            return redirect("account_email")
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer
