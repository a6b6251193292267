"""Forms for notification preferences and channel addresses."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.http import urlsafe_base64_decode
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.models import Contact
from games.notifications import contacts, preferences
from games.notifications.case_reminders import HOUR
from games.notifications.channels import CHANNELS, MAIL
from games.notifications.channels.types import Address
from games.notifications.channels.webhook import read_address as read_webhook
from games.notifications.types import SWITCHES
from insidejob.forms import OwnWords, speak_kindly

TIME_LEFT = re.compile(r"(\d{1,4})\s*(min|m|h|d|j)?", re.IGNORECASE)
MINUTES = {"min": 1, "m": 1, "h": 60, "d": 24 * 60, "j": 24 * 60}
MAX_REMINDERS = 5
MIN_REMINDER, MAX_REMINDER = 5, 7 * 24 * 60


@dataclass(frozen=True)
class Row:
    label: str
    boxes: tuple[forms.BoundField, ...]


class MatrixForm(OwnWords, forms.Form):
    reminders = forms.CharField(
        label=_("Remind me when this much time is left"),
        help_text=_("For example: 8 h, 1 h. Leave empty for a fifth of the time."),
        required=False,
        max_length=60,
    )
    plays_by_mail = forms.BooleanField(
        label=_("With a link to play my turn without signing in"),
        help_text=_("Anyone who can read the email can then see your hand, but not your role, and play that turn."),
        required=False,
    )
    none_at_all = forms.BooleanField(
        label=_("No emails about games"),
        help_text=_("You still get sign-in codes and anything you ask for yourself."),
        required=False,
    )

    def __init__(self, ways: list[Contact], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ways = ways
        for way in ways:
            for switch, label in SWITCHES.items():
                field = forms.BooleanField(label=label, required=False)
                field.widget.attrs["aria-label"] = f"{label} – {CHANNELS[way.channel].name}"
                self.fields[_name_field(way, switch)] = field
            self.fields[_name_field(way, "schedule")] = forms.ChoiceField(
                label=capfirst(str(CHANNELS[way.channel].name)), choices=Contact.Schedule.choices, required=False
            )
        for each in self.fields.values():
            speak_kindly(each)

    def clean_reminders(self) -> list[int]:
        return _read_reminders(self.cleaned_data["reminders"])

    def save(self) -> None:
        """Store what was posted.

        Channels that the form does not name stay as they are, because the page may be older than a channel.
        """
        user = self.ways[0].user
        user.reminders = self.cleaned_data["reminders"]
        user.save(update_fields=["reminders"])
        for way in self.ways:
            if way.channel != MAIL.code and _name_field(way, "schedule") not in self.data:
                continue
            on = [switch for switch in SWITCHES if self.cleaned_data[_name_field(way, switch)]]
            if way.channel == MAIL.code:
                chosen = {name: self.cleaned_data[name] for name in ("none_at_all", "plays_by_mail")}
                preferences.choose(user, on, **chosen)
            contacts.choose(way, on, self.cleaned_data[_name_field(way, "schedule")] or way.schedule)

    @property
    def rows(self) -> Iterator[Row]:
        for switch, label in SWITCHES.items():
            yield Row(str(label), tuple(self[_name_field(way, switch)] for way in self.ways))

    @property
    def schedules(self) -> list[forms.BoundField]:
        return [self[_name_field(way, "schedule")] for way in self.ways]


def _name_field(way: Contact, what: str) -> str:
    """Return the name of a field: the switch alone for email, else with the channel, such as `push-turn`."""
    return what if way.channel == MAIL.code and what in SWITCHES else f"{way.channel}-{what}"


def show_chosen(ways: Iterable[Contact]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for way in ways:
        off = set(way.off)
        if way.channel == MAIL.code:
            off = set(SWITCHES) - set(preferences.list_on(way.user))
            shown |= {"none_at_all": way.user.mail_off, "plays_by_mail": way.user.plays_by_mail}
            shown["reminders"] = _write_reminders(way.user.reminders)
        shown |= {_name_field(way, switch): switch not in off for switch in SWITCHES}
        shown[_name_field(way, "schedule")] = way.schedule
    return shown


def _read_reminders(typed: str) -> list[int]:
    """Return minutes, the longest first. Raises `ValidationError`."""
    minutes = set()
    for part in filter(None, re.split(r"[,;\s]+(?=\d)", typed.strip(" ,;"))):
        found = TIME_LEFT.fullmatch(part.strip())
        if found is None or not MIN_REMINDER <= (time := _count_minutes(found)) <= MAX_REMINDER:
            raise ValidationError(_("Please write times such as 8 h, 1 h or 30 min, from 5 minutes to 7 days."))
        minutes.add(time)
    if len(minutes) > MAX_REMINDERS:
        raise ValidationError(_("That’s a few too many: you can have at most 5 reminders."))
    return sorted(minutes, reverse=True)


def _count_minutes(found: re.Match[str]) -> int:
    """Return the minutes that a piece of text means. A number without a unit means hours."""
    return int(found[1]) * MINUTES[(found[2] or "h").lower()]


def _write_reminders(minutes: Iterable[int]) -> str:
    return ", ".join(f"{each // 60} h" if each % 60 == 0 else f"{each} min" for each in minutes)


class CaseReminderForm(OwnWords, forms.Form):
    ways = forms.MultipleChoiceField(label=_("How"), required=False, widget=forms.CheckboxSelectMultiple)
    hour = forms.ChoiceField(label=_("At what time"), required=False)

    def __init__(self, ways: Mapping[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ways"].choices = [(code, capfirst(name)) for code, name in ways.items()]  # type: ignore[attr-defined]
        self.fields["hour"].choices = [(hour, f"{hour:02}:00") for hour in range(24)]  # type: ignore[attr-defined]
        for each in self.fields.values():
            speak_kindly(each)

    @property
    def chosen_hour(self) -> int:
        return int(self.cleaned_data["hour"] or HOUR)


class AddressForm(OwnWords, forms.Form):
    address = forms.CharField(max_length=500, widget=forms.TextInput(attrs={"spellcheck": "false"}))

    def __init__(self, asked: Address, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = asked
        self.fields["address"].label = asked.label

    def clean_address(self) -> str:
        try:
            return self.asked.read(self.cleaned_data["address"])
        except ValueError:
            raise ValidationError(self.asked.wrong, code="invalid") from None


class DeviceForm(forms.Form):
    """The push subscription that a browser posts."""

    endpoint = forms.CharField(max_length=500)
    public_key = forms.CharField(max_length=100)
    auth_secret = forms.CharField(max_length=40)

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        try:
            read_webhook(cleaned.get("endpoint", ""))
            sizes = [len(urlsafe_base64_decode(cleaned.get(name, ""))) for name in ("public_key", "auth_secret")]
        except ValueError:
            sizes = []
        if sizes != [65, 16]:
            raise ValidationError("endpoint")
        return cleaned
