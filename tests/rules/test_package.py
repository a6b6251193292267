"""The rules as a library: installed alone, without Django, they play; and docs/research.md says what is so."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from textwrap import indent
from zipfile import ZipFile

import pytest

from games.rules.registry import TITLES
from insidejob import __version__
from tests.rounds import one_in

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
NAME = "insidejob_rules"
RESEARCH = (ROOT / "docs" / "research.md").read_text("utf-8")
MAX_LINES = 20
ALONE = """
import sys
assert not [path for path in sys.path if "site-packages" in path], sys.path
sys.path.insert(0, sys.argv[1])
"""
PLAY = """
import insidejob_rules
from insidejob_rules.lab.arena import Lineup, Table, measure, total
from insidejob_rules.record import dump_line, verify_record
from insidejob_rules.lab.simulate import simulate
from insidejob_rules.registry import TITLES
assert [*insidejob_rules.__path__] == [f"{sys.argv[1]}/insidejob_rules"], insidejob_rules.__path__
for name, title in TITLES.items():
    for seats in title.SEATS:
        assert total(measure(Table(name, seats), Lineup("random"), range(1))).games == 1
    record = next(simulate(title, title.parse_options({}, seats), seats, title.BOTS["steady"], 0))
    assert verify_record(record).title is title
    assert title.SPACE is None or title.SPACE.list_actions(title.parse_options({}, seats), seats, 0)
known = {*sys.stdlib_module_names, "__main__", "__mp_main__", "insidejob_rules"}
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
    found = {*list_code(GAMES / "rules")}
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
    assert {*list_code(library / NAME)} == list_rules() | packages
    assert (library / NAME / "py.typed").exists()
    assert {path.name for path in library.iterdir() if path.suffix != ".dist-info"} == {NAME}


def test_it_knows_no_other_package_of_the_site(library: Path) -> None:
    named = {path: re.findall(r"\bgames\.(?:rules|titles)", path.read_text("utf-8")) for path in library.rglob("*.py")}
    assert not {path: found for path, found in named.items() if found}


def test_it_plays_every_title_and_imports_only_itself_and_the_standard_library(library: Path) -> None:
    run_alone(PLAY, library)


def test_it_does_not_mind_another_package_called_games(library: Path, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").write_text("rules = 'of another'")
    run_alone(
        f"sys.path.insert(0, {str(tmp_path)!r})\nimport games\nfrom insidejob_rules.registry import TITLES", library
    )


def test_it_has_the_version_of_the_site_a_guide_and_an_extra(library: Path) -> None:
    (folder,) = library.glob("*.dist-info")
    found = PathDistribution(folder)
    assert (found.name, found.version) == ("insidejob-rules", __version__)
    assert {str(need).partition(">")[0] for need in found.requires or ()} == {"gymnasium", "numpy", "pettingzoo"}
    assert "make_env" in str(found.read_text("METADATA"))


@pytest.mark.parametrize("example", one_in(3, re.findall(r"```python\n(.*?)```", RESEARCH, re.DOTALL)))
def test_the_examples_of_the_docs_run(library: Path, example: str) -> None:
    assert len(example.splitlines()) <= MAX_LINES
    # A process that `spawn` starts imports the module again, so it must be a file.
    program = library / "example.py"
    program.write_text(f"def main():\n{indent(example, ' ' * 4)}\n\nif __name__ == '__main__':\n    main()\n", "utf-8")
    ran = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(library)},
        cwd=library,
        capture_output=True,
        text=True,
        check=False,
    )
    program.unlink()
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.parametrize("title", [name for name, title in TITLES.items() if title.SPACE])
def test_the_docs_name_each_part_of_the_vector(title: str) -> None:
    pytest.importorskip("pettingzoo")
    from games.rules.lab.aec import Environment

    seats = TITLES[title].USUAL_SEATS
    words = [f"`{name}` {place.stop - place.start}" for name, place in Environment(title, seats, {}).list_places()]
    assert ", ".join(words) in re.sub(r"\s+", " ", RESEARCH)
