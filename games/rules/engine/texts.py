"""Forms of a title's sentences, with `{named}` places.

`text` and `plural` mark their argument for the catalogue.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Plural:
    one: str
    many: str


Sentence = str | Plural


def text(sentence: str) -> str:
    return sentence


def plural(one: str, many: str) -> Plural:
    return Plural(one, many)


@dataclass(frozen=True, slots=True)
class Gloss:
    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Tip:
    """`when` takes an observation. It must not read `legal`, which may give a role away."""

    code: str
    text: str
    when: Callable[[Any], bool]
