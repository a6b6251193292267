"""Section 5: what follows a trick, in its order; and the worked example about it."""

import pytest

from games.titles.insidejob.rules.legality import decision, to_act
from games.titles.insidejob.tests.builders import table


def test_5_1_the_winner_takes_one_intel_from_the_reserve() -> None:
    after = table(4).mission("odd-only-green").plays("B1", "B2", "B3", "B4")
    assert (after.state.intel, after.state.reserve) == ((1, 1, 1, 2), 9)


def test_5_1_the_winner_takes_every_intel_that_lies_on_the_cards() -> None:
    after = table(5).mission("odd-only-green").plays("B1", "B2+", "B3+", "B4", "G1")
    assert (after.trick.winner, after.trick.intel) == (2, 3)
    assert (after.state.intel, after.state.reserve) == ((1, 0, 3, 1, 1), 8)


@pytest.mark.parametrize(("last", "met"), [("B7", 3), ("B8", 2)], ids=["met", "failed"])
def test_5_2_a_mission_met_is_one_more_for_the_agents(last: str, met: int) -> None:
    assert table(4, met=2).mission("odd-only-green").plays("B1", "B3", "B5", last).state.met == met


@pytest.mark.parametrize(("third", "met"), [("G3", True), ("G2", False)])
def test_5_2_values_are_compared_alone_in_any_suit_and_higher_is_strict(third: str, met: bool) -> None:
    assert table(4).mission("ascending-yellow").plays("B1", "Y2", third, "P4").trick.met is met


@pytest.mark.parametrize(("seats", "needed"), [(3, 6), (4, 5), (5, 4)])
def test_5_3_a_player_with_as_much_intel_as_the_insider_needs_reveals(seats: int, needed: int) -> None:
    cards = ("B9", "B2", "B3", "B4", "B5")[:seats]
    short = table(seats, insider=1, intel=(needed - 2, *[1] * (seats - 1)))
    enough = table(seats, insider=1, intel=(needed - 1, *[1] * (seats - 1)))
    assert short.mission("odd-only-green").plays(*cards).state.revealed == ()
    after = enough.mission("odd-only-green").plays(*cards)
    assert after.state.revealed == (0,)
    assert after.reason is None
    assert after.seen_by(2).roles[:2] == ("agent", None)


def test_5_3_what_was_wagered_counts_for_the_player_who_takes_it() -> None:
    before = table(4, intel=(1, 1, 4, 3), insider=1)
    won_back = before.mission("odd-only-green").plays("B9", "B2", "B3+", "B4")
    assert (won_back.state.intel[2], won_back.state.revealed) == (5, (2,))
    lost = before.mission("even-only-blue").plays("B9", "B2", "B3+", "B10")
    assert (lost.state.intel, lost.state.revealed) == ((1, 1, 3, 5), (3,))


def test_5_3_a_revealed_role_stays_revealed() -> None:
    after = table(4, intel=(1, 1, 4, 1), revealed=(2,)).mission("odd-only-green").plays("B9", "B2", "B3", "B4")
    assert after.state.revealed == (2,)


@pytest.mark.parametrize(("seats", "needed"), [(3, 9), (4, 7), (5, 6)])
def test_5_4_enough_missions_let_the_agents_win_at_once(seats: int, needed: int) -> None:
    cards = ("B1", "B3", "B5", "B7", "B9")[:seats]
    assert table(seats, met=needed - 2).mission("odd-only-green").plays(*cards).reason is None
    after = table(seats, insider=1, met=needed - 1).mission("odd-only-green").plays(*cards)
    assert after.end == ("missions", tuple(seat for seat in range(seats) if seat != 1))


def test_5_5_the_winner_leads_the_next_trick() -> None:
    after = table(4).mission("odd-only-green").plays("B1", "B2", "B9", "B4")
    assert to_act(after.state) == (2,)
    asked = decision(after.state, 2)
    assert asked is not None
    assert asked.name == "lead-2"


@pytest.mark.parametrize(("seats", "tricks"), [(3, 11), (4, 10), (5, 9)])
def test_5_5_after_the_last_trick_no_one_leads(seats: int, tricks: int) -> None:
    cards = ("B1", "B2", "B3", "B4", "B5")[:seats]
    assert table(seats, tricks=tricks - 1).mission("odd-only-green").plays(*cards).state.is_vote
    assert not table(seats, tricks=tricks - 2).mission("odd-only-green").plays(*cards).state.is_vote


def test_11_worked_example_both_at_once() -> None:
    after = table(4, insider=3, met=6, intel=(1, 1, 1, 4)).mission("odd-only-green").plays("B1", "B3", "B5", "B7")
    assert (after.state.met, after.state.intel[3]) == (7, 5)
    assert after.end == ("insider_intel", (3,))
