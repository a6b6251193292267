"""The forms of a title's sentences, and markers for translation.

Rules hold English sentences with `{named}` places. Pages translate and fill them when shown. The markers return their
argument unchanged; they let the catalogue be extracted from the code.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence in two forms, chosen by `{count}`."""

    one: str
    many: str


Sentence = str | Plural


def text(sentence: str) -> str:
    return sentence


def plural(one: str, many: str) -> Plural:
    return Plural(one, many)


@dataclass(frozen=True, slots=True)
class Gloss:
    """A word of the title's own and its meaning, in a sentence or two."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Tip:
    """A hint for a first game. `when` decides from an observation.

    `when` must not depend on the role, so it must not read `legal`, which may give a role away.
    """

    code: str
    text: str
    when: Callable[[Any], bool]
