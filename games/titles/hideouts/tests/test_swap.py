"""Action 3: swapping two spies."""

import pytest

from games.titles.hideouts.rules.acts import Swapped
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Swap
from games.titles.hideouts.tests.builders import Duel, duel, hands


def test_the_spy_is_shown_and_taken_into_the_hand_and_another_goes_in_face_down() -> None:
    now = duel("123", "456").swap(1, 9, beside=0)
    assert (now.looks(0), hands(now)[0]) == ("193", "0245678")
    assert (now.state.past[-1], now.asked) == (Swapped(0, 1, 2, 0), 1)


def test_a_decoy_is_put_beside_any_of_ones_hideouts() -> None:
    for beside in (0, 1, 2):
        now = duel().swap(1, 2, beside=beside)
        assert [seen.tokens for seen in now.seen_by(None).hideouts[0]] == [int(place == beside) for place in (0, 1, 2)]
        assert now.seen_by(None).tokens == (4, 5)
    assert duel().refuses(Swap(0, 1, 2, 3)) == "no_token"
    assert duel().refuses(Swap(0, 1, 2, -1)) == "no_token"


@pytest.mark.parametrize(
    ("now", "place"),
    [
        pytest.param(duel("123", "456").swap(1, 9, beside=0).hand(1, at=0), 0, id="destroyed later"),
        pytest.param(duel("123", "456").hideout(1, at=0).hand(0, at=0).swap(0, 1, beside=1), 1, id="destroyed before"),
    ],
)
def test_a_decoy_lies_beside_a_destroyed_hideout(now: Duel, place: int) -> None:
    seen = now.seen_by(None)
    assert (seen.hideouts[0][place].destroyed, seen.hideouts[0][place].tokens, seen.tokens) == (True, 1, (4, 5))


def test_a_decoy_stays_when_the_hideout_is_refilled() -> None:
    now = duel("123", "452", first=1).swap(2, 2, beside=2).hideout(1, at=0).refill(9)
    assert [seen.tokens for seen in now.seen_by(None).hideouts[1]] == [0, 0, 1]


def test_a_destroyed_hideout_is_not_swapped() -> None:
    now = duel("123", "456").hideout(1, at=0).hand(0, at=0)
    assert now.refuses(Swap(0, 1, 9, 0)) == "own_destroyed"
    assert now.refuses(Swap(0, 3, 9, 0)) == "no_own"


@pytest.mark.parametrize("spy", [1, 3, 10, -1])
def test_only_a_spy_of_the_hand_or_the_one_taken_out_goes_in(spy: int) -> None:
    assert duel("123", "456").refuses(Swap(0, 1, spy, 0)) == "spy_not_held"


def use_up_decoys(now: Duel) -> Duel:
    for _ in range(5):
        now = now.swap(1, 2, beside=2).wait()
    return now


def test_after_five_swaps_there_is_no_decoy_left_and_no_swap() -> None:
    now = use_up_decoys(duel("123", "456"))
    assert now.seen_by(None).tokens == (0, 5)
    assert now.refuses(Swap(0, 1, 2, 2)) == "out_of_tokens"
    assert not any(isinstance(move, Swap) for move in now.seen_by(0).legal)
    assert {type(move) for move in now.seen_by(0).legal} == {AttackFromHand, AttackFromHideout}
