"""Over HTTP, worlds that a viewer cannot tell apart are the same to the last byte, on every database."""

from typing import Any

import pytest
from django.db import connection

from games.models import Game
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.table import load_table
from games.tables.services import pauses, stand_ins
from tests.rounds import choose, one_in
from tests.tables.acts import fresh
from tests.tables.pages import worlds
from tests.tables.pages.differences import find_spoken
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db

REQUESTS = 8


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.parametrize("title", TITLES)
def test_whoever_may_not_know_something_never_receives_it(title: str) -> None:
    pairs = worlds.count_pairs()
    # Other games on each database, so that a run on both sees more of them.
    report = worlds.check_pairs(worlds_of(title), f"pages-{connection.vendor}", pairs, REQUESTS)
    assert report.pairs == pairs
    assert report.answers >= REQUESTS * pairs
    assert not report.complaints, "\n".join(report.complaints[:20])


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_table_that_stands_still_looks_the_same_in_all_worlds(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out, list_requests = worlds.lay_out, worlds.list_requests
    still = 0

    def lay_out_and_leave(game: Game, *laid_out: Any, **more: Any) -> None:
        nonlocal still
        # As `make_table` stores them.
        game.players.update(stand_in=False, agrees_to_end=False)
        game.players.filter(seat=0).update(agrees_to_end=True)
        game.players.filter(seat=1).update(missed=1)
        lay_out(game, *laid_out, **more)
        if game.is_running:
            table = load_table(fresh(game))
            for player in table.players:
                stand_ins.put_stand_in(player)
            table.game.players.update(owes="", asked_at=None)
            assert pauses.rest_if_due(table)
            still += 1
        game.refresh_from_db()

    def list_harmless(*given: Any) -> list[worlds.Ask]:
        # Stand-ins would throw dice over hands that others may not know.
        return [ask for ask in list_requests(*given) if "take-back" not in ask[1]]

    monkeypatch.setattr(worlds, "lay_out", lay_out_and_leave)
    monkeypatch.setattr(worlds, "list_requests", list_harmless)
    report = worlds.check_pairs(worlds_of(title), f"still-{connection.vendor}", choose(2, deep=4, long=8), REQUESTS)
    assert still > 0
    assert not report.complaints, "\n".join(report.complaints[:20])


@pytest.mark.parametrize("title", TITLES)
def test_a_game_laid_out_is_like_one_that_was_played(title: str) -> None:
    for pair in worlds.find_pairs(worlds_of(title), "laid-out", 8):
        game = worlds.make_table(pair.worlds.TITLE, pair.options, pair.seats)
        worlds.lay_out(game, pair.theirs.deal, pair.theirs.log, is_committed=True)
        assert _check_game(game) == []
        stored = load_table(game)
        logged, awaiting = pair.theirs.log[: len(stored.entries)], pair.theirs.log[len(stored.entries) :]
        assert stored.entries == logged
        assert stored.sealed == {entry.move.seat: (entry,) for entry in awaiting}


def test_a_secret_is_found_where_it_is_said_and_not_as_a_part_of_a_longer_word() -> None:
    words = ["B7", "Prof. No"]
    assert find_spoken(words, "<b>B7</b>, Prof. No") == words
    assert find_spoken(words, "B71 x-B7 Prof. Nobody") == []
    assert find_spoken(words, "x-B7 B7") == ["B7"]
