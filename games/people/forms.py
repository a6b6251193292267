"""The form that selects games for statistics; sent by GET."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.people.selectors.statistics import Wanted
from games.wording.choices import offer_seats, offer_titles

PERIODS = {"year": 12, "season": 3}
"""Periods to choose from, in months; the current month counts."""
BOTS = "bots"


class StatisticsForm(forms.Form):
    """The filters of statistics. Unknown values are ignored, so that old addresses still work."""

    title = forms.ChoiceField(label=_("Game"), choices=lambda: offer_titles(), required=False)
    seats = forms.ChoiceField(label=_("Players"), choices=lambda: offer_seats(), required=False)
    period = forms.ChoiceField(
        label=_("Period"),
        choices=[("", _("all time")), ("year", _("the last 12 months")), ("season", _("the last 3 months"))],
        required=False,
    )
    against = forms.ChoiceField(
        label=_("With"), choices=[("", _("other people")), (BOTS, _("bots only"))], required=False
    )


def read_wanted(query: QueryDict, *, is_own: bool) -> tuple[StatisticsForm, Wanted]:
    """Return the form as filled in, and what it asks for. Only the owner may ask for games against bots."""
    asked = make_form(is_own, data=query)
    asked.is_valid()
    chosen: dict[str, Any] = {name: value for name, value in asked.cleaned_data.items() if value}
    wanted = Wanted(
        title=chosen.get("title", ""),
        seats=int(chosen.get("seats", 0)),
        since=find_begin(PERIODS[chosen["period"]]) if "period" in chosen else None,
        against_bots=chosen.get("against") == BOTS,
    )
    return make_form(is_own, initial=chosen), wanted


def make_form(is_own: bool, **filled: Any) -> StatisticsForm:
    form = StatisticsForm(**filled)
    if not is_own:
        del form.fields["against"]
    return form


def find_begin(months: int) -> datetime:
    today = timezone.localdate()
    begin = 12 * today.year + today.month - months
    return timezone.make_aware(datetime.combine(today.replace(begin // 12, begin % 12 + 1, 1), time()))
