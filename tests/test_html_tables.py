"""The law that `conftest.py` holds every page to that any test asks for: rows have as many cells as their heads."""

import pytest
from django.http import HttpResponse
from django.test import Client

from insidejob.compression import Compression
from tests.html_tables import find_uneven_rows

HEAD = "<table><thead><tr><th>Name<th>Won</tr></thead>"


@pytest.mark.parametrize(
    ("rows", "is_even"),
    [
        ("<tr><td>Ada</td><td>3</td></tr>", True),
        ("<tr><td>Ada</td><td>3</td><td>60 %</td></tr>", False),
        ("<tr><td>Ada</td></tr>", False),
        ('<tr><td colspan="2">Nobody yet</td></tr>', True),
        ('<tr><td rowspan="2">Ada</td><td>3</td></tr><tr><td>4</td></tr>', True),
        ('<tr><td rowspan="2">Ada</td><td>3</td></tr><tr><td>Ben</td><td>4</td></tr>', False),
        ("<tr><td><table><tr><td>1<td>2<td>3</table></td><td>3</td></tr>", True),
    ],
)
def test_a_row_that_does_not_fit_its_head_is_found(rows: str, is_even: bool) -> None:
    assert (find_uneven_rows(f"{HEAD}{rows}</table>") == []) is is_even


@pytest.mark.django_db
def test_a_page_with_such_a_row_fails_the_test_that_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = HttpResponse(f"{HEAD}<tr><td>Ada</td></tr></table>")
    monkeypatch.setattr(Compression, "process_response", lambda self, request, response: page)
    with pytest.raises(AssertionError, match="a table of /rules/"):
        Client().get("/rules/")
