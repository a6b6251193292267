"""The packs: fifty cards of ten passwords in each language, and the words that bots associate with each password."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from games.rules.rendezvous.folding import fold

FRENCH, ENGLISH = "fr", "en"
LANGUAGES = (FRENCH, ENGLISH)
NUMBERS = range(1, 11)
"""The numbers on a card: one of them is that of the passwords of a whole game."""
EASIER = 5
"""How many passwords at the top of a card are the easier ones."""

Card = tuple[str, ...]
"""A spy card: its passwords in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Association:
    """A password and what comes to mind: `hints` as they are written, `folded` as words are compared."""

    password: str
    hints: tuple[str, ...]
    folded: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pack:
    """The spy cards of a language, each of which exists twice, and the associations of each password."""

    cards: tuple[Card, ...]
    associations: Mapping[str, Association]


@cache
def find_pack(language: str) -> Pack:
    """Return the pack of one of `LANGUAGES`, out of the file that is part of the package."""
    file = files("games.rules.rendezvous").joinpath("words", f"{language}.txt")
    return read_pack(file.read_text("utf-8"))


def read_pack(written: str) -> Pack:
    """Return the pack that a text holds: a card a paragraph, `password: hint hint` a line."""
    paragraphs = [paragraph.splitlines() for paragraph in written.strip().split("\n\n")]
    cards = tuple(tuple(read_line(line) for line in lines) for lines in paragraphs)
    return Pack(
        cards=tuple(tuple(association.password for association in card) for card in cards),
        associations={association.password: association for card in cards for association in card},
    )


def read_line(line: str) -> Association:
    """Return the password of a line, with its hints."""
    password, _, hints = line.partition(":")
    words = tuple(hints.split())
    return Association(password.strip(), words, frozenset(map(fold, words)))


@cache
def list_associations(language: str, number: int) -> tuple[Association, ...]:
    """Return what may be the password of a round at a table that plays with `number`: one for each card."""
    pack = find_pack(language)
    return tuple(pack.associations[card[number - 1]] for card in pack.cards)


@cache
def list_plain_words(language: str) -> Mapping[str, str]:
    """Return some words that anybody might say, one for each card, and each as it is compared."""
    pack = find_pack(language)
    words = (pack.associations[card[0]].hints[0] for card in pack.cards)
    return {word: fold(word) for word in words}
