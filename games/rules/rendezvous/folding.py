"""What a word is, and when two words count as the same: what is said stays as it was typed, only comparing folds it."""

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

MAX_LETTERS = 30
APOSTROPHES = (
    "'\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{SINGLE HIGH-REVERSED-9 QUOTATION MARK}\N{PRIME}"
    "\N{MODIFIER LETTER PRIME}\N{MODIFIER LETTER TURNED COMMA}\N{MODIFIER LETTER APOSTROPHE}"
    "\N{MODIFIER LETTER REVERSED COMMA}\N{MODIFIER LETTER RIGHT HALF RING}\N{MODIFIER LETTER LEFT HALF RING}"
    "\N{MODIFIER LETTER VERTICAL LINE}\N{LATIN CAPITAL LETTER SALTILLO}\N{LATIN SMALL LETTER SALTILLO}"
)
"""What is read as an apostrophe, though some are letters to Unicode."""
HYPHENS = "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{MINUS SIGN}"
ALIKE = {
    **dict.fromkeys(map(ord, APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, HYPHENS), "-"),
    ord("œ"): "oe",
    ord("æ"): "ae",
}
DROPPED = ("Mn", "Me")
"""The categories of what lies on, under or around a letter, and is no letter itself."""
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What counts as a letter or a part of one though it cannot be seen; a password could hide behind it."""
UNREAD = re.compile("[\u02c6\u02c7\u02c9-\u02d1\u02ec\u02ee\ua717-\ua71f\ua788]")
"""Signs of tone, stress and length that count as letters though they are not read; they could draw a password apart."""
PARTS = re.compile(f"[{re.escape(APOSTROPHES + HYPHENS)}]")


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """Return a word as it is compared: trimmed, without case and accents, œ as oe, apostrophes and hyphens alike."""
    # A ring around a letter combines with it, but has no class of combining: so categories are looked at, too.
    # Some letters gain a case or an accent only when they are taken apart, so this is done before and after folding.
    apart = normalize("NFKD", normalize("NFKD", word.strip().translate(ALIKE)).casefold())
    return "".join(sign for sign in apart if not combining(sign) and category(sign) not in DROPPED).translate(ALIKE)


def contains(word: str, password: str) -> bool:
    """Tell whether a word is a password or holds it."""
    return fold(password) in fold(word)


def is_word(text: str) -> bool:
    """Tell whether a text is one word: 1 to 30 letters of any script, hyphens and apostrophes only between them."""
    return 0 < len(text) <= MAX_LETTERS and all(is_letters(part) for part in PARTS.split(text))


def is_letters(part: str) -> bool:
    """Tell whether a part of a word is made of letters that are seen and read, and of signs that belong to them."""
    if not part or UNSEEN.search(part) or UNREAD.search(part):
        return False
    return category(part[0])[0] == "L" and all(category(sign)[0] in "LM" for sign in part)
