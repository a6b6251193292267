"""A tree of the project, today's or an earlier one: which of its tests judge a mutant, and what they say of it."""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import log
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

from tools.mutants.callers import Test, Users, measure_tests, read_users
from tools.mutants.changes import ROOT, Mutant, apply
from tools.mutants.forks import CONNECTION, Answer

RESULTS = ROOT / "var" / "mutants"
SINGLE_TESTS = 40
LAWS = ("tests/rules/test_conformance.py", "tests/rules/test_world_swap.py", "tests/records/test_golden.py")
"""What every title must keep: they judge each mutant of the rules."""
LEFT_OUT_TESTS = tuple(
    f"tests/{name}"
    for name in (
        "browser",
        "cluster",
        "infra",
        "torture",
        "upgrades",
        "scale",
        "pooler",
        "races",
        "test_docs.py",
        "test_words.py",
        "test_layers.py",
        "test_migrations.py",
        "test_translations.py",
    )
)
"""What starts programs, or reads the code instead of running it."""


class Tree:
    """A tree and the pytest that has loaded its tests."""

    def __init__(self, root: Path, suite: Mapping[str, str], connection: Connection) -> None:
        self.root, self.suite, self.connection = root, suite, connection
        self.users: Users = read_users(root)

    def try_mutant(self, mutant: Mutant, first: str, files: int, seconds: float) -> Answer:
        """Run the test that is to be first, single tests that lead to the mutant's function, and so many files."""
        steps = measure_tests(mutant.function, self.users)
        near = choose_files(mutant, self.suite, steps, files)
        path = self.root / mutant.path
        before = path.read_text("utf-8")
        tests = [first, *choose_single_tests(steps, near), *near]
        self.connection.send((str(path), (before, apply(before, mutant)), tests, seconds))
        answer: Answer = self.connection.recv()
        return answer


@contextmanager
def load_tests(root: Path) -> Iterator[Tree]:
    """Start a pytest with the plugin `forks` in a tree, on SQLite, and wait until it has loaded all tests.

    What pytest says goes to `var/mutants/`.
    """
    suite = read_suite(root)
    here, there = Pipe()
    environment = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {CONNECTION: str(there.fileno()), "PYTHONPATH": str(Path(__file__).parent)}
    options = ["-p", "forks", "-q", "--tb=short", "-p", "no:cacheprovider", "--timeout=0"]
    command = [sys.executable, "-m", "pytest", *options, *suite]
    with (
        here,
        (RESULTS / f"pytest-{there.fileno()}.log").open("w") as log,
        subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log, pass_fds=[there.fileno()]),
    ):
        there.close()
        print(f"{here.recv()} tests in {len(suite)} files are loaded.", flush=True)
        yield Tree(root, suite, here)
        here.send(None)


@contextmanager
def check_out(commit: str) -> Iterator[Path]:
    """Give the tree of a commit."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder)


def read_suite(root: Path) -> dict[str, str]:
    """Return the text of every file of tests that may judge a mutant."""
    paths = sorted(
        path.relative_to(root).as_posix()
        for folder in ("tests", "games")
        for path in (root / folder).rglob("test_*.py")
    )
    return {path: (root / path).read_text("utf-8") for path in paths if not path.startswith(LEFT_OUT_TESTS)}


def choose_files(mutant: Mutant, suite: Mapping[str, str], steps: Mapping[Test, int], count: int) -> list[str]:
    """Return the files of tests nearest to a mutant, the nearest first, and of those of the rules the laws."""
    module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    imports = re.compile(rf"from {re.escape(module)}[. ]|from {re.escape(package)} import [^\n]*\b{name}\b")
    word = re.compile(rf"\b{re.escape(mutant.function)}\b")
    naming = sum(1 for text in suite.values() if word.search(text)) or 1
    _, *rooms = mutant.path.split("/")[:-1]
    fewest: dict[str, int] = {}
    for (path, _), count_of_steps in steps.items():
        fewest[path] = min(count_of_steps, fewest.get(path, count_of_steps))
    near: dict[str, float] = {}
    for path, text in suite.items():
        near[path] = 6.0 / fewest[path] if path in fewest else 0.0
        near[path] += 3.0 * bool(imports.search(text)) + 2.0 * (name.rstrip("s") in Path(path).stem)
        near[path] += log(len(suite) / naming) * bool(word.search(text))
        near[path] += sum(1.5 for part in (mutant.path.split("/")[0], *rooms) if part in path.split("/")[1:-1])
    order = sorted(suite, key=lambda path: -near[path])
    laws = [path for path in LAWS if "/rules/" in mutant.path]
    return list(dict.fromkeys([*order[: count - len(laws)], *laws]))


def choose_single_tests(steps: Mapping[Test, int], files: Sequence[str]) -> list[str]:
    """Return the tests of these files that lead to a mutant in the fewest steps; of equals one of each file in turn."""
    earlier: Counter[tuple[str, int]] = Counter()
    found = []
    for (path, test), count in sorted(steps.items()):
        if path in files:
            found.append((count, earlier[path, count], files.index(path), f"{path}::{test}"))
            earlier[path, count] += 1
    return [test for *_, test in sorted(found)[:SINGLE_TESTS]]
