"""Builds the library of the rules: `games.rules` and the rules of the titles become the package `insidejob_rules`.

Hatchling calls it (`games/pyproject.toml`). With this name it does not collide with another package called `games`.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "insidejob_rules"
IMPORTED = re.compile(r"\bgames\.(rules|titles)\b")
RENAMED = {"rules": NAME, "titles": f"{NAME}.titles"}
GROUP = '"insidejob.titles"'
"""Titles that are installed for the site import `games`, so the library has its own group."""


def rename(source: str) -> str:
    """Return the source of a module as it stands in the library."""
    return IMPORTED.sub(lambda found: RENAMED[found[1]], source).replace(GROUP, f'"{NAME}.titles"')


def list_files(games: Path) -> dict[str, Path]:
    """Return the files of the library by their path in it."""
    rules, titles = games / "rules", games / "titles"
    found = [*rules.rglob("*.py"), rules / "py.typed", titles / "__init__.py", *titles.glob("*/__init__.py")]
    found += [path for kind in ("py", "txt") for path in titles.glob(f"*/rules/**/*.{kind}")]
    return {path.relative_to(games).as_posix().removeprefix("rules/"): path for path in sorted(found)}


class RenamePackage(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = tempfile.TemporaryDirectory()
        for name, path in list_files(Path(self.root)).items():
            written = Path(self.folder.name) / name
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(rename(path.read_text("utf-8")), "utf-8")
            build_data["force_include"][str(written)] = f"{NAME}/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.folder.cleanup()
