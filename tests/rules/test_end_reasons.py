"""A title says in one table all that depends on the reason of an end, so that a new reason is not forgotten."""

import re
from pathlib import Path

import pytest

from games.rules.registry import TITLES
from games.titles import OWN, PACKAGES, find_folder

COMPARED = re.compile(r"outcome\.reason\s*(==|!=|in\b|not in\b)")
CODE = (".py", ".html", ".txt")


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


@pytest.mark.parametrize("title", [title for title, package in zip(TITLES, PACKAGES, strict=True) if package in OWN])
def test_docs_name_every_reason(title: str) -> None:
    text = Path("docs/records.md").read_text("utf-8")
    assert [reason for reason in TITLES[title].TEXTS.reasons if f"`{reason}`" not in text] == []
