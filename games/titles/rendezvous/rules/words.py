"""Packs of words. A pack has fifty cards of ten passwords, and hints for each password."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from games.titles.rendezvous.rules.folding import contains, fold

FRENCH, ENGLISH = "fr", "en"
LANGUAGES = (FRENCH, ENGLISH)
# The numbers of the passwords on a card.
NUMBERS = range(1, 11)
# So many of the first passwords on a card are easier.
EASIER = 5

Card = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Association:
    """A password with its hints. Its own hints come first, then those it shares with other passwords."""

    password: str
    hints: tuple[str, ...]
    folded: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pack:
    cards: tuple[Card, ...]
    associations: Mapping[str, Association]


@cache
def find_pack(language: str) -> Pack:
    """Return the pack of words for one of `LANGUAGES`."""
    folder = files("games.titles.rendezvous.rules").joinpath("words")
    written, shared = (folder.joinpath(f"{language}{part}.txt").read_text("utf-8") for part in ("", "-shared"))
    return _read_pack(written, shared)


@cache
def find_former_cards(language: str) -> tuple[Card, ...]:
    """Return the cards as they were before a password was replaced. Records of games may hold them."""
    file = files("games.titles.rendezvous.rules").joinpath("words", f"{language}-former.txt")
    return _read_former(file.read_text("utf-8")) if file.is_file() else ()


def _read_former(written: str) -> tuple[Card, ...]:
    """Return the cards of a file that has a line for each, with its passwords in their order."""
    return tuple(tuple(line.split()) for line in written.splitlines())


def _read_pack(written: str, shared: str = "") -> Pack:
    """Parse a pack.

    Cards are paragraphs of lines `password: hint hint`, shared hints are lines `hint: password password`. An
    indented line continues the one before.
    """
    paragraphs = [paragraph.splitlines() for paragraph in written.strip().split("\n\n")]
    cards = tuple(tuple(_read_line(line) for line in lines) for lines in paragraphs)
    suiting = _read_shared(shared)
    associations = [_share(each, suiting.get(each.password, ())) for card in cards for each in card]
    return Pack(
        cards=tuple(tuple(association.password for association in card) for card in cards),
        associations={association.password: association for association in associations},
    )


def _read_line(line: str) -> Association:
    password, _, hints = line.partition(":")
    return _associate(password.strip(), hints.split())


def _read_shared(written: str) -> Mapping[str, Sequence[str]]:
    """Return the shared hints by password."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in written.replace("\n ", " ").splitlines():
        hint, _, passwords = line.partition(":")
        for password in passwords.split():
            found[password].append(hint)
    return found


def _share(association: Association, hints: Sequence[str]) -> Association:
    return _associate(
        association.password,
        [*association.hints, *(hint for hint in hints if not contains(hint, association.password))],
    )


def _associate(password: str, hints: Iterable[str]) -> Association:
    by_folded: dict[str, str] = {}
    for hint in hints:
        by_folded.setdefault(fold(hint), hint)
    return Association(password, tuple(by_folded.values()), frozenset(by_folded))


@cache
def list_associations(language: str, number: int) -> tuple[Association, ...]:
    """Return the passwords with this number, with their hints.

    Hints that contain one of these passwords are left out. A player may not say the own password, so such a hint would
    show which card the player does not have.
    """
    associations = _list_by_number(find_pack(language), number)
    return tuple(replace(each, hints=_leave_out_passwords(each.hints, associations)) for each in associations)


@cache
def list_plain_words(language: str, number: int) -> tuple[str, ...]:
    """Return words that suit any card."""
    pack = find_pack(language)
    words = (pack.associations[card[0]].hints[0] for card in pack.cards)
    return _leave_out_passwords(dict.fromkeys(words), _list_by_number(pack, number))


def _list_by_number(pack: Pack, number: int) -> tuple[Association, ...]:
    return tuple(pack.associations[card[number - 1]] for card in pack.cards)


def _leave_out_passwords(words: Iterable[str], associations: Sequence[Association]) -> tuple[str, ...]:
    passwords = [fold(each.password) for each in associations]
    return tuple(word for word in words if not any(password in fold(word) for password in passwords))
