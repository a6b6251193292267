"""A program receives the same bytes in worlds that its owner cannot tell apart: by the rules, and over HTTP."""

from dataclasses import fields
from typing import Any

import pytest
from django.db import connection

from games.rules.engine.protocol import AnyTitle
from games.rules.record import record_answers, record_observation
from games.rules.registry import TITLES
from tests.api import swap
from tests.rounds import count_rounds, one_in
from tests.rules.swap import Channels, check_game
from tests.titles import worlds_of

REQUESTS = 10
SEED = "api"


def open_for_programs(title: AnyTitle) -> Channels:
    """Return what programs are offered as the only channel of a title."""
    silent = {channel.name: lambda *asked: None for channel in fields(Channels)}
    space = title.SPACE

    def offer(state: Any, seat: int) -> Any:
        seen = title.observe(state, seat)
        learned = (space.encode(seen), [*space.list_legal(seen)]) if space else ()
        return record_answers(title, state, seat), record_observation(title, seen), *learned

    return Channels(**silent | {"offer": offer})


@pytest.mark.rounds
@pytest.mark.parametrize("title", TITLES)
def test_observations_and_answers_tell_no_secret(title: str) -> None:
    worlds, wanted, index, pairs = worlds_of(title), count_rounds("swap_api"), 0, 0
    channels = open_for_programs(worlds.TITLE)
    while pairs < wanted:
        report = check_game(worlds, index, SEED, channels)
        assert not report.complaints, "\n".join(report.complaints[:10])
        pairs, index = pairs + report.pairs, index + 1


@pytest.mark.rounds
@pytest.mark.again
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "as_bots"), [*((title, False) for title in TITLES), *one_in(3, [(title, True) for title in TITLES])]
)
def test_programs_receive_the_same_bytes(title: str, as_bots: bool) -> None:
    pairs = count_rounds("received_again" if connection.vendor == "postgresql" else "received_api")
    report = swap.check_pairs(worlds_of(title), SEED, pairs, REQUESTS, as_bots=as_bots)
    assert report.pairs == pairs
    assert report.answers >= REQUESTS * pairs
    assert not report.complaints, "\n".join(report.complaints[:20])


@pytest.mark.django_db
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_planted_leak_is_caught(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the house knows of the table, beside what its reader may know."""
    from games.api.selectors import tables

    honest = tables.describe_game

    def leak(table: Any, own: Any, from_scene: int) -> Any:
        body, wait = honest(table, own, from_scene)
        return {**body, "name": str(hash(repr(table.states[-1])))}, wait

    monkeypatch.setattr("games.api.views.reading.describe_game", leak)
    report = swap.check_pairs(worlds_of(title), "leak", 6, 2)
    assert report.complaints
