"""Display names: which are allowed, and when two are the same."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.joiners import EMOJI_STYLE, KEYCAP, drop_unseen, find_invisible
from accounts.names.look_alikes import drop_marks, is_one_script
from accounts.names.reserved import drop_bot_words, has_reserved_word, is_bot_name, is_placeholder

NAME_SHORTEST = 2
NAME_LENGTH = 24
SIGNS_OF_CODE = frozenset("<>{}")
VARIATION = re.compile(r"(?<=[^\w\s])(?<!\u200d.)[\ufe0e\ufe0f](?!\u200d)")
"""Variation selectors: phones put them after a symbol to choose its colour. A joined emoji keeps them."""

EMOJI_MARKS = (EMOJI_STYLE, KEYCAP)


def tidy_name(name: str) -> str:
    """Return a name in NFC, with single spaces and without variation selectors."""
    return unicodedata.normalize("NFC", VARIATION.sub("", " ".join(name.split())))


def fold_name(name: str) -> str:
    """Return a form of a name to compare, without case, accents or spaces."""
    return drop_marks(unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold()))


def validate_display_name(name: str) -> None:
    _validate_form(name)
    _refuse_misleading(name)


def validate_bot_name(name: str) -> None:
    """Raise `ValidationError` for a name that a bot account may not have. It may say that it is a bot's: `AdaBot`."""
    _validate_form(name)
    _refuse_misleading(name if "(" in name else drop_bot_words(name) or name)


def _validate_form(name: str) -> None:
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


def _refuse_misleading(name: str) -> None:
    if is_bot_name(name):
        raise ValidationError(_("A bot already has this name. Please choose another."), code="bot")
    if has_reserved_word(name):
        raise ValidationError(
            _("This name could be mistaken for the site or a bot. Please choose another."), code="reserved"
        )


def validate_readable(name: str) -> None:
    """Raise `ValidationError` for a name that cannot be read.

    Names of circles and house roles are validated by it, too.
    """
    if (unseen := find_invisible(name)) is not None:
        raise _unseen_error(name, unseen)
    if _is_piled_up(name):
        raise ValidationError(
            _("So many accents on top of each other are hard to read. Please use fewer."), code="piled_up"
        )
    if SIGNS_OF_CODE.intersection(unicodedata.normalize("NFKC", name)):
        raise ValidationError(_("Names can’t contain these characters: < > { }. Please remove them."), code="signs")
    if is_placeholder(name):
        raise ValidationError(
            _("Computers use this word to mean “nothing”. Please choose another name."), code="placeholder"
        )


def _unseen_error(name: str, at: int) -> ValidationError:
    """Return an error that says where a character is that no one sees, with the name as it would be without it."""
    words = {"before": name[:at], "suggestion": tidy_name(drop_unseen(name))}
    sentence = _("There is an invisible character after “%(before)s”. How about “%(suggestion)s”?")
    if not name[:at]:
        sentence = _("This name begins with an invisible character. How about “%(suggestion)s”?")
    if not words["suggestion"]:
        sentence = _("This name is invisible. Please choose one that others can see.")
    return ValidationError(sentence, code="invisible", params=words)


def _is_piled_up(name: str) -> bool:
    """Whether a name stacks so many marks that they would run over the neighbours."""
    marks = sum(unicodedata.category(char) in {"Mn", "Me"} and char not in EMOJI_MARKS for char in name)
    return marks * 2 > len(name)
