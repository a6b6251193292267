"""Reads: one page of a long list. Of all rows their keys are read, in order, and of one page whole rows.

So a list is gone through once, where counting it and sorting whole rows would go through it twice.
"""

from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def open_page(rows: "QuerySet[Row]", size: int, number: str | None) -> "Page[Row]":
    """Return the page of this number, or the nearest that there is. Two queries."""
    keys = list(rows.values_list("pk", flat=True))
    page = Paginator(keys, size).get_page(number)
    return Page(list(rows.filter(pk__in=list(page))), page.number, page.paginator)
