"""A title that is installed as a package of its own is a title of the site, and nothing in the tree names it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
PLAYED = (
    "tests/rules/test_conformance.py",
    "tests/rules/test_conformance_json.py",
    "tests/records/test_golden.py",
    "tests/tables/pages/test_email_links.py",
    "tests/tables/pages/test_automatic.py",
    "tests/notifications/email/test_typography.py",
    "tests/archive/pages",
    "tests/api/test_whole_games.py",
    "tests/watching/pages/test_pages.py",
)
"""Laws of the rules, records, pages, links in emails, emails, replay, API, spectators."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which Mole is installed as pip would."""
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    ran = subprocess.run(command, cwd=ROOT / "examples" / "mole", capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    (wheel,) = wheels.iterdir()
    ZipFile(wheel).extractall(folder)
    return folder


def run(installed: Path, *command: str) -> str:
    """Run Python next to the installed title, and return what it prints."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "DATABASE_"))}
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**inherited, "PYTHONPATH": str(installed), "DJANGO_SETTINGS_MODULE": "insidejob.settings.test"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-6000:]
    return ran.stdout


def test_without_it_the_site_does_not_know_it(tmp_path: Path) -> None:
    assert "mole" not in run(tmp_path, "-c", "from games.rules.registry import TITLES; print(*TITLES)")


@pytest.mark.deep
def test_the_site_finds_it_with_its_files(installed: Path) -> None:
    code = "from games.rules import registry; import mole; print(*registry.TITLES, mole.__file__)"
    *titles, file = run(installed, "-c", code).split()
    assert titles == ["insidejob", "target", "rendezvous", "mole"]
    assert Path(file).is_relative_to(installed)
    assert "no issues" in run(installed, "manage.py", "check")


@pytest.mark.deep
def test_it_is_played_everywhere(installed: Path) -> None:
    command = ["-m", "pytest", "-p", "no:xdist", "-o", "pythonpath=.", "-m", "not deep", "-k", "mole"]
    said = run(installed, *command, *PLAYED)
    (passed,) = re.findall(r"(\d+) passed", said)
    assert int(passed) > 30
    unplayed = [path for path in PLAYED if not re.search(rf"^{re.escape(path)}\S* \.+", said, re.MULTILINE)]
    assert not unplayed, "no test there plays it"
