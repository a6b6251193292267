"""Look-alikes: Unicode's confusables (UTS 39)."""

import unicodedata
from functools import cache

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

from accounts.names.invisible import drop_invisible

LEFT_TO_RIGHT_MARK = "\u200e"
SHARED_SCRIPTS = frozenset({"COMMON", "INHERITED"})
"""The scripts of digits, spaces, signs and marks, which may stand in any name."""
WRITTEN_TOGETHER = tuple(map(frozenset, ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})))
"""Japanese, Korean and Chinese mix these scripts (UTS 39, section 5.1)."""


@cache
def _load_prototypes() -> dict[str, str]:
    """Return the prototype of each character that looks like another one.

    The library's tables list each pair in both directions. A prototype lists all its look-alikes, and these list only
    the prototype. For two characters that list only each other, the order of characters decides. The tables put
    right-to-left characters between marks, which are removed here.
    """
    prototypes = {}
    for listed, found in confusables_data.items():
        char, first = listed.strip(LEFT_TO_RIGHT_MARK), found[0]["c"].strip(LEFT_TO_RIGHT_MARK)
        is_pair = len(found) == 1 and len(confusables_data.get(found[0]["c"], ())) == 1
        if len(char) == 1 and len(found) == 1 and (not is_pair or len(first) > 1 or first < char):
            prototypes[char] = first
    return prototypes


def skeletonize(name: str) -> str:
    """Return a form that is equal for names that look alike.

    Characters are mapped before case is folded, because Greek `ΑΝΝΑ` looks like `ANNA`, but not in lower case. They are
    mapped again afterwards, because `m` looks like `rn`, but `M` does not.
    """
    folded = _map_look_alikes(unicodedata.normalize("NFKD", name)).casefold()
    return _map_look_alikes(unicodedata.normalize("NFKD", folded))


def _map_look_alikes(decomposed: str) -> str:
    prototypes = _load_prototypes()
    mapped = "".join(prototypes.get(char, char) for char in drop_invisible(drop_marks(decomposed)))
    return drop_marks(unicodedata.normalize("NFKD", mapped))


def drop_marks(decomposed: str) -> str:
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn" and not char.isspace())


def is_one_script(name: str) -> bool:
    """Whether a name is in one script, or in scripts that are written together."""
    scripts = {alias(char) for char in name} - SHARED_SCRIPTS
    return len(scripts) < 2 or any(scripts <= together for together in WRITTEN_TOGETHER)
