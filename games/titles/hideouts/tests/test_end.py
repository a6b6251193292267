"""When the game ends, and the score."""

import pytest

from games.titles.hideouts.rules.state import Hideout
from games.titles.hideouts.tests.builders import Duel, duel, hands


def nearly_lost(hidden: str = "123", opposing: str = "456") -> Duel:
    """Return a game in which seat 0, whose turn it is, has only the right hideout left."""
    now = duel(hidden, opposing)
    for place in (0, 1):
        spy = now.state.hideouts[0][place].spy
        assert spy is not None
        now = now.wait().hand(spy, at=place)
    return now


def test_the_game_ends_as_soon_as_a_third_hideout_is_destroyed_from_the_hand() -> None:
    now = nearly_lost().wait().hand(3, at=2)
    assert (now.outcome.reason, now.outcome.winners) == ("points", (1,))
    assert now.seen_by(0).awaited == ()


def test_a_success_from_a_hideout_ends_it_too_and_nothing_is_refilled() -> None:
    now = nearly_lost("123", "453").wait().hideout(2, at=2)
    assert (now.outcome.winners, now.looks(1)) == ((1,), "45_")
    assert now.state.gap is None
    assert now.outcome.figures == {"points": [0, 3], "hand_sums": [39, 30]}


def test_a_failed_attack_from_the_last_hideout_counts() -> None:
    now = nearly_lost("123", "456").hideout(2, at=0)
    assert (now.looks(0), now.outcome.winners) == ("xxx", (1,))


def test_ruling_the_pair_leaves_play_first_wherever_the_defenders_was_and_nothing_is_refilled() -> None:
    from_hand = nearly_lost("123", "456").hideout(2, at=0)
    assert (from_hand.looks(1), hands(from_hand)) == ("456", ["0456789", "0789"])
    from_hideout = nearly_lost("123", "453").hideout(2, at=0)
    assert (from_hideout.looks(1), hands(from_hideout)) == ("45_", ["0456789", "06789"])
    assert from_hideout.state.gap is None
    assert not from_hideout.state.hideouts[1][2].destroyed


def test_each_destroyed_hideout_is_worth_a_point_and_one_more_for_every_decoy_beside_it() -> None:
    now = duel("123", "456").swap(1, 2, beside=0).hand(2, at=1).swap(2, 3, beside=0).hand(1, at=0)
    assert now.seen_by(None).points == (0, 4)


def test_worked_example_four_to_three() -> None:
    now = duel("123", "456")
    now = now.swap(1, 2, beside=0).swap(0, 4, beside=2).swap(1, 2, beside=0).hand(1, at=0)
    now = now.swap(1, 2, beside=1).wait().hand(4, at=0).wait().hand(5, at=1).wait().hand(6, at=2)
    assert now.outcome.figures["points"] == [4, 3]
    assert (now.outcome.reason, now.outcome.winners) == ("points", (0,))


def test_one_who_has_lost_all_hideouts_may_win_by_decoys() -> None:
    now = duel("123", "456").swap(0, 1, beside=0).swap(0, 4, beside=0)
    for place, spy in enumerate((1, 2)):
        now = now.wait().hand(spy, at=place)
    for _ in range(2):
        now = now.wait().swap(0, 4, beside=0)
    now = now.wait().swap(0, 4, beside=0).hand(4, at=0).hand(3, at=2)
    assert (now.outcome.figures["points"], now.outcome.winners) == ([5, 4], (0,))
    assert now.looks(0) == "xxx"


def level(*, left: tuple[int, ...], right: tuple[int, ...]) -> Duel:
    """Return a game that ends at two points each with these hands, when seat 0 destroys a third hideout."""
    destroyed = (Hideout(1, destroyed=True), Hideout(2, destroyed=True), Hideout(9))
    now = duel().but(
        hideouts=((Hideout(4, destroyed=True, tokens=2), Hideout(5), Hideout(6)), destroyed), hands=((*left, 9), right)
    )
    return now.hand(9, at=2)


@pytest.mark.parametrize(("left", "right", "winner"), [((0, 7), (3,), 0), ((3,), (0, 7), 1)])
def test_points_level_the_higher_sum_in_hand_wins(left: tuple[int, ...], right: tuple[int, ...], winner: int) -> None:
    now = level(left=left, right=right)
    assert now.outcome.figures == {"points": [3, 3], "hand_sums": [sum(left), sum(right)]}
    assert (now.outcome.reason, now.outcome.winners) == ("hand_sum", (winner,))
    assert now.seen_by(None).ranking == (winner, 1 - winner), "the result lists the winner first"


def test_still_level_it_is_a_draw() -> None:
    now = level(left=(0, 7), right=(3, 4))
    assert (now.outcome.reason, now.outcome.winners) == ("draw", ())
    assert now.seen_by(None).ranking == (0, 1)


def test_at_the_end_everything_lies_open() -> None:
    now = nearly_lost("123", "456").hideout(2, at=0)
    for viewer in (0, 1, None):
        seen = now.seen_by(viewer)
        assert seen.hands == now.state.hands
        assert [hideout.spy for hideout in seen.hideouts[1]] == [4, 5, 6]


def test_the_end_is_told_with_the_points_and_when_they_are_level_with_the_hands() -> None:
    told = nearly_lost().wait().hand(3, at=2).told(None)
    assert [event.code for event in told] == ["hand_success", "scored", "scored", "over"]
    told = level(left=(0, 7), right=(3, 4)).told(0)
    assert [event.code for event in told][1:] == ["scored", "scored", "hand_counted", "hand_counted", "over"]
    assert [event.params.get("sum") for event in told][3:5] == [7, 7]
