"""The titles this house holds, by name."""

from collections.abc import Mapping

from games.rules import insidejob, rendezvous, target
from games.rules.protocol import Title

TITLES: Mapping[str, Title] = {title.NAME: title for title in (insidejob, target, rendezvous)}


def get_title(name: str) -> Title:
    """Return the title called `name`. Raises `KeyError` when the house does not hold it."""
    return TITLES[name]
