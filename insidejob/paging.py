"""Pagination in one pass over the list: keys and count first, then a page's rows."""

from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Model, QuerySet, Window

Row = TypeVar("Row", bound=Model)
ENDLESS = range(1_000_000_000)
"""More rows than any list has: parses a page number before the count is known."""


def open_page(rows: "QuerySet[Row]", size: int, number: str | None) -> "Page[Row]":
    """Return the nearest page. Two queries, or three if it does not exist."""
    asked = Paginator(ENDLESS, size).get_page(number).number
    keys, count = find_keys(rows, size, asked)
    paginator = Paginator(range(count), size)
    page = paginator.get_page(number)
    if page.number != asked:
        keys, _ = find_keys(rows, size, page.number)
    return Page(list(rows.filter(pk__in=keys)), page.number, paginator)  # type: ignore[arg-type]


def find_keys(rows: "QuerySet[Row]", size: int, number: int) -> tuple[list[int], int]:
    """Return keys, and the number of all rows."""
    first = (number - 1) * size
    found = list(
        rows.annotate(counted=Window(Count("*")), key=F("pk")).values_list("key", "counted")[first : first + size]
    )
    count = found[0][1] if found else rows.count() if first else 0
    return [key for key, _ in found], count
