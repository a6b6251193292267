"""Decides when two words are equal. Words are stored as they were typed, and folded only to compare them."""

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

MAX_LETTERS = 30
# Characters that count as apostrophes. Unicode calls some of them letters.
APOSTROPHES = (
    "'\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{SINGLE HIGH-REVERSED-9 QUOTATION MARK}\N{PRIME}"
    "\N{MODIFIER LETTER PRIME}\N{MODIFIER LETTER TURNED COMMA}\N{MODIFIER LETTER APOSTROPHE}"
    "\N{MODIFIER LETTER REVERSED COMMA}\N{MODIFIER LETTER RIGHT HALF RING}\N{MODIFIER LETTER LEFT HALF RING}"
    "\N{MODIFIER LETTER VERTICAL LINE}\N{LATIN CAPITAL LETTER SALTILLO}\N{LATIN SMALL LETTER SALTILLO}"
)
HYPHENS = "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{MINUS SIGN}"
ALIKE = {
    **dict.fromkeys(map(ord, APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, HYPHENS), "-"),
    ord("œ"): "oe",
    ord("æ"): "ae",
}
# Marks on, under or around a letter.
DROPPED = ("Mn", "Me")
# Invisible characters that Unicode calls letters or marks. They could hide a password.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
# Modifier letters that could split a password.
UNREAD = re.compile("[\u02c6\u02c7\u02c9-\u02d1\u02ec\u02ee\ua717-\ua71f\ua788]")
PARTS = re.compile(f"[{re.escape(APOSTROPHES + HYPHENS)}]")


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """Return a word in the form used to compare words.

    It has no case, no accents and no outer spaces; œ, apostrophes and hyphens each have a single form.
    """
    # An enclosing mark has no combining class, so compare categories. Some letters gain case or accents only when
    # decomposed, so decompose before and after casefolding.
    apart = normalize("NFKD", normalize("NFKD", word.strip().translate(ALIKE)).casefold())
    return "".join(sign for sign in apart if not combining(sign) and category(sign) not in DROPPED).translate(ALIKE)


def contains(word: str, password: str) -> bool:
    return fold(password) in fold(word)


def is_word(text: str) -> bool:
    """Whether a text is one word. Hyphens and apostrophes may stand only inside of it."""
    return 0 < len(text) <= MAX_LETTERS and all(_is_letters(part) for part in PARTS.split(text))


def _is_letters(part: str) -> bool:
    """Whether a part has only readable letters and their marks."""
    if not part or UNSEEN.search(part) or UNREAD.search(part):
        return False
    return category(part[0])[0] == "L" and all(category(sign)[0] in "LM" for sign in part)
