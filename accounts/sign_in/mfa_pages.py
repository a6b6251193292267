"""allauth's views for passkeys and the second step."""

import json
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.base import views as base_views
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as app_views
from allauth.mfa.webauthn import views as passkey_views
from allauth.mfa.webauthn.internal import auth, flows
from django.contrib import messages
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext

from accounts.decorators import choose_next, lead_to
from accounts.models import User
from accounts.sign_in.mfa_adapter import RECOVERY, has_passkey, spend_step

INDEX = reverse_lazy("mfa_index")


def _write_options(options: Any) -> str:
    return json.dumps(options, default=dict)


def ask_for_passkey(user: User) -> str:
    return _write_options(auth.begin_authentication(user)) if has_passkey(user) else ""


class AddPasskey(passkey_views.AddWebAuthnView):  # type: ignore[misc]
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super(passkey_views.AddWebAuthnView, self).get_context_data(**kwargs)
        options = _write_options(auth.begin_registration(self.request.user, True))
        return {**context, "options": options, "next_url": choose_next(self.request, otherwise="")}

    def get_success_url(self) -> str:
        return choose_next(self.request, otherwise=str(INDEX))

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Store the passkey, but create no recovery codes, which are for the second step."""
        user = self.request.user
        flows.signup_authenticator(self.request, user, form.cleaned_data["name"], form.cleaned_data["credential"])
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        return redirect(self.get_success_url())


class SignInWithPasskey(passkey_views.LoginWebAuthnView):  # type: ignore[misc]
    def form_invalid(self, form: BaseForm) -> HttpResponse:
        super().form_invalid(form)
        return lead_to("account_login", choose_next(self.request, otherwise=""))


class MfaStep(base_views.AuthenticateView):  # type: ignore[misc]
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if request.method == "POST" and not hasattr(request, "_login_stage"):
            messages.error(request, gettext("This sign-in is no longer valid. Please start again."))
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "options": ask_for_passkey(self.stage.login.user)}


class TurnOn(app_views.ActivateTOTPView):  # type: ignore[misc]
    """Turns the second step on. The code that was typed counts as used."""

    @transaction.atomic
    def form_valid(self, form: BaseForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        spend_step(self.request.user, form.cleaned_data["code"])
        return answer


class TurnOff(app_views.DeactivateTOTPView):  # type: ignore[misc]
    def form_valid(self, form: BaseForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        Authenticator.objects.filter(user=self.request.user, type=RECOVERY).delete()
        return answer
