"""Finds marks of French that no narrow space stands before, or a space that may break."""

import re

NARROW = "\u202f"
LOOSE = re.compile(rf"[^{NARROW}\s?!:;/\d][;!?»](\s|$)|[^{NARROW}\s\d/hps]:(\s|$)|«(?!{NARROW})|[ \u00a0][;:!?»]")


AFTER_A_WORD = re.compile(r"[A-Za-zÀ-ÿ’)»][ \u00a0]?[;:!?»](\s|$)|\d[;:!?»](\s|$)")
"""What is wrong where all that a page shows is looked at: signs that stand by themselves are none of a sentence."""


def find_marks_after_words(text: str) -> list[str]:
    """Return the lines of a text in which a mark follows a word without its space."""
    return [line.strip() for line in text.splitlines() if AFTER_A_WORD.search(line.strip())]


def find_loose_marks(text: str) -> list[str]:
    """Return the lines of a text in which a mark stands wrong; addresses are not looked at."""
    lines = re.sub(r"https?://\S+", "x", text).splitlines()
    return [line.strip() for line in lines if LOOSE.search(line.strip())]
