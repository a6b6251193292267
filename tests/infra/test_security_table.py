"""The table of the security standard: each requirement once, in one of three states, and what it names is there."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "security.md"
NUMBERS = (Path(__file__).parent / "asvs-5.0.0-level-2.txt").read_text().split()
"""The requirements of ASVS 5.0.0 of levels 1 and 2."""
ROW = re.compile(r"\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|")
STATES = {"passed", "not applicable", "open"}
PATH = re.compile(r"`((?:accounts|deploy|docs|games|insidejob|requirements|tests)/[\w/.*-]+)`")


def read_rows() -> list[tuple[str, str, str, str]]:
    """Return number, words, state and reason of each row."""
    lines = PAGE.read_text("utf-8").splitlines()
    rows = [ROW.fullmatch(line) for line in lines if re.match(r"\| \d", line)]
    assert None not in rows, "a row that is none"
    return [(row[1], row[2], row[3], row[4]) for row in rows if row]


def test_every_requirement_stands_in_the_table_once() -> None:
    assert len(NUMBERS) == 253
    assert Counter(number for number, *_ in read_rows()) == Counter(NUMBERS)


def test_each_is_passed_not_applicable_or_open_and_says_why() -> None:
    assert [row for row in read_rows() if row[2] not in STATES or not row[1].strip() or not row[3].strip()] == []


def test_what_is_named_is_there() -> None:
    """Files that are gone hold nothing."""
    named = {path for *_, reason in read_rows() for path in PATH.findall(reason)}
    assert len(named) > 40
    assert [path for path in sorted(named) if not list(ROOT.glob(path))] == []
    links = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text("utf-8"))
    assert [link for link in links if not (PAGE.parent / link).exists()] == []


def test_what_is_open_is_listed_at_the_end() -> None:
    listed = re.findall(r"^- \*\*([\d.]+)\*\*", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    assert listed == [number for number, _, state, _ in read_rows() if state == "open"]
