"""Finds tables in pages of which some row has more or fewer cells than the others."""

from html.parser import HTMLParser
from typing import Any


def find_uneven(answer: Any) -> list[str]:
    """Return what is wrong with the tables of an answer, which may be no page."""
    is_page = answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming
    if not is_page or answer.has_header("Content-Encoding") or b"<table" not in answer.content:
        return []
    return find_uneven_rows(answer.content.decode())


def find_uneven_rows(html: str) -> list[str]:
    tables = _Tables()
    tables.feed(html)
    return [str(table.widths) for table in tables.found if len(set(table.widths)) > 1]


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


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Table] = []
        self.inside: list[_Table] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.inside.append(_Table())
            self.found.append(self.inside[-1])
        elif tag == "tr":
            self.inside[-1].begin_row()
        elif tag in ("th", "td"):
            values = dict(attrs)
            self.inside[-1].add_cell(int(values.get("colspan") or 1), int(values.get("rowspan") or 1))

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self.inside.pop()
