"""The packs: fifty cards of ten passwords in each language, and the words that bots associate with each password."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from games.rules.rendezvous.folding import contains, fold

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
    """Return what may be the password of a round at a table that plays with `number`: one for each card.

    `hints` are without what holds one of these passwords: a player who says such a word shows which card is not theirs.
    """
    associations = list_by_number(find_pack(language), number)
    return tuple(replace(each, hints=leave_out_passwords(each.hints, associations)) for each in associations)


@cache
def list_plain_words(language: str, number: int) -> tuple[str, ...]:
    """Return some words that a player might say at a table that plays with `number`, with any card."""
    pack = find_pack(language)
    words = (pack.associations[card[0]].hints[0] for card in pack.cards)
    return leave_out_passwords(dict.fromkeys(words), list_by_number(pack, number))


def list_by_number(pack: Pack, number: int) -> tuple[Association, ...]:
    """Return the passwords with a number, one for each card."""
    return tuple(pack.associations[card[number - 1]] for card in pack.cards)


def leave_out_passwords(words: Iterable[str], associations: Sequence[Association]) -> tuple[str, ...]:
    """Return those words that hold none of some passwords."""
    return tuple(word for word in words if not any(contains(word, each.password) for each in associations))
