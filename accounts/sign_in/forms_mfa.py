"""allauth's forms for passkeys and the second step."""

from typing import Any

from allauth.mfa.base import forms as base_forms
from allauth.mfa.totp import forms as app_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.rate_limits import take_use
from accounts.sign_in.adapter import RATE_LIMITED
from accounts.sign_in.codes import fold_code
from accounts.sign_in.mfa_adapter import APP, spend_step
from insidejob.forms import OwnWords

TRIES_AN_HOUR = 10
"""How many codes of the app and recovery codes a user may try in an hour."""
PASSKEY_NAME_LENGTH = 60
NO_PASSKEY = _("That didn’t work. Please try again.")
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""The errors that allauth raises for answers no browser gives."""


class ReadsCredential(OwnWords):
    """A form that treats unreadable answers like wrong ones."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].error_messages |= dict.fromkeys(("invalid", "required"), NO_PASSKEY)

    def full_clean(self) -> None:
        try:
            super().full_clean()  # type: ignore[misc]
        except UNREADABLE:
            self.cleaned_data: dict[str, Any] = {}
            self.add_error(None, NO_PASSKEY)  # type: ignore[attr-defined]


class AddPasskeyForm(ReadsCredential, passkey_forms.AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(
        label=_("Passkey name"),
        help_text=_("So that you recognise it in your list."),
        required=False,
        max_length=PASSKEY_NAME_LENGTH,
    )
    passwordless = None


class SignInPasskeyForm(ReadsCredential, passkey_forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class ProvePasskeyForm(ReadsCredential, passkey_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class MfaPasskeyForm(ReadsCredential, passkey_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class CountsTries(OwnWords):
    """A form that counts attempts in the database."""

    user: User
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label = _("Code from your app")
        field.widget = forms.TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false", "class": "code"})

    def clean_code(self) -> str:
        if not take_use("second-step", str(self.user.pk), TRIES_AN_HOUR):
            raise ValidationError(RATE_LIMITED, code="rate_limited")
        self.cleaned_data["code"] = fold_code(self.cleaned_data["code"])
        code = str(super().clean_code())  # type: ignore[misc]
        # allauth forgets used codes with the cache, or while a slow clock still shows them.
        if not take_use("used-code", f"{self.user.pk}/{code}", 1):
            raise ValidationError(_("This code has already been used. Please wait for the next one."), code="used")
        return code


class MfaCodeForm(CountsTries, base_forms.AuthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("A recovery code works too.")

    def clean_code(self) -> str:
        """Refuse codes of the app older than the last one used."""
        code = super().clean_code()
        if self.authenticator.type == APP and not spend_step(self.user, code):
            raise ValidationError(_("You’ve already used a newer code. Please wait for the next one."), code="old")
        return code


class ProveCodeForm(MfaCodeForm, base_forms.ReauthenticateForm):  # type: ignore[misc]
    pass


class TurnOnForm(CountsTries, app_forms.ActivateTOTPForm):  # type: ignore[misc]
    pass
