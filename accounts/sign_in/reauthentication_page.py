"""The identity check."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.decorators import choose_next, link_to, not_for_guests, signed_in
from accounts.rate_limits import may_mail_code
from accounts.requests import SignedInRequest
from accounts.selectors import find_reachable_address
from accounts.sign_in import reauthentication
from accounts.sign_in.adapter import RATE_LIMITED
from accounts.sign_in.forms import CodeForm, CurrentPasswordForm
from accounts.sign_in.forms_mfa import ProveCodeForm, ProvePasskeyForm
from accounts.sign_in.mfa_adapter import has_mfa
from accounts.sign_in.mfa_pages import ask_for_passkey

Forms = dict[str, forms.Form]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
@sensitive_post_parameters("password")
def confirm_identity(request: SignedInRequest) -> HttpResponse:
    next_url = choose_next(request, otherwise=reverse("accounts:settings"))
    asks_step = has_mfa(request.user)
    if request.POST.get("action") == "send" and not asks_step:
        return _send_identity_code(request, next_url)
    ways: Forms = {"passkey_form": ProvePasskeyForm(_sent(request, "credential"), user=request.user)}
    if asks_step:
        ways["step_form"] = ProveCodeForm(_sent(request, "code"), user=request.user)
    else:
        ways |= _read_password_and_code(request)
    if any(form.is_bound and form.is_valid() for form in ways.values()):
        reauthentication.prove(request)
        return redirect(next_url)
    context: dict[str, Any] = {**ways, "options": ask_for_passkey(request.user), "next_url": next_url}
    context |= {"asks_step": asks_step, "awaits_code": reauthentication.awaits_code(request)}
    context["address"] = find_reachable_address(request.user)
    return render(request, "accounts/confirm_identity.html", context)


def _read_password_and_code(request: SignedInRequest) -> Forms:
    awaits_code = reauthentication.awaits_code(request)
    if "code" in request.POST and not awaits_code:
        messages.error(request, _("This code is no longer valid. Please ask for a new one."))
    code = CodeForm(_sent(request, "code") if awaits_code else None)
    password = CurrentPasswordForm(_sent(request, "password"))
    if code.is_valid() and not reauthentication.is_right_code(request, code.cleaned_data["code"]):
        code.add_error("code", _("This isn’t the code we sent. Please check it."))
    if password.is_valid() and (error := reauthentication.refuse_password(request, password.cleaned_data["password"])):
        password.add_error("password", get_adapter().error_messages[error])
    return {"code_form": code, "password_form": password}


def _sent(request: SignedInRequest, field: str) -> Any:
    """Return what a form is filled with. A form stays unbound if its field was not sent."""
    return request.POST if field in request.POST else None


def _send_identity_code(request: SignedInRequest, next_url: str) -> HttpResponse:
    if may_mail_code(find_reachable_address(request.user)):
        reauthentication.send_code(request)
        messages.info(request, _("We’ve sent you a code."))
    else:
        messages.error(request, RATE_LIMITED)
    return redirect(link_to("accounts:confirm_identity", next_url))
