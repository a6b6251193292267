"""A title says in one table all that depends on the reason of an end, so that a new reason is not forgotten."""

import re
from pathlib import Path

import pytest

from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.titles import PACKAGES, find_folder

COMPARED = re.compile(r"outcome\.reason\s*(==|!=|in\b|not in\b)")
CODE = (".py", ".html", ".txt")
SECTIONS = dict(re.findall(r"^### (.+)\n((?:(?!#).*\n)*)", Path("docs/records.md").read_text("utf-8"), re.MULTILINE))
"""What the page on records says of each title that it describes; others describe their records where they are."""


def find_compared(folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.suffix in CODE and "tests" not in path.parts]
    return [
        f"{path}: {line.strip()}"
        for path in files
        for line in path.read_text("utf-8").splitlines()
        if COMPARED.search(line)
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_code_or_template_compares_the_reason_of_an_end(package: str) -> None:
    assert find_compared(find_folder(package)) == []


def test_each_section_on_results_is_of_a_title() -> None:
    assert SECTIONS
    assert SECTIONS.keys() <= {title.TEXTS.name for title in TITLES.values()}


@pytest.mark.parametrize("title", [title for title in TITLES.values() if title.TEXTS.name in SECTIONS])
def test_a_section_on_results_names_every_reason(title: AnyTitle) -> None:
    assert [reason for reason in title.TEXTS.reasons if f"`{reason}`" not in SECTIONS[title.TEXTS.name]] == []
