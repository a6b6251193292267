"""Display names: which are allowed, and when two are the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.invisible import is_invisible
from accounts.names.look_alikes import drop_marks, is_one_script
from accounts.names.reserved import has_reserved_word, is_bot_name, is_placeholder

NAME_SHORTEST = 2
NAME_LENGTH = 24
SIGNS_OF_CODE = frozenset("<>{}")
VARIATION = re.compile(r"(?<=[^\w\s])[\ufe0e\ufe0f]")
"""Variation selectors: phones put them after a symbol to choose its colour."""


def tidy_name(name: str) -> str:
    """NFC, single spaces, no variation selectors."""
    return unicodedata.normalize("NFC", VARIATION.sub("", " ".join(name.split())))


def fold_name(name: str) -> str:
    """Compare names without case, accents or spaces."""
    return drop_marks(unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold()))


def validate_display_name(name: str) -> None:
    name = tidy_name(name)
    if len(fold_name(name)) < NAME_SHORTEST or len(name) > NAME_LENGTH:
        raise ValidationError(
            _("Your display name needs %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": NAME_SHORTEST, "longest": NAME_LENGTH},
        )
    validate_readable(name)
    if not is_one_script(name):
        raise ValidationError(_("This name mixes several alphabets. Please use just one."), code="scripts")
    if is_bot_name(name):
        raise ValidationError(_("A bot already has this name. Please choose another."), code="bot")
    if has_reserved_word(name):
        raise ValidationError(
            _("This name could be mistaken for the site or a bot. Please choose another."), code="reserved"
        )


def validate_readable(name: str) -> None:
    """Also for names of circles and house roles."""
    if any(map(is_invisible, name)) or is_piled_up(name):
        raise ValidationError(
            _("This name contains characters that others couldn’t see or read. Please remove them."),
            code="invisible",
        )
    if SIGNS_OF_CODE.intersection(unicodedata.normalize("NFKC", name)):
        raise ValidationError(_("Names can’t contain these characters: < > { }. Please remove them."), code="signs")
    if is_placeholder(name):
        raise ValidationError(
            _("Computers use this word to mean “nothing”. Please choose another name."), code="placeholder"
        )


def is_piled_up(name: str) -> bool:
    """Stacked marks would run over the neighbours."""
    marks = sum(unicodedata.category(char) in {"Mn", "Me"} for char in name)
    return marks * 2 > len(name)
