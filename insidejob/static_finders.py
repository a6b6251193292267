"""Finds static files, and joins a script that is written in modules with all that it imports.

Such a script is collected as one file, so that a page asks for it once. `make dev` collects nothing: there browsers
load the modules themselves.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

IN_MODULES = ("js/table.js", "js/story.js")
"""The scripts that are written in modules."""
FOLDERS = tuple(name.replace(".js", "/") for name in IN_MODULES)
"""Where their modules stand."""
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"\./([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const |let )", re.MULTILINE)


class JoiningFinder(FileSystemFinder):
    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name, storage in super().list(ignore_patterns):
            if name in IN_MODULES:
                yield name, _JoiningStorage(location=storage.path(""))
            elif not name.startswith(FOLDERS):
                yield name, storage


class _JoiningStorage(FileSystemStorage):
    """Opens a script together with its modules."""

    def _open(self, name: str, mode: str = "rb") -> Any:
        return ContentFile(join_modules(Path(self.path(name))).encode())

    def size(self, name: str) -> int:
        return len(join_modules(Path(self.path(name))).encode())

    def get_modified_time(self, name: str) -> datetime:
        """Return when the newest module was changed."""
        modules = list_modules(Path(self.path(name)))
        return max(super(_JoiningStorage, self).get_modified_time(str(module)) for module in modules)


def join_modules(script: Path) -> str:
    """Return a script with all its modules in one scope, where no name may stand twice.

    An import takes names as they are, without `as`, and an export is a `const` or `let`.
    """
    texts = [module.read_text("utf-8") for module in list_modules(script)]
    return "\n".join(EXPORT.sub("", IMPORT.sub("", text)) for text in texts)


def list_modules(script: Path) -> list[Path]:
    """Return the modules that a script imports, those they import, and itself, each once and after its own imports."""
    found: dict[Path, None] = {}

    def add(module: Path, above: tuple[Path, ...]) -> None:
        for name in IMPORT.findall(module.read_text("utf-8")):
            if (imported := module.parent / name) not in {*found, *above}:
                add(imported, (*above, module))
        found[module] = None

    add(script, ())
    return list(found)
