"""Action 2: an attack from a hideout."""

import pytest

from games.titles.hideouts.rules import TITLE as hideouts
from games.titles.hideouts.rules.moves import AttackFromHand, AttackFromHideout, Refill
from games.titles.hideouts.rules.state import Gap
from games.titles.hideouts.tests.builders import TABLE, duel, hands
from tests.rules.conformance import random_game


@pytest.mark.parametrize(("hidden", "answer"), [("453", "plus"), ("403", "minus"), ("413", "success")])
def test_the_spy_of_the_hideout_is_shown_and_gets_the_same_answer(hidden: str, answer: str) -> None:
    now = duel("321", hidden).hideout(2, at=1)
    assert now.answer == answer
    assert {param for event in now.told(None) for param in event.params.values()} >= {1}


def test_after_plus_or_minus_the_attackers_hideout_is_destroyed_and_the_opponent_gives_the_same_spy_for_it() -> None:
    now = duel("123", "456").hideout(1, at=0)
    assert (now.looks(0), now.looks(1)) == ("1x3", "456")
    assert hands(now) == ["0456789", "013789"]
    seen = now.seen_by(1).hideouts[0][1]
    assert (seen.spy, seen.destroyed) == (2, True)
    assert (now.asked, now.state.turn) == (1, 2)


def test_if_that_spy_was_in_a_hideout_its_owner_fills_it_from_the_hand_before_play_goes_on() -> None:
    now = duel("123", "452").hideout(1, at=0)
    assert (now.looks(1), now.state.gap) == ("45_", Gap(1, 2))
    decision = now.seen_by(1).decision
    assert decision is not None
    assert (decision.name, decision.sealed) == ("refill-1", False)
    assert [now.seen_by(seat).awaited for seat in (0, 1, None)] == [(1,)] * 3
    assert set(now.seen_by(1).legal) == {Refill(1, spy) for spy in (0, 1, 3, 6, 7, 8, 9)}
    assert now.refuses(AttackFromHand(0, 4, 0)) == "not_your_turn"
    assert now.refuses(AttackFromHand(1, 3, 0)) == "other_choice"
    assert {now.refuses(Refill(1, spy)) for spy in (2, 4, 5, 10, -1)} == {"spy_not_held"}
    assert duel().refuses(Refill(0, 9)) == "other_choice"
    then = now.refill(9)
    assert (then.looks(1), hands(then)[1]) == ("459", "013678")
    assert (then.asked, then.state.turn) == (1, 2)


def test_a_success_destroys_the_opponents_hideout_with_both_spies_on_it_and_the_attacker_refills_theirs() -> None:
    now = duel("123", "452").hideout(1, at=2)
    assert (now.looks(0), now.looks(1)) == ("1_3", "45x")
    assert (now.seen_by(0).hideouts[1][2].spy, now.asked) == (2, 0)
    then = now.refill(7)
    assert (then.looks(0), hands(then)) == ("173", ["045689", "0136789"])
    assert then.asked == 1


def test_the_refill_after_an_attack_belongs_to_the_turn_of_the_attack() -> None:
    own_gap, gap_of_other = duel("123", "452").hideout(1, at=2), duel("123", "452").hideout(1, at=0)
    for now in (own_gap, gap_of_other):
        after = now.refill(7)
        assert [hideouts.scene(each.state) for each in (duel(), now, after, after.wait())] == [1, 1, 2, 3]


def test_one_attacks_from_a_standing_hideout_on_a_standing_hideout() -> None:
    now = duel("123", "456").hideout(1, at=0).hand(1, at=0)
    assert now.refuses(AttackFromHideout(0, 1, 0)) == "own_destroyed"
    assert now.refuses(AttackFromHideout(0, 3, 0)) == "no_own"
    assert now.refuses(AttackFromHideout(0, -1, 0)) == "no_own"
    assert now.refuses(AttackFromHideout(0, 2, 3)) == "no_target"
    assert duel("123", "456").hand(4, at=0).wait().refuses(AttackFromHideout(0, 0, 0)) == "target_destroyed"


def test_each_value_is_spent_on_both_sides_at_once_so_the_hand_that_refills_is_never_empty() -> None:
    refills = 0
    for seed in range(60):
        for step in random_game(TABLE, seed):
            state = step.after
            in_play = [
                {*hand, *(h.spy for h in own if h.spy is not None and not h.destroyed)}
                for hand, own in zip(state.hands, state.hideouts, strict=True)
            ]
            if state.turn:
                assert in_play[0] == in_play[1]
            if state.gap is not None:
                refills += 1
                assert len(state.hands[state.gap.seat]) >= 5
    assert refills > 20
