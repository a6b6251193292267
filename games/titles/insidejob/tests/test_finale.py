"""The last scene: the order of counting votes, and who stands in the middle."""

from itertools import permutations

import pytest

from games.titles.insidejob.rules.finale import stage_finale
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENT, DAREDEVIL, INSIDER, PROF_NO, WIRETAPPED

ROLES = (AGENT, AGENT, AGENT, INSIDER)
FOUND = (Vote(0, (3,)), Vote(1, (3,)), Vote(2, (1,)), Vote(3, (1,)))


def test_the_deciding_votes_come_last_whoever_voted_first() -> None:
    votes = (Vote(0, (3,)), Vote(1, (3,)), Vote(2, (3,)), Vote(3, (1,)))
    counted = {stage_finale("vote_insider", ROLES, order).ballots for order in permutations(votes)}
    assert len(counted) == 1, "the order in which players voted is not told"
    assert [(each.voter, each.suspect, each.count) for each in counted.pop()] == [
        (3, 1, 1),
        (0, 3, 1),
        (1, 3, 2),
        (2, 3, 3),
    ]


def test_one_accused_turns_over_and_the_other_side_is_named_beside() -> None:
    missed = stage_finale("vote_wrong", ROLES, (Vote(0, (1,)), Vote(2, (1,)), Vote(3, (0,)), Vote(1, (0, 1))))
    assert (missed.accused, missed.turns, missed.others) == ((1,), True, (3,))
    found = stage_finale("vote_insider", (*ROLES, ACCOMPLICE), (*FOUND, Vote(4, (3,))))
    assert (found.accused, found.others) == ((3,), (4,))


def test_a_tie_shows_both_and_nobody_turns_over() -> None:
    tie = stage_finale("vote_tie", ROLES, FOUND)
    assert (tie.accused, tie.turns, tie.others) == ((1, 3), False, (3,))
    assert [tie.count_against(seat) for seat in range(4)] == [0, 2, 0, 2]


@pytest.mark.parametrize(
    ("reason", "special", "accused", "others"),
    [
        ("missions", AGENT, (), (3,)),
        ("insider_intel", AGENT, (3,), ()),
        ("wiretap", WIRETAPPED, (0,), (3,)),
        ("daredevil", DAREDEVIL, (0,), (3,)),
        ("house_agents", "house-agents-2bw", (0,), (3,)),
    ],
)
def test_without_a_vote_the_one_whose_intel_decided_stands_in_the_middle(
    reason: str, special: str, accused: tuple[int, ...], others: tuple[int, ...]
) -> None:
    finale = stage_finale(reason, (special, *ROLES[1:]), ())
    assert (finale.ballots, finale.accused, finale.others) == ((), accused, others)


@pytest.mark.parametrize("reason", ["all_revealed", "prof_no_exposed"])
def test_prof_no_stands_in_the_middle(reason: str) -> None:
    assert stage_finale(reason, (*ROLES[:3], PROF_NO), ()).accused == (3,)
