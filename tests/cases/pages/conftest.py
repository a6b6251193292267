"""A case, and clients that play it."""

import pytest
from django.test import Client

from games.models import Case
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.tables.pages.browser import sign_in


@pytest.fixture
def case() -> Case:
    return store_case()


@pytest.fixture(params=["visitor", "member"])
def client(request: pytest.FixtureRequest) -> Client:
    """A client of each kind of person who can play."""
    return Client() if request.param == "visitor" else sign_in(make_person())
