"""The options of a title, and the house role that a host puts together from parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Json, Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """A switch (no `choices`) or a choice among `choices` (value and label).

    The value is text: a list is joined by commas, a number is its digits. An `is_language` option defaults to the
    host's language.
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
    """An entry made of `parts`; an empty first part means no entry.

    `make` returns the entry, or "", or raises `InvalidOption` with the name of a part. `find` finds the house role in a
    list, `describe` puts it in words. `label` names a value that is not among the choices.
    """

    parts: tuple[Option, ...]
    make: Callable[[Mapping[str, Json]], str]
    find: Callable[[Sequence[str]], str | None]
    describe: Callable[[str], Phrase]
    label: Callable[[str], Sentence | Phrase]


def find_house_rule(offered: Iterable[Option], options: Mapping[str, Json]) -> Phrase | None:
    for option in offered:
        entry = option.house_role.find(options.get(option.name, ())) if option.house_role else None
        if option.house_role and entry:
            return option.house_role.describe(entry)
    return None
