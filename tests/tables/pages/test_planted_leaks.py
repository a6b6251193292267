"""Leaks planted where a page is made, not in a title: the comparison over HTTP finds them."""

import pytest

from accounts.models import User
from games.state import table
from games.state import view as player_view
from games.tables.selectors import notes
from games.tables.services import deadlines
from tests.tables.pages import worlds
from tests.titles import worlds_of

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


def is_found(title: str, seed: str, pairs: int, requests: int) -> bool:
    return bool(worlds.check_pairs(worlds_of(title), seed, pairs, requests, stops_at_first=True).complaints)


def test_a_page_that_looks_up_everybody_s_notes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "_list_writers", lambda game, players, own: [own, *players])
    assert is_found("insidejob", "planted", 6, 60)


def test_a_name_that_changes_while_a_game_runs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_current(user: User | None, kept: str) -> str:
        return user.display_name if user else ""

    monkeypatch.setattr(player_view, "find_name", find_current)
    assert is_found("insidejob", "planted-name", 6, 4)


def test_a_bank_drawn_on_by_one_who_is_asked_in_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table, deadlines):
        monkeypatch.setattr(module, "find_alone", lambda asked: next(iter(asked), None))
    # Its table and its past show it at one pair in fifty; with this seed soon.
    assert is_found("rendezvous", "bank-2", 200, 2)
