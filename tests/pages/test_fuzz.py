"""Junk thrown at every address is answered, never with an error of ours.

FUZZ_REQUESTS sets how many requests are sent: `make prove` sends 200,000.
"""

import logging
import os

import pytest

from tests.pages.fuzz import throw_junk

pytestmark = pytest.mark.django_db

REQUESTS, SEED = int(os.environ.get("FUZZ_REQUESTS", "5000")), "2026"


@pytest.mark.slow
def test_no_junk_makes_the_site_fail() -> None:
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    print("seed", SEED)
    statuses, failures = throw_junk(REQUESTS, SEED)
    assert not failures, "\n".join(failures[:10])
    assert statuses[200] > REQUESTS / 10, "most of it should arrive somewhere"
    assert {302, 403, 404, 405, 409} <= statuses.keys()
