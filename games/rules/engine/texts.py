"""The types of a title's sentences, which have placeholders such as `{player}`.

`text` and `plural` mark their argument for translation.
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
    """A hint for newcomers.

    `when` takes an observation and says whether the tip applies. It must not read `legal`, which may give a role away.
    `at` is a CSS selector: the tip points at the first matching element in sight.
    """

    code: str
    at: str
    heading: str
    text: str
    when: Callable[[Any], bool]
