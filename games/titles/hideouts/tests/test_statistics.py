"""What is counted of a player of T.A.R.G.E.T., compared with a slow reading of whole games."""

from typing import Any

from games.rules.engine.statistics import count_statistics
from games.rules.engine.values import Entry
from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.tests.builders import TABLE
from tests.rules.whole import play


def read_slowly(states: list[Any], entries: tuple[Entry, ...], seat: int) -> dict[str, list[int]]:
    """Return the figures as someone would count them who sees both hands."""
    attacks, hits = 0, 0
    for before, entry in zip(states, entries, strict=False):
        line = hideouts.dump_move(entry.move)
        if entry.move.seat == seat and line["type"] == "attack":
            spy = line["spy"] if line["from"] == "hand" else before.hideouts[seat][line["own"]].spy
            attacks += 1
            hits += before.hideouts[1 - seat][line["target"]].spy == spy
    destroyed = sum(hideout.destroyed for hideout in states[-1].hideouts[seat])
    found = {"hits": [hits, attacks]} if attacks else {}
    return {**found, "standing": [3 - destroyed, 3]}


def test_the_figures_are_those_of_a_slow_reading() -> None:
    hits = 0
    for seed in range(60):
        states, entries = play(TABLE, seed)
        for seat in (0, 1):
            figures = count_statistics(hideouts.STATISTICS, states, entries, seat)
            assert figures == read_slowly(states, entries, seat)
            hits += figures["hits"][0]
    assert hits


def test_a_hideout_lost_before_one_sat_down_is_nobodys_loss() -> None:
    states, entries = play(TABLE, 1)
    lost = next((place, seat) for place, state in enumerate(states) for seat in (0, 1) if len(state.standing(seat)) < 3)
    since, seat = lost
    figures = count_statistics(hideouts.STATISTICS, states, entries, seat, since)
    assert figures["standing"] == [len(states[-1].standing(seat)), 2]
