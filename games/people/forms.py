"""The form that selects games of a profile or for statistics; sent by GET."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Circle
from games.people.selectors.companions import list_companions
from games.people.selectors.statistics import Result, Wanted
from games.wording.choices import offer_roles, offer_seats, offer_titles
from insidejob.untranslated import plain

PERIODS = {"year": 12, "season": 3}
"""Periods to choose from, in months; the current month counts."""
BOTS, PEOPLE = "bots", "people"


class StatisticsForm(forms.Form):
    """The filters of games. Unknown values are ignored, so that old addresses still work."""

    title = forms.ChoiceField(label=_("Game"), choices=lambda: offer_titles(), required=False)
    seats = forms.ChoiceField(label=_("Players"), choices=lambda: offer_seats(), required=False)
    period = forms.ChoiceField(
        label=_("Period"),
        choices=[("", _("all time")), ("year", _("12 months")), ("season", _("3 months"))],
        required=False,
    )
    role = forms.ChoiceField(label=_("Role"), choices=lambda: offer_roles(), required=False)
    result = forms.ChoiceField(label=_("Result"), choices=[("", _("any")), *Result.choices], required=False)
    person = forms.ChoiceField(label=_("Player"), required=False)
    circle = forms.ChoiceField(label=_("Circle"), required=False)
    against = forms.ChoiceField(
        label=_("With"), choices=[("", _("other people")), (BOTS, _("bots only"))], required=False
    )

    def __init__(self, owner: User, viewer: User, *, is_history: bool = False, **filled: Any) -> None:
        """Offer what the viewer may ask for. Only the owner may ask for games against bots, others and circles.

        Other viewers may ask for games with themselves: other names could show who hides their games.
        """
        super().__init__(**filled)
        is_own = owner.pk == viewer.pk
        people = list_companions(owner) if is_own else [viewer]
        circles = Circle.objects.filter(members__user=owner, members__invited=False).order_by("pk") if is_own else []
        self.people = {person.code: person.pk for person in people}
        self.circles = {circle.code: circle.pk for circle in circles}
        self.offer("person", [(person.code, plain(person.shown_name)) for person in people])
        self.offer("circle", [(circle.code, plain(circle.shown_name)) for circle in circles])
        for name in {"person", "circle"} & set(self.fields):
            # Options hold no markup that keeps single names from being translated.
            self.fields[name].widget.attrs["translate"] = "no"
        if not is_own:
            del self.fields["against"]
        elif is_history:
            self.offer("against", [(PEOPLE, _("other people")), (BOTS, _("bots only"))])

    def offer(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        """Offer choices, or leave out the field if there are none."""
        field = self.fields[name]
        if choices and isinstance(field, forms.ChoiceField):
            field.choices = [("", _("any")), *choices]
        else:
            del self.fields[name]


def read_wanted(
    query: QueryDict, owner: User, viewer: User, *, is_history: bool = False
) -> tuple[StatisticsForm, Wanted]:
    """Return the form as filled in, and what it asks for."""
    form = StatisticsForm(owner, viewer, is_history=is_history, data=query)
    form.is_valid()
    chosen: dict[str, Any] = {name: value for name, value in form.cleaned_data.items() if value}
    of_role, _dot, role = chosen.get("role", "").partition(".")
    wanted = Wanted(
        title=chosen.get("title", "") or of_role,
        seats=int(chosen.get("seats", 0)),
        since=_find_begin(PERIODS[chosen["period"]]) if "period" in chosen else None,
        against_bots=chosen.get("against") == BOTS,
        role=role,
        result=chosen.get("result", ""),
        person=form.people.get(chosen.get("person", ""), 0),
        circle=form.circles.get(chosen.get("circle", ""), 0),
    )
    form.is_bound, form.initial = False, chosen
    return form, wanted


def _find_begin(months: int) -> datetime:
    today = timezone.localdate()
    begin = 12 * today.year + today.month - months
    return timezone.make_aware(datetime.combine(today.replace(begin // 12, begin % 12 + 1, 1), time()))
