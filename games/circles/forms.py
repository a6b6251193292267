"""Forms of circles, weekly tables and seasons."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.availability.time_zones import offer_time_zones
from accounts.names.display_names import NAME_SHORTEST, fold_name, tidy_name, validate_readable
from games.circles.weekly_tables import Plan
from games.clock.presets import PRESETS
from games.clock.weekly import MAX_SEASON_MONTHS, Weekly
from games.models import Circle, Terms
from games.rules.engine.errors import InvalidOption
from games.rules.engine.option_versions import drop_defaults
from games.rules.engine.protocol import AnyTitle
from games.tables.forms.opening import OpenTableForm, choose_initial, name_field, read_chosen
from insidejob.forms import OwnWords


class CircleForm(OwnWords, forms.Form):
    """A circle's name. Any readable name will do, because only members see it."""

    name = forms.CharField(
        label=_("Circle name"),
        help_text=_("Only members see it. For example, “The Thursday table”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": Circle.NAME_LENGTH}),
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        validate_readable(name)
        if len(fold_name(name)) < NAME_SHORTEST or len(name) > Circle.NAME_LENGTH:
            raise ValidationError(
                _("The name of a circle needs %(shortest)d to %(longest)d characters."),
                params={"shortest": NAME_SHORTEST, "longest": Circle.NAME_LENGTH},
            )
        return name


class WeeklyForm(OpenTableForm):
    WHEN = ("weekday", "at", "zone")
    OWN = "own"
    """The choice of no preset: the times are those of the fields."""

    weekday = forms.TypedChoiceField(
        label=_("Day"), coerce=int, choices=lambda: [(day, capfirst(str(name))) for day, name in WEEKDAYS.items()]
    )
    at = forms.TimeField(
        label=_("Time of day"),
        input_formats=["%H:%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": _("Please give a time, such as 21:00.")},
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=offer_time_zones)
    preset = forms.ChoiceField(label=_("How much time?"), choices=lambda: _offer_presets(), widget=forms.RadioSelect)
    bots_fill = forms.BooleanField(
        label=_("Bots take free seats"),
        help_text=_(
            "A day after it opened, a table with a free seat starts with bots. Otherwise it starts with those who are "
            "there, or closes if there are too few of you."
        ),
        required=False,
    )
    opens_more = forms.BooleanField(
        label=_("Open another table when one is full"),
        help_text=_("For the members who are left over, if there are enough of them. They are notified."),
        required=False,
    )

    def __init__(self, title: AnyTitle, *args: Any, initial: Mapping[str, Any], **kwargs: Any) -> None:
        # The host may be away when the table opens.
        super().__init__(title, *args, has_circle=True, initial={"guests_welcome": False, **initial}, **kwargs)
        cast(forms.ChoiceField, self.fields["zone"]).choices = offer_time_zones(self.initial.get("zone", ""))

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that a preset or a default fills, shown folded.

        Public tables and house roles are left out: they cannot be weekly.
        """
        hidden = {
            "seats",
            "is_public",
            "public_guests",
            "preset",
            "bots_fill",
            "opens_more",
            *self.WHEN,
            *(field.name for field in self.house),
        }
        return [field for field in self if field.name not in hidden]

    @property
    def plan(self) -> Plan:
        chosen = self.cleaned_data
        weekly = Weekly(chosen["weekday"], chosen["at"], chosen["zone"])
        return Plan(chosen["seats"], self.options, self.terms, chosen["bots_fill"], weekly, chosen["opens_more"])


def _offer_presets() -> list[tuple[str, str]]:
    presets = [(preset.code, f"{preset.label} – {preset.text}") for preset in PRESETS.values()]
    return [*presets, (WeeklyForm.OWN, str(_("My own settings, below")))]


def show_choices(title: AnyTitle, seat_count: int, options: Mapping[str, Any], terms: Terms) -> dict[str, Any]:
    """Return initial values for a table like this one, without its house role."""
    with suppress(InvalidOption):
        options = drop_defaults(title, options, seat_count, title.RULES)
    initial: dict[str, Any] = {"seats": seat_count, "preset": find_preset(terms)}
    for option in title.OPTIONS:
        chosen = read_chosen(options.get(option.name, option.default))
        is_offered = not option.choices or chosen in [value for value, _ in option.choices]
        initial[name_field(title, option)] = chosen if is_offered else choose_initial(option)
    names = (
        "pace", "vote_time", "bank", "sleeps", "vacations", "talk", "in_time_only", "guests_welcome", "allows_bots",
        "watchers",
    )  # fmt: skip
    return initial | {name: getattr(terms, name) for name in names}


def find_preset(terms: Terms) -> str:
    chosen = (terms.pace, terms.vote_time, terms.bank, terms.sleeps, terms.vacations)
    for preset in PRESETS.values():
        if chosen == (preset.pace, preset.vote_time, preset.bank, preset.sleeps, preset.vacations):
            return preset.code
    return WeeklyForm.OWN


class SeasonForm(OwnWords, forms.Form):
    months = forms.TypedChoiceField(label=_("Season length"), coerce=int, choices=lambda: _offer_months())


def _offer_months() -> list[tuple[int, str]]:
    counts = range(1, MAX_SEASON_MONTHS + 1)
    return [(count, ngettext("%(count)d month", "%(count)d months", count) % {"count": count}) for count in counts]
