"""One page of a long list: what that list cut into pages has there, in its order; the nearest where there is none."""

import pytest
from django.core.paginator import Paginator

from accounts.models import User
from insidejob.paging import open_page
from tests.builders_people import make_person
from tests.site.pages.test_queries import counted

pytestmark = pytest.mark.django_db
SIZE = 3


@pytest.mark.parametrize("number", ["1", "2", "3", "4", "99", "0", "-1", "x", "", None, "٣", "1" * 20, "1.5"])
@pytest.mark.parametrize("people", [0, 1, 6, 7])
def test_a_page_is_that_of_the_list_cut_into_pages(number: str | None, people: int) -> None:
    for _ in range(people):
        make_person(password=None)
    rows = User.objects.order_by("-pk")
    page, cut = open_page(rows, SIZE, number), Paginator(rows, SIZE).get_page(number)
    assert list(page) == list(cut)
    assert (page.number, page.paginator.num_pages) == (cut.number, cut.paginator.num_pages)
    assert (page.has_previous(), page.has_next()) == (cut.has_previous(), cut.has_next())


def test_a_page_that_is_there_takes_two_queries() -> None:
    for _ in range(7):
        make_person(password=None)
    for number in ("1", "3"):
        with counted() as statements:
            list(open_page(User.objects.order_by("pk"), SIZE, number))
        assert len(statements) == 2
