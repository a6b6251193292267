"""Finds static files, and joins a script or style sheet that is written in parts with all that it imports.

Such a file is collected as one, so that a page asks for it once. `make dev` collects nothing: there browsers load the
parts themselves.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

IN_MODULES = ("js/table.js", "js/story.js")
"""The scripts that are written in modules."""
FOLDERS = tuple(name.replace(".js", "/") for name in IN_MODULES)
"""Where their modules stand."""
IMPORT = re.compile(r'^import (?:\{(?:(?! as )[^}])*\} from )?"\./([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const |let )", re.MULTILINE)
NOT_JOINED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
SHEET = re.compile(r'\A@import "([^"/]+)";\n')
"""How the style sheet of a title begins: it imports that of all tables."""


class JoiningFinder(finders.FileSystemFinder):
    """Finds the files in `static/`."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name, storage in super().list(ignore_patterns):
            if name in IN_MODULES:
                yield name, _JoiningStorage(location=storage.path(""))
            elif not name.startswith(FOLDERS):
                yield name, storage


class JoiningAppFinder(finders.AppDirectoriesFinder):
    """Finds the files of apps, the titles among them."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name, storage in super().list(ignore_patterns):
            yield name, _JoiningStorage(location=storage.path("")) if name.endswith(".css") else storage


class _JoiningStorage(FileSystemStorage):
    """Opens a script or style sheet together with what it imports."""

    def _open(self, name: str, mode: str = "rb") -> Any:
        return ContentFile(_join(Path(self.path(name))).encode())

    def size(self, name: str) -> int:
        return len(_join(Path(self.path(name))).encode())

    def get_modified_time(self, name: str) -> datetime:
        """Return when the newest part was changed."""
        path = Path(self.path(name))
        parts = _list_sheets(path) if name.endswith(".css") else list_modules(path)
        return max(datetime.fromtimestamp(part.stat().st_mtime, UTC) for part in parts)


def _join(path: Path) -> str:
    return _join_sheets(path) if path.suffix == ".css" else _join_modules(path)


def _join_sheets(sheet: Path) -> str:
    return "\n".join(SHEET.sub("", part.read_text("utf-8")) for part in _list_sheets(sheet))


def _list_sheets(sheet: Path) -> list[Path]:
    """Return the style sheet that a sheet imports, if it does, and itself. The imported one is the site's."""
    found = SHEET.search(sheet.read_text("utf-8"))
    return [Path(str(finders.find(f"css/{found[1]}"))), sheet] if found else [sheet]


def _join_modules(script: Path) -> str:
    """Return a script with all its modules in one scope, where no name may stand twice.

    Raises `ValueError` for a module that cannot stand there: an import takes names as they are, without `as`, and an
    export is a `const` or `let`.
    """
    return "\n".join(_read_module(module) for module in list_modules(script))


def _read_module(module: Path) -> str:
    text = EXPORT.sub("", IMPORT.sub("", module.read_text("utf-8")))
    if left := NOT_JOINED.search(text):
        raise ValueError(f"{module.name}: write 'export const' or 'let', and import without 'as', not: {left[0]}")
    return text


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
