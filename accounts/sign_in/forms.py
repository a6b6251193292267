"""The forms of people. allauth's own get our labels, and ask for a new password once only."""

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
from insidejob.forms import OwnWords

# Each language in its own words: a person who cannot read this page finds theirs.
LANGUAGES = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]


class DisplayNameForm(OwnWords, forms.Form):
    """The part of a form that asks for a display name."""

    display_name = forms.CharField(
        label=_("Display name"),
        help_text=_("This is what the other players see."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false", "maxlength": NAME_LENGTH}),
    )

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_display_name(self) -> str:
        """Return the tidied name; refuse one that is not allowed or that another person has, but never one's own."""
        name = tidy_name(self.cleaned_data["display_name"])
        if self.user is not None and name == self.user.display_name:
            return name
        validate_display_name(name)
        if is_name_taken(name, by_other_than=self.user):
            raise taken_error(name, self.user)
        return name


def word_refused_name(refused: NameRefused, name: str, person: User | None) -> ValidationError:
    """Return what to say of a name that a person cannot take."""
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
    return taken_error(name, person)


def taken_error(name: str, person: User | None) -> ValidationError:
    """Return what to say of a name that is taken, with a free one to take instead."""
    return ValidationError(
        _("Someone already goes by this name. How about “%(suggestion)s”?"),
        code="taken",
        params={"suggestion": suggest_name(name, person)},
    )


class NewcomerForm(DisplayNameForm):
    """A display name, and all that is asked of a guest; the browser adds its time zone."""

    # Filled by `time_zone.js`. It takes anything: people cannot mend what they did not type.
    time_zone = forms.Field(required=False, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        return read_time_zone(self.cleaned_data["time_zone"])


class SignUpForm(NewcomerForm):
    """Address, display name and, for those who want one, a password."""

    email = forms.EmailField(
        label=_("Email address"),
        help_text=_("No one else sees it. We send a code to it."),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password (optional)"),
        help_text=_("At least 8 characters. Without one you sign in with a code sent by email."),
        required=False,
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(render_value=True, attrs={"autocomplete": "new-password"}),
    )
    field_order = ("email", "display_name", "password")

    def clean_email(self) -> str:
        """Return the address in the one form in which addresses are kept."""
        return str(self.cleaned_data["email"]).lower()

    def clean_password(self) -> str:
        """Return the password, empty or good enough."""
        password = str(self.cleaned_data["password"])
        if password:
            typed = self.cleaned_data
            validate_password(password, User(email=typed.get("email"), display_name=typed.get("display_name", "")))
        return password


class AccountForm(DisplayNameForm):
    """Display name, language and time zone."""

    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Times and deadlines are shown in it."),
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
    """When one is awake: one sentence around two lists of hours, which the page has instead of their labels."""

    wakes_at = forms.TypedChoiceField(
        coerce=int, choices=lambda: offer_hours(), widget=forms.Select(attrs={"aria-label": _("Awake from")})
    )
    sleeps_at = forms.TypedChoiceField(
        help_text=_("Where clocks sleep, your time passes while you are awake. Changes count from your next game."),
        coerce=int,
        choices=lambda: offer_hours(),
        widget=forms.Select(attrs={"aria-label": _("Asleep from")}),
    )

    def clean_sleeps_at(self) -> int:
        """Return when one goes to sleep; refuse a day too short to play in."""
        wakes_at, sleeps_at = self.cleaned_data.get("wakes_at"), int(self.cleaned_data["sleeps_at"])
        if wakes_at is not None and Hours(opens=wakes_at, closes=sleeps_at).day < timedelta(hours=SHORTEST):
            raise ValidationError(_("Please stay awake for 8 hours at least."), code="too_short")
        return sleeps_at


class SafetyForm(OwnWords, forms.Form):
    """Who sees one's games and figures, and who may invite one."""

    history_shown_to = forms.ChoiceField(
        label=_("Who can see your history"),
        help_text=_("The list on your profile, with roles and results. A game appears there once it is over."),
        choices=[(audience.value, capfirst(audience.label)) for audience in Audience],
    )
    statistics_shown_to = forms.ChoiceField(
        label=_("Who can see your statistics"),
        help_text=_("Figures and charts. With whom you played only those see who may see your history, too."),
        choices=[(audience.value, capfirst(audience.label)) for audience in Audience],
    )
    takes_invitations = forms.BooleanField(
        label=_("Invitations by name"),
        help_text=_("People you have played with may keep a seat for you at a new table. Otherwise nobody may."),
        required=False,
    )


def offer_hours() -> list[tuple[int, str]]:
    """Return every full hour, as a clock shows it in the reader's language."""
    return [(hour, time_format(time(hour), pgettext("full hour", "H:i"))) for hour in range(24)]


class CodeForm(OwnWords, forms.Form):
    """A code from a mail."""

    code = forms.CharField(
        label=_("Code"),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false", "class": "code",
            }
        ),
    )  # fmt: skip


class CurrentPasswordForm(OwnWords, forms.Form):
    """The password of the person who is signed in."""

    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


def label_address(field: forms.Field) -> None:
    """Give an address field of allauth our label, and no placeholder beside it."""
    field.label = _("Email address")
    field.widget.attrs.pop("placeholder", None)


def label_password(field: forms.Field, label: Any, help_text: Any = "") -> None:
    """Give a password field of allauth our label and help, and no placeholder beside it."""
    field.label = label
    field.help_text = help_text
    field.widget.attrs.pop("placeholder", None)


class SignInForm(OwnWords, allauth_forms.LoginForm):  # type: ignore[misc]
    """Address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_address(self.fields["login"])
        label_password(self.fields["password"], _("Password"))


class MailsCode:
    """Put before a form of allauth that asks for an address to write to, it counts the mail in the address's limit.

    It counts what anybody asks for, whether or not the address has an account.
    """

    def clean_email(self) -> str:
        """Return the address; refuse one that has got as many mails as it may."""
        email = str(super().clean_email())  # type: ignore[misc]
        if not may_mail_code(email):
            raise ValidationError(RATE_LIMITED, code="rate_limited")
        return email


class RequestCodeForm(OwnWords, MailsCode, allauth_forms.RequestLoginCodeForm):  # type: ignore[misc]
    """The address to send a sign-in code to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_address(self.fields["email"])


class ResetPasswordForm(OwnWords, MailsCode, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """The address to send a reset link to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_address(self.fields["email"])


class AddAddressForm(OwnWords, MailsCode, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """One more address of a person."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_address(self.fields["email"])
        self.fields["email"].label = _("New email address")


class NewPasswordOnce(OwnWords):
    """Makes a form of allauth ask for the new password once: it may be looked at, and mail mends a slip."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        label_password(self.fields["password1"], _("New password"), _("At least 8 characters."))


class ChangePasswordForm(NewPasswordOnce, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The current password and the new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_password(self.fields["oldpassword"], _("Current password"))


class SetPasswordForm(NewPasswordOnce, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """A first password."""


class ResetPasswordKeyForm(NewPasswordOnce, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password for the person who has the link."""


class ConfirmSignInCodeForm(OwnWords, allauth_forms.ConfirmLoginCodeForm):  # type: ignore[misc]
    """The code that signs in."""

    code = CodeForm.base_fields["code"]


class ConfirmAddressCodeForm(OwnWords, allauth_forms.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    """The code that proves an address."""

    code = CodeForm.base_fields["code"]
