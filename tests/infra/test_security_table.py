"""The tables of the security standard: each requirement once, and what they name is there."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "security.md"
NUMBERS = (Path(__file__).parent / "asvs-5.0.0-level-2.txt").read_text().split()
"""The requirements of ASVS 5.0.0 of levels 1 and 2."""
SECTIONS = ("Open", "Passed")
NOT_APPLICABLE = "Not applicable"
ROW = re.compile(r"\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|")
PATH = re.compile(r"`((?:accounts|deploy|docs|games|insidejob|requirements|tests)/[\w/.*-]+)`")


def read_section(section: str) -> str:
    return PAGE.read_text("utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]


def read_rows(section: str) -> list[tuple[str, str, str]]:
    """Return number, words and reason of each row of a section."""
    rows = [ROW.fullmatch(line) for line in read_section(section).splitlines() if re.match(r"\| \d", line)]
    assert None not in rows, "a row that is none"
    return [(row[1], row[2], row[3]) for row in rows if row]


def test_every_requirement_stands_in_one_section_once() -> None:
    assert len(NUMBERS) == 253
    named = [number for section in SECTIONS for number, *_ in read_rows(section)]
    named += re.findall(r"\d+\.\d+\.\d+", read_section(NOT_APPLICABLE))
    assert Counter(named) == Counter(NUMBERS)


def test_each_row_says_why_and_rows_are_sorted() -> None:
    for section in SECTIONS:
        rows = read_rows(section)
        assert [row for row in rows if not row[1].strip() or not row[2].strip()] == []
        numbers = [tuple(map(int, number.split("."))) for number, *_ in rows]
        assert numbers == sorted(numbers)


def test_what_is_named_is_there() -> None:
    """Files that are gone hold nothing."""
    named = {path for section in SECTIONS for *_, reason in read_rows(section) for path in PATH.findall(reason)}
    assert len(named) > 40
    assert [path for path in sorted(named) if not list(ROOT.glob(path))] == []
    links = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text("utf-8"))
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
