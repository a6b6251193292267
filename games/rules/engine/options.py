"""What a table may choose: the options of a title, and the house role that a host puts together from parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Json, Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a table may choose: a switch (no choices) or one of `choices` (value and label).

    Where the options' JSON has a list, the value is its entries with commas between; where it has a number, its digits.
    `is_language` marks a choice among languages, by their codes: the player who opens a table starts with their own.
    `blank` lets a host add an entry of their own to a list.
    """

    name: str
    label: str
    help: str
    default: bool | str
    choices: tuple[tuple[str, Sentence | Phrase], ...] = ()
    is_language: bool = False
    house_role: "HouseRoleParts | None" = None


@dataclass(frozen=True, slots=True)
class HouseRoleParts:
    """An entry that is made of `parts`, which are chosen as options are; the first part is empty for no such entry.

    `make` returns the entry that chosen parts give, or nothing; it raises `InvalidOption` with the name of a part.
    `find` returns such an entry among those of the option, and `describe` says in words what one is.
    `label` is what a whole value is called that is not among the choices offered.
    """

    parts: tuple[Option, ...]
    make: Callable[[Mapping[str, Json]], str]
    find: Callable[[Sequence[str]], str | None]
    describe: Callable[[str], Phrase]
    label: Callable[[str], Sentence | Phrase]


def find_house_rule(offered: Iterable[Option], options: Mapping[str, Json]) -> Phrase | None:
    """Return in words what a host has made for a table with these options, as they are stored; None for nothing."""
    for option in offered:
        entry = option.house_role.find(options.get(option.name, ())) if option.house_role else None
        if option.house_role and entry:
            return option.house_role.describe(entry)
    return None
