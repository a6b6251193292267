"""The packs: fifty cards of ten passwords in each language, and the words that bots associate with each password."""

from collections import defaultdict
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
    """A password and what comes to mind: `hints` as they are written, `folded` as words are compared.

    Its own hints come first, then those that it shares with other passwords.
    """

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
    """Return the pack of one of `LANGUAGES`, out of the files that are part of the package."""
    folder = files("games.rules.rendezvous").joinpath("words")
    written, shared = (folder.joinpath(f"{language}{part}.txt").read_text("utf-8") for part in ("", "-shared"))
    return read_pack(written, shared)


def read_pack(written: str, shared: str = "") -> Pack:
    """Return the pack that two texts hold: a card a paragraph, `password: hint hint` a line; and shared hints.

    Of those, each has a line, `hint: password password`, that goes on in the next one if that is indented.
    """
    paragraphs = [paragraph.splitlines() for paragraph in written.strip().split("\n\n")]
    cards = tuple(tuple(read_line(line) for line in lines) for lines in paragraphs)
    suiting = read_shared(shared)
    associations = [share(each, suiting.get(each.password, ())) for card in cards for each in card]
    return Pack(
        cards=tuple(tuple(association.password for association in card) for card in cards),
        associations={association.password: association for association in associations},
    )


def read_line(line: str) -> Association:
    """Return the password of a line, with its hints."""
    password, _, hints = line.partition(":")
    return associate(password.strip(), hints.split())


def read_shared(written: str) -> Mapping[str, Sequence[str]]:
    """Return by password the hints that it shares with others."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in written.replace("\n ", " ").splitlines():
        hint, _, passwords = line.partition(":")
        for password in passwords.split():
            found[password].append(hint)
    return found


def share(association: Association, hints: Sequence[str]) -> Association:
    """Return a password with more hints, but for those that hold it."""
    return associate(
        association.password,
        [*association.hints, *(hint for hint in hints if not contains(hint, association.password))],
    )


def associate(password: str, hints: Iterable[str]) -> Association:
    """Return a password with its hints, each once as words are compared."""
    by_folded: dict[str, str] = {}
    for hint in hints:
        by_folded.setdefault(fold(hint), hint)
    return Association(password, tuple(by_folded.values()), frozenset(by_folded))


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
    passwords = [fold(each.password) for each in associations]
    return tuple(word for word in words if not any(password in fold(word) for password in passwords))
