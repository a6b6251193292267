"""All titles by name. Each keeps its own types for mypy."""

from collections.abc import Mapping

from games.rules.engine.errors import UnknownRules
from games.rules.engine.protocol import AnyTitle, Title
from games.titles.hideouts import rules as hideouts
from games.titles.insidejob import rules as insidejob
from games.titles.rendezvous import rules as rendezvous

INSIDEJOB: Title[insidejob.Options, insidejob.Deal, insidejob.State, insidejob.Move, insidejob.Observation] = insidejob
TARGET: Title[hideouts.Options, hideouts.Deal, hideouts.State, hideouts.Move, hideouts.Observation] = hideouts
RENDEZVOUS: Title[rendezvous.Options, rendezvous.Deal, rendezvous.State, rendezvous.Move, rendezvous.Observation] = (
    rendezvous
)
TITLES: Mapping[str, AnyTitle] = {title.NAME: title for title in (INSIDEJOB, TARGET, RENDEZVOUS)}


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
        raise UnknownRules(name, version)
    return title


def list_versions() -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((name, title.VERSIONS) for name, title in TITLES.items())
