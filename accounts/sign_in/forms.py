"""Account forms, among them allauth's with our labels."""

from datetime import time, timedelta
from typing import Any, cast

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import get_language_info, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.availability.time_zones import find_current_name, offer_time_zones, read_time_zone
from accounts.availability.waking_hours import SHORTEST, Hours
from accounts.models import Audience, User
from accounts.names.display_names import NAME_LENGTH, tidy_name, validate_display_name
from accounts.rate_limits import RENAMES_A_DAY, may_mail_code
from accounts.selectors import is_name_taken, suggest_name
from accounts.services import ManyNames, NameRefused
from accounts.sign_in.adapter import RATE_LIMITED
from accounts.sign_in.codes import CodeField
from insidejob.forms import OwnWords

LANGUAGES = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]


class DisplayNameForm(OwnWords, forms.Form):
    display_name = forms.CharField(
        label=_("Display name"),
        help_text=_("This is what the other players see."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false", "maxlength": NAME_LENGTH}),
    )

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_display_name(self) -> str:
        """Validate the name. Users may keep a name that is no longer allowed."""
        name = tidy_name(self.cleaned_data["display_name"])
        if self.user is not None and name == self.user.display_name:
            return name
        validate_display_name(name)
        if is_name_taken(name, by_other_than=self.user):
            raise _taken_error(name, self.user)
        return name


def word_refused_name(refused: NameRefused, name: str, person: User | None) -> ValidationError:
    if isinstance(refused, ManyNames):
        return ValidationError(
            ngettext(
                "You can change your name %(count)d time a day. Please try again tomorrow.",
                "You can change your name %(count)d times a day. Please try again tomorrow.",
                RENAMES_A_DAY,
            ),
            code="many_names",
            params={"count": RENAMES_A_DAY},
        )
    return _taken_error(name, person)


def _taken_error(name: str, person: User | None) -> ValidationError:
    return ValidationError(
        _("Someone already has this name. How about “%(suggestion)s”?"),
        code="taken",
        params={"suggestion": suggest_name(name, person)},
    )


class NewcomerForm(DisplayNameForm):
    # Set by `time_zone.js`. Junk is ignored: users cannot correct it.
    time_zone = forms.Field(required=False, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        return read_time_zone(self.cleaned_data["time_zone"])


class GuestForm(NewcomerForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].label = _("Your name at the table")
        self.fields["display_name"].help_text = ""


class SignUpForm(NewcomerForm):
    email = forms.EmailField(
        label=_("Email address"),
        help_text=_("No one else sees it. We’ll send it a code."),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password (optional)"),
        help_text=_("At least 8 characters. Without a password, you sign in with a code sent by email."),
        required=False,
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(render_value=True, attrs={"autocomplete": "new-password"}),
    )
    field_order = ("email", "display_name", "password")

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if password:
            typed = self.cleaned_data
            validate_password(password, User(email=typed.get("email"), display_name=typed.get("display_name", "")))
        return password


class AccountForm(DisplayNameForm):
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Times and deadlines are shown in this time zone."),
        choices=offer_time_zones,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        self.fields["display_name"].help_text = _(
            "This is what the other players see. Games that have started keep the name you had then."
        )
        kept = find_current_name(user.time_zone) or user.time_zone
        self.initial["time_zone"] = kept
        cast(forms.ChoiceField, self.fields["time_zone"]).choices = offer_time_zones(kept)


class PlayingForm(OwnWords, forms.Form):
    wakes_at = forms.TypedChoiceField(
        coerce=int, choices=lambda: _offer_hours(), widget=forms.Select(attrs={"aria-label": _("I can play from")})
    )
    sleeps_at = forms.TypedChoiceField(
        help_text=_(
            "At tables where clocks pause overnight, your time only runs during your hours. Changes apply from your "
            "next game."
        ),
        coerce=int,
        choices=lambda: _offer_hours(),
        widget=forms.Select(attrs={"aria-label": _("I no longer play from")}),
    )

    def clean_sleeps_at(self) -> int:
        wakes_at, sleeps_at = self.cleaned_data.get("wakes_at"), int(self.cleaned_data["sleeps_at"])
        if wakes_at is not None and Hours(opens=wakes_at, closes=sleeps_at).day < timedelta(hours=SHORTEST):
            raise ValidationError(_("Your day must be at least 8 hours long."), code="too_short")
        return sleeps_at


class SafetyForm(OwnWords, forms.Form):
    history_shown_to = forms.ChoiceField(
        label=_("Who can see your history"),
        help_text=_("The list on your profile, with roles and results. A game appears there once it’s over."),
        choices=[(audience.value, capfirst(audience.label)) for audience in Audience],
    )
    statistics_shown_to = forms.ChoiceField(
        label=_("Who can see your statistics"),
        help_text=_("Figures and charts. Only people who can see your history also see who you played with."),
        choices=[(audience.value, capfirst(audience.label)) for audience in Audience],
    )
    takes_invitations = forms.BooleanField(
        label=_("Invitations by name"),
        help_text=_("People you’ve played with can keep you a seat at a new table. If this is off, no one can."),
        required=False,
    )


def _offer_hours() -> list[tuple[int, str]]:
    return [(hour, time_format(time(hour), pgettext("full hour", "H:i"))) for hour in range(24)]


class CodeForm(OwnWords, forms.Form):
    code = CodeField(
        label=_("Code"),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false", "class": "code",
            }
        ),
    )  # fmt: skip


class CurrentPasswordForm(OwnWords, forms.Form):
    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


def _label_address(field: forms.Field) -> None:
    field.label = _("Email address")
    field.widget.attrs.pop("placeholder", None)


def _label_password(field: forms.Field, label: Any, help_text: Any = "") -> None:
    field.label = label
    field.help_text = help_text
    field.widget.attrs.pop("placeholder", None)


class SignInForm(OwnWords, allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_address(self.fields["login"])
        _label_password(self.fields["password"], _("Password"))


class MailsCode:
    """A form that counts emails to an address, whether or not the address has an account."""

    def clean_email(self) -> str:
        email = str(super().clean_email())  # type: ignore[misc]
        if not may_mail_code(email):
            raise ValidationError(RATE_LIMITED, code="rate_limited")
        return email


class RequestCodeForm(OwnWords, MailsCode, allauth_forms.RequestLoginCodeForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_address(self.fields["email"])


class ResetPasswordForm(OwnWords, MailsCode, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_address(self.fields["email"])


class AddAddressForm(OwnWords, MailsCode, allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_address(self.fields["email"])
        self.fields["email"].label = _("New email address")


class NewPasswordOnce(OwnWords):
    """A form that asks for the new password only once.

    The password can be shown while it is typed, and reset by email.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        _label_password(self.fields["password1"], _("New password"), _("At least 8 characters."))


class ChangePasswordForm(NewPasswordOnce, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_password(self.fields["oldpassword"], _("Current password"))


class SetPasswordForm(NewPasswordOnce, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    pass


class ResetPasswordKeyForm(NewPasswordOnce, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class ConfirmSignInCodeForm(OwnWords, allauth_forms.ConfirmLoginCodeForm):  # type: ignore[misc]
    code = CodeForm.base_fields["code"]


class ConfirmAddressCodeForm(OwnWords, allauth_forms.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    code = CodeForm.base_fields["code"]
