"""Whole games from page to page, without JavaScript: at every kind of table, to the end and the rematch."""

from random import Random
from typing import Any

import pytest

from games.site.consistency import _check_game
from games.titles.rendezvous.tests.visitors import Company, play_to_the_end
from tests.rounds import one_in
from tests.tables.pages.browser import Page, link, text_of

pytestmark = pytest.mark.django_db

TABLES = [
    # people, bots, options
    (3, 0, {"rounds": "1"}),
    (2, 1, {"silent": True}),
    (4, 0, {}),
    (3, 1, {"laps": "at_once"}),
    (2, 2, {"points": False, "rounds": "2"}),
    (3, 2, {"silent": True, "laps": "at_once", "rounds": "1"}),
    (4, 3, {"variant": "crossed", "rounds": "3"}),
    (7, 0, {"variant": "crossed", "laps": "at_once", "rounds": "1"}),
    (2, 6, {"rounds": "2"}),
]


@pytest.mark.parametrize(("people", "bots", "options"), one_in(9, TABLES))
def test_people_play_to_the_end(people: int, bots: int, options: dict[str, Any]) -> None:
    company = Company(people, bots, **options)
    play_to_the_end(company, Random(people))
    assert _check_game(company.game) == []
    state = company.state
    assert len(state.rounds) == state.options.rounds
    for seat in range(people):
        page = company.page(seat)
        assert "result-heading" in page
        assert Page(page).form_to(link("rematch", company.game))
        past = text_of(company.clients[seat].get(link("table", company.game), {"tab": "past"}))
        assert {f"round-{number}" for number in range(1, len(state.rounds) + 1)} <= Page(past).ids
        for finished in state.rounds:
            assert all(f"({password})" in past for password in finished.passwords)
