"""The titles this house holds, by name. A title is listed with its own types, which hold its functions together."""

from collections.abc import Mapping

from games.rules import hideouts, insidejob, rendezvous
from games.rules.errors import UnknownRules
from games.rules.protocol import AnyTitle, Title

INSIDEJOB: Title[insidejob.Options, insidejob.Deal, insidejob.State, insidejob.Move, insidejob.Observation] = insidejob
TARGET: Title[hideouts.Options, hideouts.Deal, hideouts.State, hideouts.Move, hideouts.Observation] = hideouts
RENDEZVOUS: Title[rendezvous.Options, rendezvous.Deal, rendezvous.State, rendezvous.Move, rendezvous.Observation] = (
    rendezvous
)
TITLES: Mapping[str, AnyTitle] = {title.NAME: title for title in (INSIDEJOB, TARGET, RENDEZVOUS)}


def get_title(name: str) -> AnyTitle:
    """Return the title called `name`, to open a table of it. Raises `KeyError` when the house does not hold it."""
    return TITLES[name]


def get_rules(name: str, version: int) -> AnyTitle:
    """Return the title called `name` to play by that version of its rules. Raises `UnknownRules`."""
    if name not in TITLES or version not in TITLES[name].VERSIONS:
        raise UnknownRules(name, version)
    return TITLES[name]
