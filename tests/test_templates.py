"""Templates are read by people: lines of at most 120 columns, about one tag a line."""

import re
from collections.abc import Iterator
from pathlib import Path

from insidejob.templates import find_backend

COLUMNS = 120
TAGS = 4
"""An element with a text, and what either depends on: more than that is hard to read in one line."""
TEMPLATES = sorted(
    path for folder in ("templates", "tests/toy/templates") for path in Path(folder).rglob("*") if path.is_file()
)


def test_the_lines_of_templates_are_short() -> None:
    assert [each for each in read_lines() if len(each[2]) > COLUMNS and not is_one_text(each[2])] == []


def test_a_line_holds_few_tags() -> None:
    assert [each for each in read_lines(".html") if count_tags(each[2]) > TAGS] == []


def test_pages_come_without_the_indent_of_templates_and_mails_as_they_are_written() -> None:
    environment = find_backend().env
    assert environment.loader is not None
    page, mail = (environment.loader.get_source(environment, name)[0] for name in ("base.html", "mail/digest.txt"))
    assert not re.search(r"\n\s", page)
    assert mail == Path("templates/mail/digest.txt").read_text("utf-8")


def test_a_mail_of_text_is_never_put_into_a_page() -> None:
    """It is not escaped there: `write_text` is for that."""
    assert [
        each for each in read_lines(".html") if re.search(r"include [^%]*\.txt|include letter\.body", each[2])
    ] == []


def read_lines(ending: str = "") -> Iterator[tuple[Path, int, str]]:
    """Yield each line of the templates whose names have an ending, with its file and number."""
    for path in TEMPLATES:
        if path.name.endswith(ending):
            yield from ((path, number, line) for number, line in enumerate(path.read_text("utf-8").splitlines(), 1))


def count_tags(line: str) -> int:
    """Return how many elements and tags begin in a line."""
    return len(re.findall(r"<[a-z]|{% (?!end|else|elif)", line))


def is_one_text(line: str) -> bool:
    """Tell whether a line is one text to translate, which has no place to break."""
    return bool(re.fullmatch(r"\s*([\w-]+=\")?{{ _\([^{}]*\) }}\"?", line))
