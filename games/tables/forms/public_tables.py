from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.clock.presets import PRESETS
from games.tables.selectors.public_tables import PACES_LIKE, Wanted
from games.wording.choices import Choices, offer_seats, offer_titles


class OpenTablesForm(forms.Form):
    """The filters of the public list. Unknown values are ignored, so that old addresses keep working."""

    title = forms.ChoiceField(label=_("Game"), choices=lambda: offer_titles(), required=False)
    seats = forms.ChoiceField(label=_("Players"), choices=lambda: offer_seats(), required=False)
    pace = forms.ChoiceField(label=_("Pace"), choices=lambda: _offer_paces(), required=False)
    language = forms.ChoiceField(label=_("Language of the host"), choices=lambda: _offer_languages(), required=False)


def read_wanted(query: QueryDict) -> tuple[OpenTablesForm, Wanted]:
    asked = OpenTablesForm(query)
    asked.is_valid()
    chosen: dict[str, Any] = {name: value for name, value in asked.cleaned_data.items() if value}
    form = OpenTablesForm(initial=chosen)
    return form, Wanted(**{**chosen, "seats": int(chosen.get("seats", 0))})


def _offer_paces() -> Choices:
    return [("", gettext("any pace")), *((code, str(PRESETS[code].label)) for code in PACES_LIKE)]


def _offer_languages() -> Choices:
    return [("", gettext("any language")), *((code, str(name)) for code, name in settings.LANGUAGES)]
