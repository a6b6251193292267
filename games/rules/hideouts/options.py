"""What a table may choose: nothing. T.A.R.G.E.T. has one way of playing."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.engine.errors import InvalidOption
from games.rules.engine.options import Option
from games.rules.engine.values import Json

OPTIONS: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table: none."""


FIRST_OPTIONS: Mapping[str, Json] = {}


def parse_options(raw: Mapping[str, Json], seats: int) -> Options:
    """Return the options of a table. Raises `InvalidOption` if any is given, as there are none."""
    for name in raw:
        raise InvalidOption(name, "unknown_option")
    return Options()


def dump_options(options: Options) -> dict[str, Json]:
    """Return the options as JSON."""
    return {}


def list_wishes(options: Options) -> tuple[str, ...]:
    """Return what a player may wish for before the deal: nothing, as both are dealt the same."""
    return ()
