"""No viewer learns what they may not know, of any title: the world swap by the rules, its power, blindness to roles."""

import pytest

from games.rules.registry import TITLES
from tests.rounds import choose, count_rounds, one_in
from tests.rules.blindness import check_blindness
from tests.rules.leaks import at_tables
from tests.rules.swap import check_game, check_pairs, find_lacking, find_leak
from tests.titles import find_module, worlds_of

SEED = "ci"
LEAK_PAIRS = 3_000
"""How many pairs a planted leak may need until it is caught."""
any_title = pytest.mark.parametrize("title", TITLES)


def each_of(kind: str, *, every: int) -> pytest.MarkDecorator:
    """Run a test for each of the LEAKS, or what is HARMLESS, that titles plant; in small rounds for one in `every`."""
    planted = [(title, name) for title in TITLES for name in getattr(find_module(title, "leaks"), kind, ())]
    return pytest.mark.parametrize(("title", "name"), one_in(every, planted))


@pytest.mark.rounds
@any_title
def test_no_viewer_can_tell_apart_two_worlds_that_are_one_to_them(title: str) -> None:
    worlds, pairs = worlds_of(title), count_rounds("swap")
    report = check_pairs(worlds, pairs, SEED)
    print(f"seed {SEED!r}: {report.pairs} pairs, {dict(report.counts)}")
    assert not report.complaints, "\n".join(report.complaints[:10])
    assert report.pairs >= pairs
    assert find_lacking(worlds, report) == []


@each_of("LEAKS", every=16)
def test_a_planted_leak_is_caught(title: str, name: str) -> None:
    leaks, worlds = find_module(title, "leaks"), worlds_of(title)
    assert leaks
    tables = at_tables(worlds, leaks.TABLES[name]) if name in leaks.TABLES else worlds
    assert find_leak(tables, leaks.LEAKS[name], LEAK_PAIRS).complaints, f"not caught: {name}"


@pytest.mark.rounds
@each_of("HARMLESS", every=8)
def test_what_may_be_known_is_no_leak(title: str, name: str) -> None:
    leaks = find_module(title, "leaks")
    assert leaks
    for index in range(choose(8, deep=12, long=20)):
        assert not check_game(worlds_of(title), index, "harmless", leaks.HARMLESS[name]).complaints


@pytest.mark.rounds
@any_title
def test_clock_and_stand_in_do_the_same_in_every_role(title: str) -> None:
    worlds, games = worlds_of(title), count_rounds("blind")
    report = check_blindness(worlds, games, "blind")
    print(f"{report.pairs} questions in two roles")
    assert not report.complaints, "\n".join(report.complaints[:10])
    assert not worlds.HIDES_ROLES or report.counts["told apart by the rules"] >= games
