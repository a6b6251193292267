"""Sections of an export. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Any

from django.utils.functional import Promise

Words = str | Promise


@dataclass(frozen=True)
class Section:
    """A part of the personal data file. `key` is its name in the JSON."""

    key: str
    title: Words
    columns: Mapping[str, Words]
    rows: Sequence[Mapping[str, Any]]
    # Path to a function that makes the content.
    files: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    # The columns on the page; empty for all. The JSON has all of them.
    on_page: Sequence[str] = ()
    # Puts values of a column in words, for the page.
    words: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    # The page shows the only row as a list of names and values.
    is_one: bool = False

    @property
    def headings(self) -> Mapping[str, Words]:
        """Return the columns on the page, with their headings."""
        return {name: self.columns[name] for name in self.on_page or self.columns}


def name_choices(choices: Mapping[Any, Any]) -> Callable[[Any], Any]:
    """Return a function that puts a code, or each of a list of codes, in words. Unknown codes stay as they are."""

    def name(value: Any) -> Any:
        return [name(each) for each in value] if isinstance(value, list) else choices.get(value, value)

    return name


def write_plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Enum):
        return write_plain(value.value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Promise):
        return str(value)
    if is_dataclass(value):
        return {each.name: write_plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(write_plain(key)): write_plain(each) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((write_plain(each) for each in value), key=repr)
    return [write_plain(each) for each in value]
