from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Json, Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """A switch, or a choice among `choices` (value and label).

    Values are text: lists with commas, numbers as digits. An `is_language` option defaults to the host's language.
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
    """An entry made of `parts`; an empty first part means none.

    `make` returns the entry or "", or raises `InvalidOption` with a part's name. `find` finds it in a list. `label`
    names values outside the choices.
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
