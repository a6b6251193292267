"""The titles: each folder holds all of one, and is a Django app.

`rules` is pure Python; `templates` and `static` are its pages; `tests` are for it alone. Others import `PACKAGES`, and
only `games.rules.registry` imports the titles themselves. Titles import `games.rules`.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("games.titles.insidejob", "games.titles.hideouts", "games.titles.rendezvous")


def find_templates() -> Iterator[Path]:
    """Yield the folder of templates of each title, without importing it."""
    for package in PACKAGES:
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            yield Path(folder) / "templates"
