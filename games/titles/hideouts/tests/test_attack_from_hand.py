"""Action 1: an attack from the hand."""

from games.titles.hideouts.rules.moves import AttackFromHand
from games.titles.hideouts.tests.builders import duel, hands


def test_after_plus_or_minus_the_spy_is_back_in_the_hand_and_nothing_else_has_happened() -> None:
    now = duel("123", "456").hand(7, at=0)
    assert (now.answer, hands(now)) == ("minus", hands(duel("123", "456")))
    assert [now.looks(0), now.looks(1)] == ["123", "456"]
    assert now.asked == 1


def test_a_success_destroys_the_hideout_and_both_spies_lie_on_it_out_of_play() -> None:
    now = duel("123", "456").hand(5, at=1)
    assert now.looks(1) == "4x6"
    seen = now.seen_by(0).hideouts[1][1]
    assert (seen.spy, seen.destroyed, seen.possible) == (5, True, ())
    assert (hands(now), now.asked) == (["046789", "0123789"], 1)


def test_only_the_player_on_turn_attacks_with_a_spy_of_the_hand_a_hideout_that_still_stands() -> None:
    fresh, later = duel("123", "456"), duel("123", "456").hand(5, at=1).wait()
    assert fresh.refuses(AttackFromHand(0, 1, 0)) == fresh.refuses(AttackFromHand(0, 10, 0)) == "spy_not_held"
    assert later.refuses(AttackFromHand(0, 5, 0)) == "spy_not_held"
    assert later.refuses(AttackFromHand(0, 7, 1)) == "target_destroyed"
    assert {later.refuses(AttackFromHand(0, 7, place)) for place in (-1, 3)} == {"no_target"}
    assert duel(first=1).refuses(AttackFromHand(0, 7, 0)) == "not_your_turn"
    assert duel(first=1).refuses(AttackFromHand(1, 7, 0)) is None


def test_ruling_an_attack_from_the_hand_is_always_possible_so_there_is_always_a_move() -> None:
    now = duel("123", "789").hand(7, at=0).hand(1, at=0).hand(8, at=1).hand(2, at=1)
    for _ in range(12):
        assert any(isinstance(move, AttackFromHand) for move in now.seen_by(now.asked).legal)
        now = now.wait() if now.asked else now.hand(0, at=2)
