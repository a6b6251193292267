"""The rules as a library: installed alone, without Django, they play; and docs/research.md says what is so."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from games.rules.registry import TITLES
from insidejob import __version__

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
RESEARCH = (ROOT / "docs" / "research.md").read_text("utf-8")
MAX_LINES = 15
ALONE = """
import sys
assert not [path for path in sys.path if "site-packages" in path], sys.path
sys.path.insert(0, sys.argv[1])
"""
PLAY = """
import games
from games.rules.lab.arena import Lineup, Table, measure, total
from games.rules.record import dump_line, verify_record
from games.rules.lab.simulate import simulate
from games.rules.registry import TITLES
assert [*games.__path__] == [f"{sys.argv[1]}/games"], games.__path__
for name, title in TITLES.items():
    for seats in title.SEATS:
        assert total(measure(Table(name, seats), Lineup("random"), range(1))).games == 1
    record = next(simulate(title, title.parse_options({}, seats), seats, title.BOTS["steady"], 0))
    assert verify_record(record).title is title
    assert title.SPACE is None or title.SPACE.list_actions(title.parse_options({}, seats), seats, 0)
known = {*sys.stdlib_module_names, "__main__", "__mp_main__", "games"}
foreign = {name.partition(".")[0] for name in sys.modules} - known
assert not foreign, foreign
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as pip would, and unpack it into an empty folder."""
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("library")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    ran = subprocess.run(command, cwd=GAMES, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    (wheel,) = wheels.iterdir()
    ZipFile(wheel).extractall(folder)
    return folder


def list_code(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".txt"):
            yield path.relative_to(folder).as_posix()


def list_rules() -> set[str]:
    """Return the files of the rules: of all titles, and of each one."""
    found = {f"rules/{path}" for path in list_code(GAMES / "rules")}
    for title in TITLES.values():
        found |= {
            f"titles/{title.FOLDER}/rules/{path}" for path in list_code(GAMES / "titles" / title.FOLDER / "rules")
        }
    return found


def run_alone(code: str, library: Path) -> None:
    command = [sys.executable, "-I", "-S", "-c", ALONE + code, str(library)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=library)
    assert ran.returncode == 0, ran.stderr


def test_the_library_holds_all_of_the_rules_and_nothing_else(library: Path) -> None:
    packages = {"titles/__init__.py", *(f"titles/{title.FOLDER}/__init__.py" for title in TITLES.values())}
    assert {*list_code(library / "games")} == list_rules() | packages


def test_it_plays_every_title_and_imports_only_itself_and_the_standard_library(library: Path) -> None:
    run_alone(PLAY, library)


def test_the_site_runs_next_to_it(library: Path) -> None:
    code = "import games.apps, games.rules; print(games.__file__, games.rules.__file__)"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(library)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == [str(ROOT / "games/__init__.py"), str(GAMES / "rules" / "__init__.py")]


def test_it_has_the_version_of_the_site_and_an_extra(library: Path) -> None:
    (folder,) = library.glob("*.dist-info")
    found = PathDistribution(folder)
    assert (found.name, found.version) == ("insidejob-rules", __version__)
    assert found.requires == [f"{name}; extra == 'pettingzoo'" for name in ("gymnasium", "numpy", "pettingzoo")]


def test_the_example_of_the_docs_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", RESEARCH, re.DOTALL)
    assert len(example.splitlines()) <= MAX_LINES
    ran = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(r"\{('player_\d': [01]\.0(, )?){4}\}\n", ran.stdout)
