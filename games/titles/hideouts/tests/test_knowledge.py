"""Who knows what."""

from dataclasses import replace

import pytest

from games.titles.hideouts.rules.legality import legal_moves
from games.titles.hideouts.rules.moves import Refill, Swap, dump_move
from games.titles.hideouts.rules.observe import observe
from games.titles.hideouts.tests.builders import Duel, duel


def unlike(one: Duel, other: Duel, viewer: int | None) -> bool:
    """Tell whether a viewer could tell two games apart by what they see or were told last."""
    return one.seen_by(viewer) != other.seen_by(viewer) or one.told(viewer) != other.told(viewer)


def test_destroyed_hideouts_decoys_answers_and_hand_sizes_are_public() -> None:
    seen = duel("123", "456").swap(1, 2, beside=0).hand(7, at=0).hand(4, at=0).seen_by(None)
    assert (seen.hideouts[1][0].spy, seen.hideouts[1][0].destroyed) == (4, True)
    assert [hideout.tokens for hideout in seen.hideouts[0]] == [1, 0, 0]
    assert seen.hand_sizes == (6, 7)
    assert [type(act).__name__ for act in seen.past] == ["Swapped", "Attacked", "Attacked"]
    assert seen.points == (1, 0)


@pytest.mark.parametrize("viewer", [1, None])
def test_a_swap_that_puts_the_same_spy_back_is_in_no_way_different_to_anybody_else(viewer: int | None) -> None:
    same, other = (duel("123", "456").swap(1, spy, beside=2) for spy in (2, 9))
    assert unlike(same, other, 0)
    assert not unlike(same, other, viewer)
    assert len(repr(same.seen_by(viewer))) == len(repr(other.seen_by(viewer)))


def test_the_rows_of_both_swaps_have_the_same_form() -> None:
    same, other = (dump_move(Swap(0, 1, spy, 2)) for spy in (2, 9))
    assert (list(same), len(str(same))) == (list(other), len(str(other)))


@pytest.mark.parametrize("viewer", [1, None])
def test_what_a_hideout_is_refilled_with_is_its_owners_alone(viewer: int | None) -> None:
    here, there = (duel("123", "452").hideout(1, at=2).refill(spy) for spy in (7, 9))
    assert unlike(here, there, 0)
    assert not unlike(here, there, viewer)


def test_the_owner_is_reminded_of_what_went_in() -> None:
    now = duel("123", "456").swap(1, 9, beside=2)
    (own,), (others,) = now.told(0), now.told(1)
    assert (own.code, own.params["put"]) == ("swapped_by_you", 9)
    assert (others.code, "put" in others.params) == ("swapped", False)
    now = duel("123", "452").hideout(1, at=2).refill(9)
    assert now.told(0)[0].params["spy"] == 9
    assert "spy" not in now.told(1)[0].params


def test_only_the_owner_is_told_what_they_hide() -> None:
    now = duel("123", "456")
    assert [event.code for event in now.told(0)] == ["begins"]
    assert [event.code for event in now.told(1)] == ["hidden_by_you", "begins"]
    assert now.told(1)[0].params == {"left": 4, "centre": 5, "right": 6}


def test_one_who_must_refill_learns_nothing_from_what_they_may_refill_with() -> None:
    here, there = duel("123", "452").hideout(1, at=0), duel("193", "452")
    assert set(here.seen_by(1).legal) == {Refill(1, spy) for spy in here.state.hands[1]}
    assert there.seen_by(1).legal == ()


def test_the_order_of_a_hand_tells_nothing_of_how_its_spies_came_there() -> None:
    swapped = duel("123", "456").swap(1, 9, beside=2)
    assert swapped.state.hands[0] == tuple(sorted(swapped.state.hands[0]))
    there = replace(swapped.state, hideouts=duel("193", "456").state.hideouts)
    assert observe(there, 0).hand == swapped.seen_by(0).hand


def test_what_may_be_swapped_in_is_listed_in_an_order_that_tells_nothing() -> None:
    swaps = [move for move in legal_moves(duel("123", "456").state, 0) if isinstance(move, Swap)]
    assert [move.spy for move in swaps if (move.own, move.token) == (1, 0)] == [0, 2, 4, 5, 6, 7, 8, 9]
