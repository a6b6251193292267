"""The titles this house holds, by name, and every version of their rules that it can still play."""

from collections.abc import Mapping

from games.rules import insidejob, rendezvous, target
from games.rules.errors import UnknownRules
from games.rules.protocol import Title

TITLES: Mapping[str, Title] = {title.NAME: title for title in (insidejob, target, rendezvous)}
"""Each title with its newest rules: those of a table that is opened now."""
VERSIONS: Mapping[tuple[str, int], Title] = {(title.NAME, title.RULES): title for title in TITLES.values()}
"""Every title by name and version of the rules. New rules of a title are one more entry, beside the old ones."""


def get_title(name: str) -> Title:
    """Return the title called `name`. Raises `KeyError` when the house does not hold it."""
    return TITLES[name]


def get_rules(name: str, version: int) -> Title:
    """Return the title called `name` in that version of its rules. Raises `UnknownRules`."""
    if (name, version) not in VERSIONS:
        raise UnknownRules(name, version)
    return VERSIONS[name, version]
