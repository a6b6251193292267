from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.engine.errors import InvalidOption
from games.rules.engine.options import Option
from games.rules.engine.values import Json

OPTIONS: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    pass


FIRST_OPTIONS: Mapping[str, Json] = {}


def parse_options(raw: Mapping[str, Json], seats: int) -> Options:
    """Return the options. The title has none, so any option raises `InvalidOption`."""
    for name in raw:
        raise InvalidOption(name, "unknown_option")
    return Options()


def dump_options(options: Options) -> dict[str, Json]:
    return {}


def list_wishes(options: Options) -> tuple[str, ...]:
    return ()
