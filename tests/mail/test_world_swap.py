"""No mail tells anything that is not public, in no part of it, on every database.

SWAP_PAIRS sets how many pairs of each title are compared: `make prove` takes 10,000.
"""

import os

import pytest
from django.db import connection

from tests.mail import worlds
from tests.pages.worlds import SENT

pytestmark = pytest.mark.django_db

PAIRS = int(os.environ.get("SWAP_PAIRS", "200"))


@pytest.mark.parametrize("title", SENT)
def test_no_mail_tells_what_is_hidden(title: str) -> None:
    # Other games on each database, so that a run on both sees more of them.
    report = worlds.check_mails(SENT[title], f"mails-{connection.vendor}", PAIRS)
    assert report.pairs == PAIRS
    assert report.mails >= 2 * PAIRS
    assert not report.complaints, "\n".join(report.complaints[:20])
