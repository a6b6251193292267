"""The form that opens a table, built from a title's options."""

from dataclasses import fields
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import tidy_name, validate_readable
from games.clock.presets import PRESETS
from games.clock.table_clock import BANKS, DEFAULT_BANK, DEFAULT_PACE, DEFAULT_VOTE_TIME, PACES
from games.models import Game, Terms
from games.models.game import HOUSE_NAME_LENGTH
from games.rules.engine.errors import InvalidOption
from games.rules.engine.options import Option, find_house_rule
from games.rules.engine.protocol import AnyTitle
from games.wording.sentences import list_names, word_duration, word_label
from insidejob.forms import OwnWords, speak_kindly

# More choices than this become a select box.
MAX_RADIOS = 5
# The hidden field with the version of the rules for which a page was made.
RULES = "rules"


class _OptionField(forms.ChoiceField):
    """A form field of an option.

    It accepts any value, because `parse_options` validates all options together. If the field is missing, the option
    has its default.
    """

    def clean(self, value: Any) -> Any:
        return super().clean(self.initial if value is None else value)

    def valid_value(self, value: str) -> bool:
        return True


class OpenTableForm(OwnWords, forms.Form):
    """The form of a new table. Fields of options are named `title-option`."""

    # Set in `__init__`; declared for its position.
    seats = forms.TypedChoiceField()
    pace = forms.TypedChoiceField(
        label=_("Time per turn"),
        help_text=_("If time runs out, a move is made for you."),
        coerce=int,
        choices=lambda: _offer_times(),
    )
    vote_time = forms.TypedChoiceField(
        label=_("Time to vote"),
        help_text=_("The table talks before voting, so leave some time for that."),
        coerce=int,
        choices=lambda: _offer_times(),
    )
    bank = forms.TypedChoiceField(
        label=_("Time bank"),
        help_text=_("Extra time for each player, for turns that take longer. Time left over from a turn goes back in."),
        coerce=int,
        choices=lambda: _offer_banks(),
        required=False,
    )
    sleeps = forms.BooleanField(
        label=_("Clocks pause overnight"),
        help_text=_("Your time only runs during your hours: you choose them in your settings."),
        required=False,
    )
    vacations = forms.BooleanField(
        label=_("Holidays"),
        help_text=_("The table waits for players on holiday: at most 28 days a year each, announced in advance."),
        required=False,
    )
    talk = forms.ChoiceField(
        label=_("Chat"),
        help_text=_("When players can chat once the game has started."),
        choices=Game.Talk.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    in_time_only = forms.BooleanField(
        label=_("Punctual players only"),
        help_text=_(
            "Only newcomers and players who recently answered in time at least 9 times out of 10 can join, and no "
            "guests."
        ),
        required=False,
    )
    is_public = forms.TypedChoiceField(
        label=_("Who can come?"),
        help_text=_("Anyone can find it among the open tables and take a seat. They see your name and your language."),
        choices=[("", _("My friends, by link")), ("on", _("Anyone"))],
        coerce=bool,
        required=False,
        widget=forms.RadioSelect,
    )
    guests_welcome = forms.BooleanField(
        label=_("Without an account, with just a name"),
        help_text=_("You can’t tell who a guest really is."),
        required=False,
    )
    public_guests = forms.BooleanField(
        label=_("Guests, too, with just a name"),
        help_text=_("You can’t tell who a guest really is."),
        required=False,
    )
    allows_bots = forms.BooleanField(
        label=_("Other people’s bots"),
        help_text=_(
            "Programs that players have written may take a seat, marked as bots with their owner’s name. A game with "
            "one counts in no statistics."
        ),
        required=False,
    )
    watchers = forms.ChoiceField(
        label=_("Spectators"),
        help_text=_(
            "They see the board and the log of a running game, but no hands and no chat. Players are told before they "
            "take a seat. A public table that anyone can watch is listed while it runs."
        ),
        choices=Game.Watchers.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    house_name = forms.CharField(
        label=_("Its name"),
        help_text=_("The name you give it, shown as yours, only on the pages of this table. It’s never in emails."),
        max_length=HOUSE_NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, title: AnyTitle, data: Any = None, *, has_circle: bool = False, **kwargs: Any) -> None:
        super().__init__(data and _fill_newer_options(title, data), **kwargs)
        self.title = title
        if not has_circle:
            kept = [choice for choice in Game.Watchers.choices if choice[0] != Game.Watchers.CIRCLE]
            cast(forms.ChoiceField, self.fields["watchers"]).choices = kept
        self.fields["seats"] = _make_seats_field(title)
        if not title.HAS_VOTE:
            self.fields["vote_time"].widget = forms.HiddenInput()
        for option in title.OPTIONS:
            self.fields[name_field(title, option)] = _make_field(title, option)
        for part in _list_parts(title):
            self.fields[name_field(title, part)] = _make_field(title, part)
            self.fields[name_field(title, part)].required = False
        if not _list_parts(title):
            del self.fields["house_name"]
        for field in self.fields.values():
            speak_kindly(field)
        self.initial.setdefault("seats", title.USUAL_SEATS)
        self.initial.setdefault("pace", DEFAULT_PACE)
        self.initial.setdefault("vote_time", DEFAULT_VOTE_TIME)
        self.initial.setdefault("bank", DEFAULT_BANK)
        self.initial.setdefault("sleeps", True)
        self.initial.setdefault("vacations", True)
        self.initial.setdefault("guests_welcome", True)
        self.initial.setdefault("talk", Game.Talk.OPEN)
        self.initial.setdefault("watchers", Game.Watchers.NONE)

    def clean_house_name(self) -> str:
        name = tidy_name(self.cleaned_data["house_name"])
        validate_readable(name)
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        cleaned["is_public"] = bool(cleaned["is_public"])
        # The two questions differ in what is chosen at first.
        chosen = cleaned["public_guests"] if cleaned["is_public"] else cleaned["guests_welcome"]
        cleaned["guests_welcome"] = chosen and not cleaned["in_time_only"]
        try:
            parsed = self.title.parse_options(self.options, cleaned["seats"])
        except InvalidOption as error:
            self.add_error(f"{self.title.NAME}-{error.option}", _(self.title.TEXTS.objections[error.code]))
            return cleaned
        if not find_house_rule(self.title.OPTIONS, self.title.dump_options(parsed)):
            cleaned.pop("house_name", None)
        elif not cleaned["house_name"]:
            self.add_error("house_name", _("Please name your house role."))
        return cleaned

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that are hidden at first: those with a preset or a default."""
        shown = ("seats", "is_public", "guests_welcome", "public_guests", *(field.name for field in self.house))
        return [field for field in self if field.name not in shown]

    @property
    def house(self) -> list[forms.BoundField]:
        """The fields of a house role, with its name second."""
        parts = [self[name_field(self.title, part)] for part in _list_parts(self.title)]
        return [*parts[:1], self["house_name"], *parts[1:]] if parts else []

    @property
    def options(self) -> dict[str, bool | str]:
        return {option.name: self.read_option(option) for option in self.title.OPTIONS}

    def read_option(self, option: Option) -> bool | str:
        chosen: bool | str = self.cleaned_data[name_field(self.title, option)]
        if option.house_role is None:
            return chosen
        values = {part.name: self.cleaned_data[name_field(self.title, part)] for part in option.house_role.parts}
        made = option.house_role.make({name: value for name, value in values.items() if value != ""})
        return ",".join(filter(None, (str(chosen), made)))

    @property
    def terms(self) -> Terms:
        chosen = {field.name: self.cleaned_data.get(field.name) for field in fields(Terms)}
        return Terms(**{name: value for name, value in chosen.items() if value not in ("", None)})


def _list_parts(title: AnyTitle) -> list[Option]:
    return [part for option in title.OPTIONS if option.house_role for part in option.house_role.parts]


def _make_seats_field(title: AnyTitle) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(count, _name_seats(title, count)) for count in title.SEATS],
        widget=forms.Select if len(title.SEATS) > 1 else forms.HiddenInput,
    )


def _name_seats(title: AnyTitle, count: int) -> str:
    """Return the number of seats in words: `4`, or `2, with Larry` with an imaginary player."""
    names = [gettext(name) for name in title.list_imaginary(count)]
    return gettext("%(count)s, with %(names)s") % {"count": count, "names": list_names(names)} if names else str(count)


def _offer_times() -> list[tuple[int, str]]:
    return [(seconds, word_duration(seconds)) for seconds in PACES]


def _offer_banks() -> list[tuple[int, str]]:
    return [(seconds, word_duration(seconds) if seconds else gettext("nothing")) for seconds in BANKS]


def name_field(title: AnyTitle, option: Option) -> str:
    return f"{title.NAME}-{option.name}"


def _make_field(title: AnyTitle, option: Option) -> forms.Field:
    if not option.choices:
        return forms.BooleanField(
            label=_(option.label), help_text=_(option.help), initial=option.default, required=False
        )
    return _OptionField(
        label=_(option.label),
        help_text=_(option.help),
        choices=[(value, word_label(title, label)) for value, label in option.choices],
        initial=choose_initial(option),
        required=option.default != "",
        widget=forms.Select if len(option.choices) > MAX_RADIOS else forms.RadioSelect,
    )


def choose_usual(title: AnyTitle) -> dict[str, bool | str]:
    return {option.name: choose_initial(option) for option in title.OPTIONS}


def choose_initial(option: Option) -> bool | str:
    """Return the initial value of an option: the reader's language for a language option, else the default."""
    language = (get_language() or "").partition("-")[0]
    is_offered = option.is_language and language in [value for value, _ in option.choices]
    return language if is_offered else option.default


def read_choices(fields: QueryDict) -> QueryDict:
    """Return the form data. If a button with a preset was pressed, the preset's times replace the chosen ones."""
    preset = PRESETS.get(fields.get("preset", ""))
    if preset is None:
        return fields
    chosen = fields.copy()
    for name, value in preset.fields.items():
        chosen[name] = value
    return chosen


def _fill_newer_options(title: AnyTitle, fields: QueryDict) -> QueryDict:
    """Fill in the defaults of options that came after the page was loaded, and so were not on it.

    The page sends the version of the rules that it was made for. Without it, such an option would look like a switch
    that was turned off, which sends nothing either.
    """
    shown = next((version for version in title.VERSIONS if str(version) == fields.get(RULES)), title.RULES)
    newer = [option for option in title.OPTIONS if option.since > shown and name_field(title, option) not in fields]
    if not newer:
        return fields
    filled = fields.copy()
    for option in newer:
        filled[name_field(title, option)] = str(choose_initial(option))
    return filled


def read_chosen(stored: Any) -> bool | str:
    """Convert a stored value to text for a form: lists joined by commas, numbers as digits."""
    if isinstance(stored, list):
        return ",".join(stored)
    return stored if isinstance(stored, bool | str) else str(stored)
