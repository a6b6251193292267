"""Templates are read by people: lines of at most 120 columns, about one tag a line."""

import re
from pathlib import Path

import pytest

COLUMNS = 120
TAGS = 4
"""An element with a text, and what either depends on: more than that is hard to read in one line."""
TEMPLATES = sorted(path for path in Path("templates").rglob("*") if path.is_file())


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_the_lines_of_a_template_are_short(path: Path) -> None:
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    assert [(number, line) for number, line in lines if len(line) > COLUMNS and not is_one_text(line)] == []


@pytest.mark.parametrize("path", [path for path in TEMPLATES if path.suffix == ".html"], ids=str)
def test_a_line_holds_few_tags(path: Path) -> None:
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    assert [(number, line) for number, line in lines if count_tags(line) > TAGS] == []


def count_tags(line: str) -> int:
    """Return how many elements and tags of Django's begin in a line."""
    return len(re.findall(r"<[a-z]|{% (?!end|else|elif)", line))


def is_one_text(line: str) -> bool:
    """Tell whether a line is one text to translate, which has no place to break."""
    return bool(re.fullmatch(r"\s*([\w-]+=\")?{% translate '?\"?[^%]*%}\"?", line))
