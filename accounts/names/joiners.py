"""Joiners: invisible characters that some scripts and emoji need between two others or at the end of a word.

See UAX 31, section 2.3.
"""

import unicodedata

from confusable_homoglyphs.categories import alias

from accounts.names.invisible import is_invisible

NON_JOINER, JOINER = "\u200c", "\u200d"
EMOJI_STYLE, KEYCAP = "\ufe0f", "\u20e3"
SCRIPTS = frozenset(
    {
        "ARABIC", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "MALAYALAM", "MONGOLIAN",
        "MYANMAR", "ORIYA", "SINHALA", "SYRIAC", "TAMIL", "TELUGU",
    }
)  # fmt: skip
"""The scripts that write some letters with a joiner or a non-joiner between them."""
FIRST_EMOJI = "\u2190"
"""Symbols before it, such as `©`, are in no sequence of emoji."""
ARROWS = "\u2194\u2195"
"""Emoji that Unicode counts among the signs of mathematics."""
VIRAMA = 9
"""The combining class of the signs that take the vowel from a letter."""
BLACK_FLAG, LAST_TAG = "\U0001f3f4", "\U000e007f"
FLAGS = tuple(
    BLACK_FLAG + "".join(chr(0xE0000 + ord(char)) for char in region) + LAST_TAG
    for region in ("gbeng", "gbsct", "gbwls")
)
"""The flags of England, Scotland and Wales: a black flag, invisible letters and an end (UTS 51, ED-14a)."""


def find_invisible(name: str) -> int | None:
    """Return the position of the first character that no one sees and that joins nothing, or None."""
    return next((at for at, char in enumerate(name) if is_invisible(char) and not _is_joining(name, at)), None)


def drop_unseen(name: str) -> str:
    """Return a name without the characters that no one sees and that join nothing."""
    while (at := find_invisible(name)) is not None:
        name = name[:at] + name[at + 1 :]
    return name


def _is_joining(name: str, at: int) -> bool:
    """Whether the invisible character at `at` is needed: between letters of some scripts, or in an emoji."""
    before, after = name[:at], name[at + 1 :]
    if name[at] == EMOJI_STYLE:
        return _is_keycap(name, at) or before[-2:-1] == JOINER or after[:1] == JOINER
    if name[at] not in (NON_JOINER, JOINER):
        return _is_in_flag(name, at)
    if not after or after.startswith(" "):
        return _is_at_end(before, name[at])
    return _is_between_letters(before, after) or (name[at] == JOINER and _is_between_emoji(before, after))


def _is_in_flag(name: str, at: int) -> bool:
    begin = name.rfind(BLACK_FLAG, 0, at)
    return begin >= 0 and any(name.startswith(flag, begin) and at < begin + len(flag) for flag in FLAGS)


def _is_at_end(before: str, joiner: str) -> bool:
    """Whether a joiner may end a word: after a virama, as in Malayalam `മോഹന്‍`, or where it changes an Arabic letter."""
    last = before[-1:]
    if not last or alias(last) not in SCRIPTS:
        return False
    return unicodedata.combining(last) == VIRAMA or (joiner == JOINER and _has_initial_form(last))


def _has_initial_form(letter: str) -> bool:
    """Whether an Arabic letter looks different if another one follows, as `ه` does in `ه‍`."""
    try:
        return bool(unicodedata.lookup(f"{unicodedata.name(letter)} INITIAL FORM"))
    except (KeyError, ValueError):
        return False


def _is_keycap(name: str, at: int) -> bool:
    return name[at - 1 : at] in tuple("0123456789#*") and name[at + 1 : at + 2] == KEYCAP


def _is_between_letters(before: str, after: str) -> bool:
    last, first = _find_script(before[::-1]), _find_script(after)
    return last == first and last in SCRIPTS


def _find_script(text: str) -> str:
    """Return the script of the first letter.

    Marks that belong to all scripts may stand before it and are skipped.
    """
    letter = next((char for char in text if unicodedata.category(char) != "Mn" or alias(char) in SCRIPTS), "")
    return str(alias(letter)) if letter else ""


def _is_between_emoji(before: str, after: str) -> bool:
    last = before.removesuffix(EMOJI_STYLE)[-1:]
    return (_is_emoji(last) or unicodedata.category(last or " ") == "Sk") and _is_emoji(after[:1])


def _is_emoji(char: str) -> bool:
    return char != "" and (char in ARROWS or (char >= FIRST_EMOJI and unicodedata.category(char) == "So"))
