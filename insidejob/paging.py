"""Reads: one page of a long list. Its keys are read with how long the list is, and then whole rows of these alone.

So a list is gone through once, where counting it and sorting whole rows would go through it twice.
"""

from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Model, QuerySet, Window

Row = TypeVar("Row", bound=Model)
ENDLESS = range(1_000_000_000)
"""As many rows as no list has: what a number asks for while nobody knows how long the list is."""


def open_page(rows: "QuerySet[Row]", size: int, number: str | None) -> "Page[Row]":
    """Return the page of this number, or the nearest that there is. Two queries; three for one that there is not."""
    asked = Paginator(ENDLESS, size).get_page(number).number
    keys, count = find_keys(rows, size, asked)
    paginator = Paginator(range(count), size)
    page = paginator.get_page(number)
    if page.number != asked:
        keys, _ = find_keys(rows, size, page.number)
    return Page(list(rows.filter(pk__in=keys)), page.number, paginator)  # type: ignore[arg-type]


def find_keys(rows: "QuerySet[Row]", size: int, number: int) -> tuple[list[int], int]:
    """Return the keys of a page, and how many rows there are in all."""
    first = (number - 1) * size
    found = list(
        rows.annotate(counted=Window(Count("*")), key=F("pk")).values_list("key", "counted")[first : first + size]
    )
    count = found[0][1] if found else rows.count() if first else 0
    return [key for key, _ in found], count
