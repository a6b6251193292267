"""Finds tables in pages of which some row has more or fewer cells than the others."""

import re
from typing import Any

# An HTML parser would take a third as long as drawing the page; every test that asks for one pays for it.
_TAG = re.compile(r"<(/?)(table|tr|th|td)\b([^>]*)>")
_SPAN = re.compile(r'\s(colspan|rowspan)="(\d+)"')


def find_uneven(answer: Any) -> list[str]:
    """Return what is wrong with the tables of an answer, which may be no page."""
    is_page = answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming
    if not is_page or answer.has_header("Content-Encoding") or b"<table" not in answer.content:
        return []
    return find_uneven_rows(answer.content.decode())


def find_uneven_rows(html: str) -> list[str]:
    return [str(table.widths) for table in _find_tables(html) if len(set(table.widths)) > 1]


class _Table:
    """`widths` counts the columns of each row; `open_rows` has the cells that reach down into the rows to come."""

    def __init__(self) -> None:
        self.widths: list[int] = []
        self.open_rows: list[tuple[int, int]] = []

    def begin_row(self) -> None:
        self.widths.append(sum(columns for columns, _ in self.open_rows))
        self.open_rows = [(columns, rows - 1) for columns, rows in self.open_rows if rows > 1]

    def add_cell(self, columns: int, rows: int) -> None:
        self.widths[-1] += columns
        if rows > 1:
            self.open_rows.append((columns, rows - 1))


def _find_tables(html: str) -> list[_Table]:
    found: list[_Table] = []
    inside: list[_Table] = []
    for closes, tag, attributes in _TAG.findall(html):
        if tag == "table" and closes:
            inside.pop()
        elif tag == "table":
            inside.append(_Table())
            found.append(inside[-1])
        elif tag == "tr" and not closes:
            inside[-1].begin_row()
        elif not closes:
            spans = dict(_SPAN.findall(attributes))
            inside[-1].add_cell(int(spans.get("colspan", 1)), int(spans.get("rowspan", 1)))
    return found
