"""Section 6: the vote, and what is open when the game is over."""

import pytest

from games.titles.insidejob.rules.apply import apply
from games.titles.insidejob.rules.legality import decision, legal_moves, objection, to_act
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.narrate import narrate
from games.titles.insidejob.tests.builders import Table, table


def at_the_vote(revealed: tuple[int, ...] = ()) -> Table:
    return table(4, insider=3, tricks=10, revealed=revealed)


def test_6_after_the_last_trick_everybody_votes_at_once() -> None:
    end = at_the_vote()
    assert to_act(end.state) == (0, 1, 2, 3)
    for seat in range(4):
        asked = decision(end.state, seat)
        assert asked is not None
        assert asked.sealed


def test_6_a_vote_names_one_other_player_once_the_tricks_are_played() -> None:
    end = at_the_vote()
    assert set(legal_moves(end.state, 1)) == {Vote(1, (0,)), Vote(1, (2,)), Vote(1, (3,))}
    assert objection(end.state, Vote(1, (1,))) == "vote_self"
    assert objection(end.state, Vote(1, ())) == objection(end.state, Vote(1, (2, 3))) == "vote_one"
    assert objection(table(4).state, Vote(0, (1,))) == "other_choice"


def test_6_a_vote_never_names_a_revealed_player() -> None:
    end = at_the_vote(revealed=(0,))
    assert set(legal_moves(end.state, 1)) == {Vote(1, (2,)), Vote(1, (3,))}
    assert objection(end.state, Vote(1, (0,))) == "vote_revealed"


@pytest.mark.parametrize("nobody", [-1, 4])
def test_6_a_vote_never_names_a_seat_that_is_not_there(nobody: int) -> None:
    assert objection(at_the_vote().state, Vote(1, (nobody,))) == "no_suspect"
    assert objection(at_the_vote(revealed=(0,)).state, Vote(1, (nobody,))) == "no_suspect"


@pytest.mark.parametrize(
    ("votes", "end"),
    [
        pytest.param((3, 3, 1, 0), ("vote_insider", (0, 1, 2)), id="most find the Insider"),
        pytest.param((1, 0, 1, 1), ("vote_wrong", (3,)), id="most fall on an Agent"),
        pytest.param((3, 3, 1, 1), ("vote_tie", (3,)), id="a tie for the most, even when named"),
        pytest.param((3, None, None, None), ("vote_insider", (0, 1, 2)), id="a vote not cast is an abstention"),
        pytest.param((None, None, None, None), ("vote_tie", (3,)), id="no vote at all is a tie"),
    ],
)
def test_6_most_votes_decide(votes: tuple[int | None, ...], end: tuple[str, tuple[int, ...]]) -> None:
    assert at_the_vote().votes(*votes).end == end


@pytest.mark.parametrize("votes", [(4, 4, 4, 0, 1), (4, 4, 3, 0, 1)], ids=["a tie below the most", "no majority"])
def test_6_more_votes_than_another_are_enough(votes: tuple[int, ...]) -> None:
    assert table(5, insider=4, tricks=9).votes(*votes).reason == "vote_insider"


def test_6_a_voter_with_no_one_to_vote_for_is_not_asked_and_the_vote_closes_without() -> None:
    end = table(3, insider=2, tricks=11, intel=(6, 6, 2), revealed=(0, 1))
    assert to_act(end.state) == (0, 1)
    assert decision(end.state, 2) is None
    assert end.votes(2, 2).reason == "vote_insider"


def test_6_nothing_of_a_vote_is_told_before_the_last_is_in_and_then_all_at_once() -> None:
    before = at_the_vote().state
    for vote in (Vote(0, (3,)), Vote(1, (3,)), Vote(2, ())):
        after = apply(before, vote)
        assert all(narrate(before, vote, after, viewer, after) == () for viewer in (0, 1, 2, 3, None))
        before = after
    last = Vote(3, (0,))
    told = narrate(before, last, apply(before, last), None, apply(before, last))
    assert [event.code for event in told] == ["voted", "voted", "abstained", "voted", "accused", "over"]


def test_6_votes_are_shown_only_after_the_last() -> None:
    end = at_the_vote()
    begun = Table(apply(end.state, Vote(0, (3,))))
    assert all(now.seen_by(viewer).votes == () for now in (end, begun) for viewer in (0, 3, None))
    over = end.votes(3, 3, 1, 0)
    assert over.seen_by(None).votes == (Vote(0, (3,)), Vote(1, (3,)), Vote(2, (1,)), Vote(3, (0,)))
    assert over.seen_by(None).accused == (3,)
