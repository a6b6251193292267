"""How a name looks: Unicode's confusables (UTS 39), out of the tables of `confusable_homoglyphs`."""

import unicodedata
from functools import cache

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

from accounts.names.invisible import drop_invisible

LEFT_TO_RIGHT_MARK = "\u200e"
SHARED_SCRIPTS = frozenset({"COMMON", "INHERITED"})
"""Digits, spaces, signs and marks, which any script may use."""
WRITTEN_TOGETHER = tuple(map(frozenset, ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})))
"""Japanese, Korean and Chinese: scripts that make one way of writing together (UTS 39, section 5.1)."""


@cache
def load_prototypes() -> dict[str, str]:
    """Return for each character that looks like another what stands for all that look alike.

    The tables list each pair in both directions: a character that stands for others names all of them, any other that
    one alone. Two that have each other only are put in order. Signs written from right to left stand between marks.
    """
    prototypes = {}
    for listed, found in confusables_data.items():
        char, first = listed.strip(LEFT_TO_RIGHT_MARK), found[0]["c"].strip(LEFT_TO_RIGHT_MARK)
        is_pair = len(found) == 1 and len(confusables_data.get(found[0]["c"], ())) == 1
        if len(char) == 1 and len(found) == 1 and (not is_pair or len(first) > 1 or first < char):
            prototypes[char] = first
    return prototypes


def skeletonize(name: str) -> str:
    """Return the form in which two names that look alike are the same; it is for comparing, never for showing.

    Look-alikes are mapped before case is folded: `ΑΝΝΑ` in Greek looks like `ANNA`, in small letters like neither. And
    once more afterwards, for capitals that look like nothing else where their small letters do: `m` looks like `rn`.
    """
    folded = map_look_alikes(unicodedata.normalize("NFKD", name)).casefold()
    return map_look_alikes(unicodedata.normalize("NFKD", folded))


def map_look_alikes(decomposed: str) -> str:
    """Return a decomposed text without marks, spaces and what draws nothing, each character replaced by its like."""
    prototypes = load_prototypes()
    mapped = "".join(prototypes.get(char, char) for char in drop_invisible(drop_marks(decomposed)))
    return drop_marks(unicodedata.normalize("NFKD", mapped))


def drop_marks(decomposed: str) -> str:
    """Return a decomposed text without accents and other marks, and without spaces."""
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn" and not char.isspace())


def is_one_script(name: str) -> bool:
    """Return whether all letters of `name` belong to one script, or to several that are written together."""
    scripts = {alias(char) for char in name} - SHARED_SCRIPTS
    return len(scripts) < 2 or any(scripts <= together for together in WRITTEN_TOGETHER)
