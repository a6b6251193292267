"""`make coverage`: which lines of `games/` and which branches of the rules the tests reach; too few fail it.

One back end is enough for it: the server at DATABASE_URL, else SQLite. Arguments go to pytest; without any the whole
suite runs but for what starts programs of its own, as those are not looked into.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FLOOR = 95.0
"""Percent."""
USUAL = ["tests", "games", "--ignore=tests/infra", "--ignore=tests/torture", "--ignore=tests/test_translations.py"]


def main(arguments: list[str]) -> int:
    """Run the tests, print what they do not reach and the two figures, and return an exit code."""
    coverage = [sys.executable, "-m", "coverage"]
    failed = subprocess.run([*coverage, "run", "-m", "pytest", "-q", *(arguments or USUAL)], check=False).returncode
    subprocess.run([*coverage, "report"], check=False)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        subprocess.run([*coverage, "json", "--quiet", "-o", file], check=True)
        files = json.loads(file.read_text("utf-8"))["files"]
    lines = share(files, "games/", "covered_lines", "num_statements")
    rules = {path: file for path, file in files.items() if "/rules/" in path}
    branches = share(rules, "games/", "covered_branches", "num_branches")
    print(f"Lines of games/: {lines:.1f} %. Branches of rules: {branches:.1f} %. Floor: {FLOOR:.0f} %.")
    return int(bool(failed) or min(lines, branches) < FLOOR)


def share(files: Mapping[str, Any], folder: str, covered: str, total: str) -> float:
    """Return how many percent of what is counted in a folder is covered; 0 if nothing is counted."""
    sums = [file["summary"] for path, file in files.items() if path.startswith(folder)]
    count = sum(each[total] for each in sums)
    return 100 * sum(each[covered] for each in sums) / count if count else 0.0


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent)
    sys.exit(main(sys.argv[1:]))
