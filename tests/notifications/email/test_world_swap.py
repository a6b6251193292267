"""No mail tells anything that is not public, in no part of it, on every database."""

import pytest
from django.db import connection

from games.rules.registry import TITLES
from tests.notifications.email import worlds
from tests.tables.pages.worlds import count_pairs
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.parametrize("title", TITLES)
def test_no_mail_tells_what_is_hidden(title: str) -> None:
    # Half as many as over HTTP.
    pairs = (count_pairs() + 1) // 2
    # Other games on each database, so that a run on both sees more of them.
    report = worlds.check_mails(worlds_of(title), f"mails-{connection.vendor}", pairs)
    assert report.pairs == pairs
    assert report.mails >= 2 * pairs
    assert not report.complaints, "\n".join(report.complaints[:20])
