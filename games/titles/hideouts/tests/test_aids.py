"""What a page is told besides what lies on the table: how often a hideout was filled, and what it is worth."""

from games.titles.hideouts.tests.builders import Duel, duel


def filled(now: Duel, seat: int) -> list[int]:
    return [seen.filled for seen in now.seen_by(None).hideouts[seat]]


def worth(now: Duel, seat: int) -> list[int]:
    return [seen.worth for seen in now.seen_by(None).hideouts[seat]]


def test_every_swap_and_every_refill_fills_a_hideout_again() -> None:
    now = duel("123", "256").swap(0, 7, beside=2)
    assert (filled(now, 0), filled(now, 1)) == ([1, 0, 0], [0, 0, 0])
    now = now.hideout(0, at=1).refill(0)
    assert (filled(now, 0), filled(now, 1)) == ([1, 0, 0], [1, 0, 0])


def test_a_hideout_is_worth_a_point_and_one_for_each_decoy_beside_it() -> None:
    now = duel("123", "456").swap(0, 7, beside=2).wait().swap(1, 1, beside=2)
    assert worth(now, 0) == [1, 1, 3]
    now = now.hand(3, at=2)
    assert now.seen_by(None).points == (0, 3)
