"""The titles: each folder holds all of one, and is a Django app.

`rules` is pure Python; `templates` and `static` are its pages; `tests` are for it alone. Others import `PACKAGES` and
`find_folder`, and only `games.rules.registry` loads the rules. Titles import `games.rules`.
"""

from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

OWN = ("games.titles.insidejob", "games.titles.hideouts", "games.titles.rendezvous")
# Other titles are packages that are installed and name themselves as an entry point of this group.
GROUP = "insidejob.titles"
PACKAGES = (*OWN, *sorted(entry.value for entry in entry_points(group=GROUP)))


def find_folder(package: str) -> Path:
    """Return the folder of a title, without importing it. Raises `ModuleNotFoundError`."""
    spec = find_spec(package)
    if not spec or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is no package of a title")
    return Path(spec.submodule_search_locations[0])
