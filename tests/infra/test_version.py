"""The version: one place, shown by `manage.py site --version`, and told in the changelog once it is released."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from insidejob import __version__

ROOT = Path(__file__).parent.parent.parent


def test_the_command_of_the_site_tells_its_version(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "site", "--version"]
    environment = {"INSIDEJOB_VAR": str(tmp_path)}
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == f"Inside Job {__version__}\n"


def list_faults(version: str, changelog: str) -> list[str]:
    """Return what is wrong with the sections of a changelog, whose newest release must be the version of the code."""
    sections = re.findall(r"^## \[(.+?)\](.*)$", changelog, re.MULTILINE)
    released = [name for name, _ in sections if name != "Unreleased"]
    faults = [f"{name} has no date" for name, rest in sections if name in released and not re.match(r" - \d{4}-", rest)]
    return faults + [f"{version} is not {name}" for name in released[:1] if name != version]


def test_the_newest_section_of_the_changelog_is_this_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert list_faults(__version__, (ROOT / "CHANGELOG.md").read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("changelog", "count"),
    [
        ("## [Unreleased]\n", 0),
        ("## [Unreleased]\n## [0.2.0] - 2026-12-24\n## [0.1.0] - 2026-11-22\n", 0),
        ("## [0.2.0]\n", 1),
        ("## [0.3.0] - 2026-12-24\n", 1),
    ],
)
def test_a_section_without_a_date_or_of_another_version_is_found(changelog: str, count: int) -> None:
    assert len(list_faults("0.2.0", changelog)) == count
