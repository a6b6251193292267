from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.availability.vacations import VacationError
from insidejob.forms import OwnWords

DATES = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y")
"""How dates are read: as browsers send them, or as people type them, with the day first in every language."""


class VacationForm(OwnWords, forms.Form):
    first = forms.DateField(label=_("First day"), input_formats=DATES)
    last = forms.DateField(label=_("Last day"), input_formats=DATES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            # Browsers send and expect ISO dates, in any locale.
            field.widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
            field.error_messages["invalid"] = _("This isn’t a date. Please write the day first, like 31/07/2026.")

    def refuse(self, error: VacationError) -> None:
        self.add_error(FIELDS.get(error.code), _word_error(error))


# Other errors concern both fields.
FIELDS = {"backwards": "last", "too_many": "last", "past": "first", "far": "first"}


def _word_error(error: VacationError) -> str:
    match error.code:
        case "backwards":
            return gettext("The last day is before the first.")
        case "past":
            return gettext("A holiday can’t start before today.")
        case "far":
            return gettext("A holiday must start within a year.")
        case "overlap":
            return gettext("You already have a holiday on some of these days.")
        case "too_often":
            return gettext("That’s a lot of changes at once. Please wait a little, then try again.")
    left, year = error.params["left"], error.params["year"]
    if not left:
        return gettext("You have no days left in %(year)d.") % {"year": year}
    sentence = ngettext(
        "You have %(left)d day left in %(year)d: choose fewer.",
        "You have %(left)d days left in %(year)d: choose fewer.",
        left,
    )
    return sentence % {"left": left, "year": year}
