from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.texts import Sentence
from games.rules.engine.values import Json, Phrase


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a title: a switch, or a choice among `choices`, which are pairs of value and label.

    Values are text: lists with commas, numbers as digits. An option with `is_language` defaults to the host's language.
    If fewer players come to a weekly table than the value of an option with `shrinks` needs, it takes its default.
    `since` is the first version of the rules with this option. Games of an older version play the value `earlier`, or
    `default` if that is None.
    """

    name: str
    label: str
    help: str
    default: bool | str
    choices: tuple[tuple[str, Sentence | Phrase], ...] = ()
    is_language: bool = False
    shrinks: bool = False
    house_role: "HouseRoleParts | None" = None
    since: int = 1
    earlier: bool | str | None = None

    def find_default(self, rules: int) -> bool | str:
        """Return the value of the option in a game of version `rules` that does not name it."""
        return self.default if rules >= self.since or self.earlier is None else self.earlier


@dataclass(frozen=True, slots=True)
class HouseRoleParts:
    """How a host builds a house role from `parts`. The result is an entry in the list of roles.

    If the first part is empty, there is no house role. `make` returns the entry or "", or raises `InvalidOption` with a
    part's name. `find` finds the entry in a list. `label` names values that are not among the choices.
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
