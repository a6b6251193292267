"""The forms of games: opening a table, made from what a title offers, and choosing which mail one wants."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.clock import DEFAULT_PACE, DEFAULT_VOTE_TIME, PACES
from games.models import Game
from games.post.kinds import SWITCHES
from games.rules.errors import InvalidOption
from games.rules.protocol import AnyTitle, Option
from games.wording import list_names, word_duration, word_label
from insidejob.forms import OwnWords, speak_kindly

MAX_RADIOS = 5
"""More choices than that are folded away in a list."""


class OptionField(forms.ChoiceField):
    """One of a title's choices. What is wrong with any other value the title says itself, when it reads them all."""

    def valid_value(self, value: str) -> bool:
        """Leave the judgement to the title."""
        return True


class OpenTableForm(OwnWords, forms.Form):
    """A table of one title: how many players, how much time, and its options in fields named `title-option`."""

    # What is offered depends on the title; here is its place among the fields.
    seats = forms.TypedChoiceField()
    pace = forms.TypedChoiceField(
        label=_("Time per turn"),
        help_text=_("If time runs out, a move is made for you."),
        coerce=int,
        choices=lambda: offer_times(),
    )
    vote_time = forms.TypedChoiceField(
        label=_("Time to vote"),
        help_text=_("The table talks before it votes, so leave it some time."),
        coerce=int,
        choices=lambda: offer_times(),
    )
    talk = forms.ChoiceField(
        label=_("Talk"),
        help_text=_("When players may write to the table once the game has started."),
        choices=Game.Talk.choices,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, title: AnyTitle, *args: Any, **kwargs: Any) -> None:
        """Offer what `title` offers."""
        super().__init__(*args, **kwargs)
        self.title = title
        self.fields["seats"] = make_seats_field(title)
        if not title.HAS_VOTE:
            self.fields["vote_time"].widget = forms.HiddenInput()
        for option in title.OPTIONS:
            self.fields[name_field(title, option)] = make_field(title, option)
        for field in self.fields.values():
            speak_kindly(field)
        self.initial.setdefault("seats", title.USUAL_SEATS)
        self.initial.setdefault("pace", DEFAULT_PACE)
        self.initial.setdefault("vote_time", DEFAULT_VOTE_TIME)
        self.initial.setdefault("talk", Game.Talk.OPEN)

    def clean(self) -> dict[str, Any]:
        """Check that the title takes the options together, and with that many players."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            self.title.parse_options(self.options, cleaned["seats"])
        except InvalidOption as error:
            self.add_error(f"{self.title.NAME}-{error.option}", _(self.title.TEXTS.objections[error.code]))
        return cleaned

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that a preset answers, or that are as the title has them: all but the number of players."""
        return [field for field in self if field.name != "seats"]

    @property
    def options(self) -> dict[str, bool | str]:
        """The title's options as they were chosen, once their fields are valid."""
        return {option.name: self.cleaned_data[name_field(self.title, option)] for option in self.title.OPTIONS}


class MailForm(forms.Form):
    """Which mail somebody wants: a box for each switch of `games.post.kinds`, and one against all mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for switch, label in SWITCHES.items():
            self.fields[switch] = forms.BooleanField(label=label, required=False)
        self.fields["none_at_all"] = forms.BooleanField(
            label=_("No emails about games at all"),
            help_text=_("Codes to sign in, and what else you ask for yourself, still come."),
            required=False,
        )

    @property
    def wanted(self) -> list[str]:
        """The switches that are on, once the form is valid."""
        return [switch for switch in SWITCHES if self.cleaned_data[switch]]


def make_seats_field(title: AnyTitle) -> forms.TypedChoiceField:
    """Return the field of how many play; where there is nothing to choose, a hidden one."""
    return forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(count, name_seats(title, count)) for count in title.SEATS],
        widget=forms.Select if len(title.SEATS) > 1 else forms.HiddenInput,
    )


def name_seats(title: AnyTitle, count: int) -> str:
    """Return a number of players as it is offered: `4`, or `2, with Larry` where the title adds somebody."""
    names = [gettext(name) for name in title.list_imaginary(count)]
    return gettext("%(count)s, with %(names)s") % {"count": count, "names": list_names(names)} if names else str(count)


def offer_times() -> list[tuple[int, str]]:
    """Return every time that a table may give its players, with its name."""
    return [(seconds, word_duration(seconds)) for seconds in PACES]


def name_field(title: AnyTitle, option: Option) -> str:
    """Return the form field of a title's option."""
    return f"{title.NAME}-{option.name}"


def make_field(title: AnyTitle, option: Option) -> forms.Field:
    """Return the form field with which an option is chosen."""
    if not option.choices:
        return forms.BooleanField(
            label=_(option.label), help_text=_(option.help), initial=option.default, required=False
        )
    return OptionField(
        label=_(option.label),
        help_text=_(option.help),
        choices=[(value, word_label(title, label)) for value, label in option.choices],
        initial=choose_initial(option),
        required=option.default != "",
        widget=forms.Select if len(option.choices) > MAX_RADIOS else forms.RadioSelect,
    )


def choose_initial(option: Option) -> bool | str:
    """Return what an option's field starts with: the reader's language where one is chosen and it is offered."""
    language = (get_language() or "").partition("-")[0]
    is_offered = option.is_language and language in [value for value, _ in option.choices]
    return language if is_offered else option.default
