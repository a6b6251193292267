"""Junk thrown at every address is answered, never with an error of ours.

`make prove` sends 200,000 requests; FUZZ_SEED sets which.
"""

import os

import pytest

from tests.rounds import count_rounds
from tests.tables.pages.fuzz import throw_junk

pytestmark = pytest.mark.django_db

ENOUGH_FOR_ALL = 1000
REQUESTS, SEED = count_rounds("junk"), os.environ.get("FUZZ_SEED", "2026")


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.slow
def test_no_junk_makes_the_site_fail() -> None:
    print("seed", SEED)
    statuses, failures = throw_junk(REQUESTS, SEED)
    assert not failures, "\n".join(failures[:10])
    assert statuses[200] > REQUESTS / 20, "some of it should arrive somewhere"
    assert {302, 400, 403, 404, 405} <= statuses.keys()
    if REQUESTS >= ENOUGH_FOR_ALL:
        assert 409 in statuses, "an old question should be answered, too"
