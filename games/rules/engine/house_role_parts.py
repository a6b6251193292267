"""What a host may put together themselves, as one more entry of an option's list: a house role, made of parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.engine.protocol import AnyTitle, Json, Option, Phrase
from games.rules.engine.texts import Sentence


@dataclass(frozen=True, slots=True)
class Blank:
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


def find_house_rule(title: AnyTitle, options: Mapping[str, Json]) -> Phrase | None:
    """Return in words what a host has made for a table with these options, as they are stored; None for nothing."""
    for option in title.OPTIONS:
        entry = option.blank.find(options.get(option.name, ())) if option.blank else None
        if option.blank and entry:
            return option.blank.describe(entry)
    return None
