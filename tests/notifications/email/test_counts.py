"""Weekly tables, spectators and premoves together send no more than a table without them."""

import pytest

from tests.notifications.email.count import count

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


def test_what_is_new_sends_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    before = count("insidejob", 1, monkeypatch, has_news=False)
    after = count("insidejob", 1, monkeypatch, has_news=True)
    assert after[0] <= before[0]
    assert after[1] <= before[1]
