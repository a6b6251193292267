"""Section 8: the Decoy and Tim Shady, who are on no side. The Accomplice has tests of her own."""

import pytest

from games.titles.insidejob.rules.legality import objection, to_act
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.narrate import narrate
from games.titles.insidejob.rules.roles import DECOY, PROF_NO, SLEEPER, TIM_SHADY, WIRETAPPED
from games.titles.insidejob.tests.builders import Table, read_play, table


def decoy_at_the_vote(seats: int = 5, *, hunted: dict[int, str] | None = None) -> Table:
    """Return a table with the Decoy in seat 1 and the Insider, or the role there instead, in the last."""
    tricks = {4: 10, 5: 9}[seats]
    return table(seats, insider=seats - 1, roles={1: DECOY, **(hunted or {})}, tricks=tricks)


@pytest.mark.parametrize(
    ("votes", "end"),
    [
        pytest.param((1, 0, 1, 1, None), ("decoy", (1,)), id="most fall on the Decoy"),
        pytest.param((1, 4, 1, 4, None), ("decoy_shared", (1, 4)), id="level at the top with the Insider"),
        pytest.param((1, 4, 0, None, None), ("decoy_shared", (1, 4)), id="level with others, too, by one vote each"),
        pytest.param((None,) * 5, ("vote_tie", (4,)), id="without any vote not level"),
        pytest.param((1, 4, 0, 0, None), ("vote_wrong", (4,)), id="level below the top"),
        pytest.param((1, 0, 1, None, 0), ("vote_tie", (4,)), id="level with others only"),
        pytest.param((4, 4, 4, 4, 1), ("vote_insider", (0, 2, 3)), id="fewer than the Insider"),
        pytest.param((1, 0, 0, 0, 0), ("vote_wrong", (4,)), id="fewer than an Agent"),
    ],
)
@pytest.mark.parametrize("hunted", [None, {4: PROF_NO}], ids=["Insider", "Prof. No"])
def test_8_decoy_wins_with_the_most_votes_and_shares_with_whom_the_agents_are_after(
    votes: tuple[int | None, ...], end: tuple[str, tuple[int, ...]], hunted: dict[int, str] | None
) -> None:
    assert decoy_at_the_vote(hunted=hunted).votes(*votes).end == end


def test_8_decoy_does_not_win_without_a_vote() -> None:
    table_of_decoy = table(4, insider=3, roles={1: DECOY}, intel=(1, 1, 1, 4), met=6)
    assert table_of_decoy.won_by(3).winners == (3,)
    assert table_of_decoy.won_by(0, met=True).winners == (0, 2)


def test_8_decoy_revealed_can_no_longer_be_named_and_still_votes() -> None:
    now = table(4, insider=3, roles={1: DECOY}, intel=(1, 4, 1, 1)).won_by(1)
    assert now.state.revealed == (1,)
    assert now.reason is None
    end = table(4, insider=3, roles={1: DECOY}, revealed=(1,), tricks=10)
    assert objection(end.state, Vote(0, (1,))) == "vote_revealed"
    assert (to_act(end.state), end.votes(2, 2, 0, 2).winners) == ((0, 1, 2, 3), (3,))


def test_8_when_the_decoy_wins_no_other_role_wins_even_if_its_card_says_so() -> None:
    end = table(4, insider=3, roles={1: DECOY, 0: SLEEPER}, revealed=(0,), tricks=10)
    assert (end.votes(2, 1, 1).end, end.votes(3, 1, None).end) == (("decoy", (1,)), ("decoy_shared", (1, 3)))
    assert decoy_at_the_vote(4).votes(1, 0, 1, 1).end == ("decoy", (1,))


def shady(neighbour: str | None = None, *, insider: int = 3, intel: tuple[int, ...] = (2, 4, 1, 1)) -> Table:
    """Return a table with Tim Shady in seat 1, one intel short of being revealed."""
    return table(4, insider=insider, roles={1: TIM_SHADY, **({0: neighbour} if neighbour else {})}, intel=intel)


@pytest.mark.parametrize(
    ("held", "after"),
    [
        pytest.param((2, 4, 1, 1), (1, 6, 1, 1), id="1 of his neighbour's, and of no one else's"),
        pytest.param((0, 4, 1, 1), (0, 5, 1, 1), id="nothing of a neighbour at 0"),
        pytest.param((5, 4, 1, 1), (4, 6, 1, 1), id="of one who stays revealed below the threshold"),
    ],
)
def test_8_tim_shady_revealed_takes_intel_at_once(held: tuple[int, ...], after: tuple[int, ...]) -> None:
    was_revealed = (0,) if held[0] > 4 else ()
    now = shady(intel=held).but(revealed=was_revealed).won_by(1)
    assert (now.state.intel, now.state.revealed, now.reason) == (after, (*was_revealed, 1), None)
    assert now.state.reserve == 14 - sum(after)


def test_8_tim_shady_takes_but_once_from_the_seat_before_his_also_around_the_table() -> None:
    assert shady(intel=(3, 4, 1, 1)).won_by(1).won_by(1).state.intel == (2, 7, 1, 1)
    assert table(4, insider=2, roles={0: TIM_SHADY}, intel=(4, 2, 2, 2)).won_by(0).state.intel == (6, 2, 2, 1)


@pytest.mark.parametrize(("held", "after"), [(2, (0, 7, 1, 1)), (1, (0, 6, 1, 1))])
def test_8_tim_shady_takes_what_his_neighbour_has_left_after_a_wager(held: int, after: tuple[int, ...]) -> None:
    before = shady(intel=(held, 4, 1, 1)).but(leader=3).mission("odd-only-green")
    assert before.plays("B2", "B4+", "G13", "B6").state.intel == after


def test_8_tim_shady_may_free_a_wiretapped_neighbour_for_one_more_trick() -> None:
    after = shady(WIRETAPPED, intel=(1, 4, 1, 1)).won_by(1)
    assert after.state.intel == (0, 6, 1, 1)
    assert after.won_by(0).reason is None
    assert after.won_by(0).won_by(0).reason == "wiretap"


def test_8_tim_shady_revealed_votes_no_more() -> None:
    end = table(4, insider=3, roles={1: TIM_SHADY}, tricks=10)
    assert to_act(end.state) == (0, 1, 2, 3)
    assert to_act(end.but(revealed=(1,)).state) == (0, 2, 3)


def test_8_tim_shady_wins_only_if_his_right_neighbour_loses() -> None:
    agent_before_him = table(4, insider=3, roles={1: TIM_SHADY}, tricks=10)
    assert agent_before_him.votes(3, 3, 3, 0).winners == (0, 2)
    assert agent_before_him.votes(2, 2, 0, 2).winners == (1, 3)
    insider_before_him = table(4, insider=0, roles={1: TIM_SHADY}, tricks=10)
    assert insider_before_him.votes(3, 0, 0, 0).winners == (1, 2, 3)
    assert insider_before_him.votes(2, 2, 0, 2).winners == (0,)


def test_8_tim_shady_named_by_the_vote_counts_as_anyone_but_the_insider() -> None:
    over = table(4, insider=3, roles={1: TIM_SHADY}, tricks=10).votes(1, 0, 1, 1)
    assert over.end == ("vote_wrong", (1, 3))


@pytest.mark.parametrize(("held", "taken"), [(2, True), (0, False)])
def test_8_everybody_is_told_what_tim_shady_takes_and_nothing_if_there_is_nothing(held: int, taken: bool) -> None:
    before = shady(intel=(held, 4, 1, 1)).mission("odd-only-green").plays("B2", "B13", "B4")
    after = before.plays("B6")
    for viewer in (0, 1, 2, 3, None):
        told = narrate(before.state, read_play(3, "B6"), after.state, viewer, after.state)
        assert [event.code for event in told][3:] == ["revealed", "intel_taken"][: 1 + taken]


def test_8_what_tim_shady_takes_is_told_also_when_his_own_wager_was_the_last() -> None:
    before = shady(intel=(1, 4, 1, 1)).but(leader=2).mission("odd-only-green").plays("B2", "B4", "B6")
    after = before.plays("B8+")
    assert after.state.intel == (0, 6, 1, 1)
    told = narrate(before.state, read_play(1, "B8+"), after.state, None, after.state)
    assert [event.code for event in told][3:] == ["revealed", "intel_taken"]
