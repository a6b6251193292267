"""The form for the name of a circle."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.display_names import NAME_SHORTEST, fold_name, tidy_name, validate_readable
from games.models import Circle
from insidejob.forms import OwnWords


class CircleForm(OwnWords, forms.Form):
    """Any readable name: only members see it."""

    name = forms.CharField(
        label=_("Name of the circle"),
        help_text=_("Only members see it, such as “The Thursday table”."),
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
