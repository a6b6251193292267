from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import TOKEN_NAME_LENGTH, Scope
from accounts.names.display_names import tidy_name, validate_bot_name, validate_readable
from accounts.tokens.bots import LONGEST_NAME
from insidejob.forms import OwnWords, speak_kindly


class TokenForm(OwnWords, forms.Form):
    name = forms.CharField(
        label=_("Name of the program"),
        help_text=_("So that you recognise it in this list."),
        max_length=TOKEN_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    lasts = forms.TypedChoiceField(
        label=_("Valid"),
        choices=[
            ("", _("until you revoke it")),
            (30, _("for 30 days")),
            (90, _("for 90 days")),
            (365, _("for a year")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            speak_kindly(field)

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        self.fields["name"].run_validators(name)
        validate_readable(name)
        return name


class BotForm(OwnWords, forms.Form):
    bot_name = forms.CharField(
        label=_("Name of the bot"),
        help_text=_("Others see it followed by “(bot)”, with your name."),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        speak_kindly(self.fields["bot_name"])

    def clean_bot_name(self) -> str:
        name = tidy_name(self.cleaned_data["bot_name"])
        self.fields["bot_name"].run_validators(name)
        validate_bot_name(name)
        return name
