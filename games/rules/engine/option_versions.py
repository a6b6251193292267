"""Reads and writes options for each version of the rules.

A title's own functions know the options of its newest version. A game of an older version has no option that came
later. It plays the value that the option had before, and does not store it, so that its record and commitment stay the
same.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from games.rules.engine.errors import InvalidOption
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Json


def parse_options(title: AnyTitle, raw: Mapping[str, Json], seats: int, rules: int) -> Any:
    """Parse options. Missing ones get the default of version `rules`. Raises `InvalidOption`."""
    defaults = {option.name: option.find_default(rules) for option in title.OPTIONS}
    return title.parse_options({**defaults, **raw}, seats)


def dump_options(title: AnyTitle, options: Any, rules: int) -> dict[str, Json]:
    """Return the options that version `rules` has as JSON, including those with a default value."""
    later = {option.name for option in title.OPTIONS if option.since > rules}
    return {name: value for name, value in title.dump_options(options).items() if name not in later}


def drop_defaults(title: AnyTitle, raw: Mapping[str, Json], seats: int, rules: int) -> dict[str, Json]:
    """Leave out the options whose default means the same at so many seats, such as five rounds for five players.

    At another number of seats they may mean something else. Raises `InvalidOption`.
    """
    kept, meant = dict(raw), parse_options(title, raw, seats, rules)
    for name in raw:
        fewer = {other: value for other, value in kept.items() if other != name}
        with suppress(InvalidOption):
            if parse_options(title, fewer, seats, rules) == meant:
                kept = fewer
    return kept
