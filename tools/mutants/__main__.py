"""Change the code in small ways, one at a time, and see whether the tests notice: `python -m tools.mutants`.

A mutant is the project with one expression or statement changed, such as `<` in the place of `<=`. Mutants are drawn
from `games/` and `accounts/` by a seed, more of them where a mistake would cost most: in the rules, in what viewers
may see, in the transaction of a move, and in deadlines. Each mutant lives in a copy of the tree, where tests run until
one fails: first single tests that lead to its function (`callers.py`), then whole files, those with such tests and near
by their names and imports first. A mutant that survives them is not proved to survive the whole suite:
`--again FILE --survivors --files 60` asks more files.

`equivalent.csv` names survivors that change nothing anybody can notice. Results go to `var/mutants/`, a line
of JSON for each mutant.
"""

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from math import log
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit

from tests.rounds import VARIABLE
from tools.mutants.callers import Test, measure_tests, read_users
from tools.mutants.changes import EVERYWHERE, PACKAGES, ROOT, SHARES, Mutant, apply, draw, find_again, list_mutants

RESULTS = ROOT / "var" / "mutants"
KILLED, SURVIVED, OUT_OF_TIME, EQUIVALENT = "killed", "survived", "out of time", "equivalent"
FAILS_ANYWAY = "a test fails without it, too"
SECONDS_AT_MOST = 150
"""Of the processor, for a few files of tests. A mutant that makes them last longer is counted apart."""
SINGLE_TESTS = 40
NOTHING_TO_RUN = 5
LAWS = ("tests/rules/test_conformance.py", "tests/rules/test_world_swap.py", "tests/records/test_golden.py")
"""What every title must keep: they judge each mutant of the rules."""
LEFT_OUT_TESTS = tuple(
    f"tests/{name}"
    for name in (
        "browser",
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


@dataclass(frozen=True)
class Result:
    """What the tests said of a mutant. The killer is the test that failed first."""

    mutant: Mutant
    outcome: str
    killer: str
    tests: int
    seconds: float


def main(arguments: Sequence[str]) -> int:
    """Draw mutants, run tests against each, and print and store the results. Return 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=0, help="minutes after which no mutant is begun; 0 for none")
    parser.add_argument("--area", choices=[*SHARES, EVERYWHERE], help="draw from this area only")
    parser.add_argument("--again", type=Path, help="results of an earlier run: the same mutants, its killers first")
    parser.add_argument("--survivors", action="store_true", help="with --again, only those that had survived")
    parser.add_argument("--files", type=int, default=10, help="how many files of tests each mutant meets at most")
    parser.add_argument("--to", type=Path, help="the file of results")
    chosen = parser.parse_args(arguments)
    RESULTS.mkdir(parents=True, exist_ok=True)
    suite, users = read_suite(), read_users()
    mutants, killers = _choose_mutants(chosen)
    to = chosen.to or RESULTS / f"sample-{chosen.sample}-seed-{chosen.seed}.jsonl"
    until = time.monotonic() + 60 * chosen.limit if chosen.limit else float("inf")
    results, equivalent = [], read_equivalent()
    with copy_of_tree() as tree, to.open("w", encoding="utf-8") as file:
        for mutant in mutants:
            if time.monotonic() > until:
                break
            if (mutant.path, mutant.function, mutant.old, mutant.new) in equivalent:
                result = Result(mutant, EQUIVALENT, "", 0, 0.0)
            else:
                steps = measure_tests(mutant.function, users)
                files = choose_files(mutant, suite, steps, chosen.files)
                first = [killers[mutant]] if mutant in killers else choose_single_tests(steps, files)
                result = try_mutant(tree, mutant, first, files)
            results.append(result)
            file.write(json.dumps(asdict(result)) + "\n")
            file.flush()
            print(f"{result.outcome:>10} {mutant.name}: {mutant.old!r} -> {mutant.new!r} {result.killer}", flush=True)
    print(summarise(results))
    return 0


def _choose_mutants(chosen: argparse.Namespace) -> tuple[list[Mutant], dict[Mutant, str]]:
    """Return a new sample, or the mutants of an earlier run that are still there, with the tests that killed them."""
    if not chosen.again:
        return draw(list_mutants(), chosen.sample, chosen.seed, chosen.area), {}
    earlier = [read_result(line) for line in chosen.again.read_text("utf-8").splitlines()]
    earlier = [result for result in earlier if not chosen.survivors or result.outcome != KILLED]
    found = {mutant: result.killer for result in earlier if (mutant := find_again(result.mutant))}
    print(f"{len(earlier) - len(found)} of {len(earlier)} mutants are gone, as their code is.")
    return [*found], {mutant: killer for mutant, killer in found.items() if killer}


def read_result(line: str) -> Result:
    fields = json.loads(line)
    return Result(**{**fields, "mutant": Mutant(**fields["mutant"])})


def summarise(results: Sequence[Result]) -> str:
    """Return a line for each area: how many of its mutants were killed."""
    lines = []
    for area in [*SHARES, "all"]:
        found = Counter(result.outcome for result in results if area in (result.mutant.area, "all"))
        lines.append(
            f"{area:>10}: {found[KILLED]} of {found.total()} killed, "
            f"{found[EQUIVALENT]} equivalent, {found[OUT_OF_TIME]} ran out of time"
        )
    return "\n".join(lines)


@contextmanager
def copy_of_tree() -> Iterator[Path]:
    """Give a copy of what git keeps of the tree, with its Python compiled."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder)
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
        )
        for name in listed.stdout.decode().splitlines():
            if (ROOT / name).is_file():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, tree / name)
        subprocess.run(
            [sys.executable, "-m", "compileall", "-q", *PACKAGES, "insidejob", "tests"], cwd=tree, check=True
        )
        yield tree


def try_mutant(tree: Path, mutant: Mutant, first: Sequence[str], files: Sequence[str]) -> Result:
    """Run tests against a mutant until one fails: the first ones, then whole files, a few at a time."""
    began = time.monotonic()
    parts = [first, files[:3], files[3:]]
    outcome, failed = SURVIVED, ""
    with changed(tree / mutant.path, mutant):
        for part in filter(None, parts):
            outcome, failed = run_tests(tree, part)
            if outcome == KILLED:
                break
    if outcome == KILLED and failed and not passes(tree, failed):
        outcome = FAILS_ANYWAY
    return Result(mutant, outcome, failed, len(files), round(time.monotonic() - began, 1))


@cache
def passes(tree: Path, test: str) -> bool:
    """Tell whether a test passes on the unchanged code."""
    return run_tests(tree, [test])[0] == SURVIVED


def read_equivalent() -> set[tuple[str, str, str, str]]:
    with Path(__file__).with_name("equivalent.csv").open(encoding="utf-8", newline="") as file:
        return {(row["path"], row["function"], row["old"], row["new"]) for row in csv.DictReader(file)}


def read_suite() -> dict[str, str]:
    """Return the text of every file of tests that may judge a mutant."""
    paths = sorted(
        path.relative_to(ROOT).as_posix()
        for folder in ("tests", "games")
        for path in (ROOT / folder).rglob("test_*.py")
    )
    return {path: (ROOT / path).read_text("utf-8") for path in paths if not path.startswith(LEFT_OUT_TESTS)}


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


@contextmanager
def changed(path: Path, mutant: Mutant) -> Iterator[None]:
    """Put a mutant in place of a file for a while."""
    source, status = path.read_text("utf-8"), path.stat()
    path.write_text(apply(source, mutant), "utf-8")
    os.utime(path, (status.st_atime, status.st_mtime + 60))
    try:
        yield
    finally:
        path.write_text(source, "utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def run_tests(tree: Path, tests: Sequence[str]) -> tuple[str, str]:
    """Return what came of it, and the test that failed first. Time is that of the processor, on a busy machine too."""
    environment = {
        name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", VARIABLE)
    }
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", "--timeout=0"]
    ran = subprocess.run(
        [*command, *tests], cwd=tree, env=environment, capture_output=True, text=True, preexec_fn=limit, check=False
    )
    if ran.returncode in (0, NOTHING_TO_RUN):
        return SURVIVED, ""
    if ran.returncode < 0:
        return OUT_OF_TIME, ""
    named = [line.split(" - ")[0] for line in ran.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return KILLED, named[0].split(" ", 1)[1] if named else ""


def limit() -> None:
    setrlimit(RLIMIT_CPU, (SECONDS_AT_MOST, SECONDS_AT_MOST))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
