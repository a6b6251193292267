"""Display names: what is allowed, when two are the same, and what to offer instead of one that is taken."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME_SHORTEST = 2
NAME_LENGTH = 24
BOT_NAMES = ("Alba", "Basile", "Colette", "Dario", "Elsa", "Fausto", "Greta", "Hugo")
"""What bots are called, by seat. No person goes by such a name: it would lend them a bot's innocence."""
# Letters and symbols by category that show nothing: Hangul fillers, the grapheme joiner, the empty Braille cell.
BLANKS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")


def tidy_name(name: str) -> str:
    """Return `name` as it is stored: composed, with single spaces and none around."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


def fold_name(name: str) -> str:
    """Return the form in which two display names are compared: no case, no accents, no spaces."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn" and not char.isspace())


def validate_display_name(name: str) -> None:
    """Raise `ValidationError` for a name that is too short, too long, unreadable to others, or a bot's."""
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
    if is_bot_name(name):
        raise ValidationError(_("A bot has this name already. Please choose another."), code="bot")


def is_bot_name(name: str) -> bool:
    """Return whether `name` reads like the name of a bot."""
    return fold_name(name) in set(map(fold_name, BOT_NAMES))


def is_visible(char: str) -> bool:
    """Return whether `char` shows as itself: no control, format, bidi, private or blank character."""
    return unicodedata.category(char)[0] != "C" and char not in BLANKS


def is_piled_up(name: str) -> bool:
    """Return whether `name` has more marks than letters to carry them, which would run over its neighbours."""
    marks = sum(unicodedata.category(char) in {"Mn", "Me"} for char in name)
    return marks * 2 > len(name)
