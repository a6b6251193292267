"""The guide to a new title, followed to the letter: its example becomes a title of the house and passes all laws."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.deep
HOUSE = Path(__file__).parents[2]
GUIDE = (HOUSE / "docs" / "new-title.md").read_text("utf-8")
LEFT_OUT = (".*", "__pycache__", "var", "node_modules", "staticfiles")
TITLES = Path("games/titles/__init__.py")
# Sections of the guide.
COPIED, REGISTERED, PROOFS = "1. A copy of the example", "2. One line", "4. Proofs"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house, with nothing that is not its code."""
    copy = tmp_path / "house"
    shutil.copytree(HOUSE, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    return copy


def list_commands(heading: str) -> Iterator[str]:
    """Yield the commands of a section of the guide; `make` would install, so its targets are left out."""
    [section] = re.findall(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", GUIDE, re.DOTALL | re.MULTILINE)
    for command in re.findall(r"^    (\S.*)$", section, re.MULTILINE):
        if not command.startswith("make "):
            yield command.replace(".venv/bin/python", sys.executable)


def run(house: Path, command: str) -> str:
    """Run a command of the guide in small rounds on SQLite. Fail with its output unless it succeeds."""
    given = {
        name: value for name, value in os.environ.items() if not name.startswith(("DATABASE_", "REDIS_", "PYTEST_"))
    }
    given |= {"INSIDEJOB_ROUNDS": "small", "PYTHONDONTWRITEBYTECODE": ""}
    ran = subprocess.run(
        ["bash", "-euc", command],
        cwd=house,
        env=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout[-6000:]}"
    return ran.stdout


def register(house: Path) -> None:
    """Name the title, as the guide asks."""
    known = (house / TITLES).read_text("utf-8")
    named = known.replace('"games.titles.rendezvous")', '"games.titles.rendezvous", "games.titles.badger")')
    assert named != known
    (house / TITLES).write_text(named, "utf-8")


def test_the_example_of_the_guide_passes_the_commands_of_the_guide(house: Path) -> None:
    for command in list_commands(COPIED):
        run(house, command)
    register(house)
    for command in list_commands(REGISTERED):
        run(house, command)
    run(house, f"{sys.executable} -m tools.messages")
    said = [run(house, command) for command in list_commands(PROOFS)]
    passed = [int(number) for printed in said for number in re.findall(r"(\d+) passed", printed)]
    assert max(passed) > 100, "the laws over all titles were not asked"
