"""Display names: what is allowed, and when two are the same."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import drop_marks, is_one_script
from accounts.reserved import has_reserved_word, is_bot_name

NAME_SHORTEST = 2
NAME_LENGTH = 24
# Letters and symbols by category that show nothing: Hangul fillers, the grapheme joiner, the empty Braille cell.
BLANKS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")


def tidy_name(name: str) -> str:
    """Return `name` as it is stored: composed, with single spaces and none around."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def fold_name(name: str) -> str:
    """Return the form in which two display names are compared: no case, no accents, no spaces."""
    return drop_marks(unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold()))


def validate_display_name(name: str) -> None:
    """Raise `ValidationError` for a name that is too short, too long, unreadable to others, a bot's or reserved."""
    name = tidy_name(name)
    if len(fold_name(name)) < NAME_SHORTEST or len(name) > NAME_LENGTH:
        raise ValidationError(
            _("Your display name needs %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": NAME_SHORTEST, "longest": NAME_LENGTH},
        )
    if not all(map(is_visible, name)) or is_piled_up(name):
        raise ValidationError(
            _("This name has characters that others could not see or read. Please leave them out."),
            code="invisible",
        )
    if not is_one_script(name):
        raise ValidationError(
            _("This name mixes letters of several alphabets. Please write it in one."), code="scripts"
        )
    if is_bot_name(name):
        raise ValidationError(_("A bot has this name already. Please choose another."), code="bot")
    if has_reserved_word(name):
        raise ValidationError(
            _("This name could be taken for the site’s own, or for a bot’s. Please choose another."), code="reserved"
        )


def is_visible(char: str) -> bool:
    """Return whether `char` shows as itself: no control, format, bidi, private or blank character."""
    return unicodedata.category(char)[0] != "C" and char not in BLANKS


def is_piled_up(name: str) -> bool:
    """Return whether `name` has more marks than letters to carry them, which would run over its neighbours."""
    marks = sum(unicodedata.category(char) in {"Mn", "Me"} for char in name)
    return marks * 2 > len(name)
