"""Leaks planted where a page is made, not in a title: the comparison over HTTP finds them."""

import pytest

from games.reads import notes
from games.services import deadlines
from tests.pages import worlds
from tests.titles import worlds_of

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


def test_a_page_that_looks_up_everybody_s_notes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "list_writers", lambda game, players, own: [own, *players])
    report = worlds.check_pairs(worlds_of("insidejob"), "planted", 6, 60, stops_at_first=True)
    assert report.complaints


def test_a_bank_drawn_on_by_one_who_is_asked_in_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "find_alone", lambda asked: next(iter(asked), None))
    # Its table and its past show it, at one pair in a hundred or fewer.
    report = worlds.check_pairs(worlds_of("rendezvous"), "planted-bank", 200, 2, stops_at_first=True)
    assert report.complaints
