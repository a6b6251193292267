"""The story of the latest acts: which beat shows the fall of a hideout, and the points on their way to a score."""

import pytest

from games.titles.hideouts.rules.observe import BEATS, FLY, SCORED, STRUCK, Gain
from games.titles.hideouts.tests.builders import Duel, duel


def test_a_failed_attack_from_the_hand_fells_nothing() -> None:
    seen = duel("123", "456").hand(7, at=0).seen_by(None)
    assert seen.struck == {(1, 0): 1 + STRUCK}
    assert (seen.falls, seen.gains, seen.scores) == ({}, (), {})


@pytest.mark.parametrize(
    ("now", "seat", "door"),
    [
        (duel("123", "456").hand(4, at=0), 0, (1, 0)),
        (duel("123", "452").hideout(1, at=2), 0, (1, 2)),
        (duel("123", "456").hideout(1, at=0), 1, (0, 1)),
        (duel("123", "456", first=1).hideout(2, at=0), 0, (1, 2)),
    ],
    ids=["hit from the hand", "hit from a hideout", "failed from a hideout", "failed from a hideout of seat 1"],
)
def test_a_hideout_falls_before_its_point_flies_to_the_other(now: Duel, seat: int, door: tuple[int, int]) -> None:
    seen = now.seen_by(None)
    assert seen.falls == {door: 1 + STRUCK}
    assert seen.gains == (Gain(1 + FLY, seat, door, 1),)
    assert seen.scores == {seat: 1 + SCORED}


def test_each_act_has_its_own_beats_and_decoys_fly_with_the_point() -> None:
    now = duel("123", "456").swap(0, 7, beside=1).hideout(1, at=1).hideout(1, at=0)
    seen = now.seen_by(None)
    assert seen.falls == {(1, 1): 1 + BEATS + STRUCK, (0, 1): 1 + 2 * BEATS + STRUCK}
    assert [(gain.seat, gain.points) for gain in seen.gains] == [(0, 1), (1, 2)]
