"""What a title's sentences are made of, and markers for them: they are worded when shown.

The rules hold English source sentences with `{named}` places; the pages translate and fill them. Both markers
give their sentence back: they are here so that the catalogue of translations can be made by reading the code.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


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


@dataclass(frozen=True, slots=True)
class Gloss:
    """A word of a title's own and what it means, in a sentence or two."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Tip:
    """A sentence for a first game. `when` is asked of an observation whether this is the moment for it.

    It must come out the same whatever the viewer's role: not from `legal`, which may tell a role.
    """

    code: str
    text: str
    when: Callable[[Any], bool]
