"""Markers for sentences that are worded when shown.

The rules hold English source sentences with `{named}` places; the pages translate and fill them. Both markers
give their sentence back: they are here so that the catalogue of translations can be made by reading the code.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence in two forms, chosen by the number in its place `{count}`."""

    one: str
    many: str


Sentence = str | Plural


def text(sentence: str) -> str:
    """Mark a sentence for translation and return it unchanged."""
    return sentence


def plural(one: str, many: str) -> Plural:
    """Mark a sentence with a form for one and a form for many."""
    return Plural(one, many)
