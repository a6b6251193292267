"""All titles by name."""

from collections.abc import Mapping
from importlib import import_module

from games.rules.engine.errors import UnknownRules
from games.rules.engine.protocol import AnyTitle, Title
from games.titles import PACKAGES


def _load_title(package: str) -> AnyTitle:
    """Return `TITLE` of a package's rules. Raises `TypeError` if there is none."""
    title = getattr(import_module(f"{package}.rules"), "TITLE", None)
    if not isinstance(title, Title):
        raise TypeError(f"{package}.rules has no TITLE that is a Title")
    return title


TITLES: Mapping[str, AnyTitle] = {title.NAME: title for title in map(_load_title, PACKAGES)}


def get_title(name: str) -> AnyTitle:
    """Return the title. Raises `KeyError` for an unknown name."""
    return TITLES[name]


def find_rules(name: str, version: int) -> AnyTitle | None:
    """Return the title, or None if this release cannot play that version of its rules."""
    title = TITLES.get(name)
    return title if title and version in title.VERSIONS else None


def get_rules(name: str, version: int) -> AnyTitle:
    title = find_rules(name, version)
    if not title:
        raise UnknownRules(name, version, has_title=name in TITLES)
    return title


def list_versions() -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((name, title.VERSIONS) for name, title in TITLES.items())
