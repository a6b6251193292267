"""Figures of finished games, for any title: shares with a name, of what a player did and of nothing else."""

import json
from dataclasses import replace
from random import Random

import pytest

from games.rules.engine.statistics import count_statistics
from games.rules.engine.values import BOT, CLOCK
from games.rules.registry import TITLES
from mole.rules import TITLE as mole
from tests.rules.conformance import Setting, at_each, share, usual_settings
from tests.rules.whole import play
from tests.titles import list_sentences

GAMES = 18
COUNTED = [setting for setting in usual_settings() if setting.title.STATISTICS]


def test_every_title_of_the_house_has_figures_with_names() -> None:
    for title in TITLES.values():
        assert title.STATISTICS
        assert {*title.STATISTICS.labels.values()} <= {*list_sentences(title)}
        assert all(code.isidentifier() for code in title.STATISTICS.labels), "they are names in a query"


@at_each(COUNTED)
def test_a_figure_is_a_share_of_something_and_has_a_name(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        states, entries = play(setting, seed)
        for seat in range(setting.seats):
            statistics = count_statistics(setting.title.STATISTICS, states, entries, seat)
            assert setting.title.STATISTICS
            assert statistics.keys() <= setting.title.STATISTICS.labels.keys()
            assert all(0 <= count <= of and of > 0 for count, of in statistics.values()), statistics
            assert json.loads(json.dumps(statistics)) == statistics


@at_each(COUNTED)
def test_a_figure_that_is_of_choices_counts_those_of_the_player_alone(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        states, entries = play(setting, seed)
        for seat in range(setting.seats):
            own = count_statistics(setting.title.STATISTICS, states, entries, seat)
            others = tuple(entry if entry.move.seat == seat else replace(entry, by=BOT) for entry in entries)
            assert count_statistics(setting.title.STATISTICS, states, others, seat) == own
            absent = tuple(replace(entry, by=CLOCK) for entry in entries)
            assert count_statistics(setting.title.STATISTICS, states, absent, seat).keys() <= own.keys() - choices(
                setting, own
            )


def choices(setting: Setting, statistics: dict[str, list[int]]) -> set[str]:
    """Return which figures are of choices: all but those of what happened at the table or to the player."""
    return {*statistics} - {"missions", "standing"}


@at_each(COUNTED)
def test_two_who_shared_a_seat_share_its_choices(setting: Setting) -> None:
    for seed in share(setting, GAMES // 3):
        states, entries = play(setting, seed)
        since = Random(seed).randrange(len(entries))
        for seat in range(setting.seats):
            whole = count_statistics(setting.title.STATISTICS, states, entries, seat)
            gone = tuple(replace(entry, by=BOT) if place >= since else entry for place, entry in enumerate(entries))
            parts = [
                count_statistics(setting.title.STATISTICS, states, gone, seat),
                count_statistics(setting.title.STATISTICS, states, entries, seat, since),
            ]
            for code in choices(setting, whole):
                assert [sum(part.get(code, [0, 0])[place] for part in parts) for place in (0, 1)] == whole[code]


@pytest.mark.parametrize("seat", range(3))
def test_a_title_need_not_have_any(seat: int) -> None:
    states, entries = play(Setting(mole, 3, ()), 1)
    assert count_statistics(mole.STATISTICS, states, entries, seat) == {}
