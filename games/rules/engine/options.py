"""The options of a title, and the house role that a host puts together from parts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Json, Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """A switch (no `choices`) or a choice among `choices` (value and label).

    The value is text: for a list in the options' JSON its entries with commas between, for a number its digits. An
    `is_language` option starts with the language of the host. `house_role` lets the host add an entry to a list.
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
    """An entry made of `parts`, which are options themselves. An empty first part means no entry.

    `make` returns the entry for the chosen parts, or "". It raises `InvalidOption` with the name of a part. `find`
    returns the house role in an option's list, `describe` its words. `label` names a value that is not among the
    choices offered.
    """

    parts: tuple[Option, ...]
    make: Callable[[Mapping[str, Json]], str]
    find: Callable[[Sequence[str]], str | None]
    describe: Callable[[str], Phrase]
    label: Callable[[str], Sentence | Phrase]


def find_house_rule(offered: Iterable[Option], options: Mapping[str, Json]) -> Phrase | None:
    """Describe the house role in these stored options, if there is one."""
    for option in offered:
        entry = option.house_role.find(options.get(option.name, ())) if option.house_role else None
        if option.house_role and entry:
            return option.house_role.describe(entry)
    return None
