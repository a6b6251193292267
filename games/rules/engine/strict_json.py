"""Strict reading of untrusted JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from games.rules.engine.errors import BadRecord
from games.rules.engine.values import Json

# The most bytes in a line: many times the length of the longest game.
MAX_BYTES = 1_000_000
# How many characters and list entries error messages quote.
MAX_QUOTED = 60


def read_json(line: bytes) -> Json:
    """Parse a line of JSON. Raises `BadRecord`, also for `NaN`, duplicate keys, and excessive size or depth."""
    if len(line) > MAX_BYTES:
        raise BadRecord("json", f"longer than {MAX_BYTES} bytes")
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=_make_object, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise BadRecord("json", "not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadRecord("json", f"{error.msg} at character {error.pos}") from None
    except ValueError:
        raise BadRecord("json", "a number with too many digits") from None
    except RecursionError:
        raise BadRecord("json", "nested too deeply") from None


def _make_object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for key, value in pairs:
        if key in made:
            raise BadRecord("json", f"the key {quote(key)} is given twice")
        made[key] = value
    return made


def _refuse_constant(name: str) -> NoReturn:
    """Refuse `NaN` and the like, which Python would read although they are not JSON."""
    raise BadRecord("json", f"{name} is not JSON")


def require_keys(raw: Json, keys: Sequence[str], where: str) -> None:
    """Raise `BadRecord` unless `raw` has just these keys in this order."""
    if not isinstance(raw, dict):
        raise BadRecord(where, f"{quote(raw)} is not an object")
    for key in keys:
        if key not in raw:
            raise BadRecord(where, f"{key} is missing")
    for key in raw:
        if key not in keys:
            raise BadRecord(where, f"the key {quote(key)} is unknown")
    if list(raw) != list(keys):
        raise BadRecord(where, f"the keys are not in order: {', '.join(keys)}")


def require_same(raw: Json, wanted: Mapping[str, Json], where: str) -> None:
    require_keys(raw, tuple(wanted), where)
    for name, value in wanted.items():
        if not is_same(raw[name], value):
            raise BadRecord(where, f"{name} is {quote(raw[name])}, not {quote(value)}")


def require_list(raw: Json, length: int, what: str, where: str) -> list[Any]:
    if not isinstance(raw, list):
        raise BadRecord(where, f"{what} is {quote(raw)}, not a list")
    if len(raw) != length:
        raise BadRecord(where, f"{what} has {len(raw)} entries, not {length}")
    return raw


def is_number(raw: Json, among: Sequence[int]) -> bool:
    """Whether `raw` is one of the integers in `among`. Python's `True` and `1.0` equal 1, but do not count."""
    return type(raw) is int and raw in among


def is_same(raw: Json, wanted: Json) -> bool:
    """Whether two values are equal, with the same types and the same order of keys."""
    if type(raw) is not type(wanted):
        return False
    if isinstance(wanted, dict):
        return list(raw) == list(wanted) and all(is_same(raw[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return len(raw) == len(wanted) and all(is_same(*pair) for pair in zip(raw, wanted, strict=True))
    return bool(raw == wanted)


def quote(raw: Json) -> str:
    """Return a value as short ASCII text for an error message, because a record may hold anything."""
    if isinstance(raw, dict):
        return "an object"
    if isinstance(raw, list):
        if len(raw) > MAX_QUOTED or any(isinstance(value, (dict, list)) for value in raw):
            return f"a list of {len(raw)}"
        return f"[{', '.join(map(quote, raw))}]"
    written = json.dumps(raw)
    return written if len(written) <= MAX_QUOTED else f"{written[:MAX_QUOTED]}..."
