"""Form errors in the site's own words."""

from typing import Any

from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.translation import gettext_lazy as _

ERRORS = {
    "required": _("Please fill this in."),
    "invalid_choice": _("Please choose one of the options offered."),
    "invalid_list": _("Please choose one of the options offered."),
    "max_length": _("That’s a little too long: please use at most %(limit_value)d characters."),
    "null_characters_not_allowed": _("This contains characters we can’t store. Please remove them."),
}
NOT_CHOSEN = _("Please choose one of these.")
NO_ADDRESS = _("This doesn’t look like an email address. Please check it.")


class OwnWords:
    """A form with error messages of ours, because Django's are formal in some languages."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            speak_kindly(field)


def speak_kindly(field: forms.Field) -> None:
    field.error_messages |= ERRORS
    if isinstance(field, forms.ChoiceField):
        field.error_messages["required"] = NOT_CHOSEN
    if isinstance(field, forms.EmailField):
        field.error_messages["invalid"] = NO_ADDRESS


class BoundField(forms.BoundField):
    """A field that screen readers do not call invalid while it is still empty: the browser alone would say so."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        built = super().build_widget_attrs(attrs, widget)
        return {"aria-invalid": "false"} | built if built.get("required") else built


class Renderer(DjangoTemplates):
    bound_field_class = BoundField
