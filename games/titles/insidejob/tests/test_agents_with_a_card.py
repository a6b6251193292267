"""Section 8: the special roles on the Agents' side, one after the other."""

from random import Random

import pytest

from games.rules.engine.values import Term
from games.titles.insidejob.rules.deal import make_deal
from games.titles.insidejob.rules.legality import decision, legal_moves, objection, to_act
from games.titles.insidejob.rules.missions import DECK, RISKY
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.narrate import _narrate_vote, narrate
from games.titles.insidejob.rules.options import parse_options
from games.titles.insidejob.rules.roles import AGENT, DAREDEVIL, PARANOID, PROF_NO, SLEEPER, SPECIAL, WIRETAPPED
from games.titles.insidejob.tests.builders import Table, read_play, table

EVERYBODY = (0, 1, 2, 3, None)


@pytest.mark.parametrize("role", [AGENT, *SPECIAL])
def test_8_only_the_insider_and_prof_no_are_free_not_to_follow_suit(role: str) -> None:
    roles = {} if role == AGENT else {1: role}
    now = table(4, insider=3, roles=roles, partner=0).hold("", "B2 G1").mission("first-wins-yellow").plays("B5")
    assert now.refuses("G1") == (None if role == PROF_NO else "must_follow")
    assert now.refuses("B2") is None


def test_8_a_sleeper_who_has_changed_sides_still_follows_suit() -> None:
    asleep = table(4, insider=3, roles={1: SLEEPER}, intel=(1, 5, 1, 1), revealed=(1,))
    now = asleep.hold("", "B2 G1").mission("first-wins-yellow").plays("B5")
    assert now.refuses("G1") == "must_follow"


def test_8_wiretapped_she_is_revealed_at_the_start() -> None:
    now = table(4, insider=3, roles={1: WIRETAPPED})
    assert now.state.revealed == (1,)
    assert all(now.seen_by(viewer).roles[1] == WIRETAPPED for viewer in EVERYBODY)


def test_8_wiretapped_any_trick_she_wins_at_1_lets_the_insider_win_at_once_and_at_0_ends_nothing() -> None:
    now = table(4, insider=3, roles={1: WIRETAPPED})
    over = now.won_by(1)
    assert (over.state.intel[1], over.end, to_act(over.state)) == (2, ("wiretap", (3,)), ())
    freed = now.but(intel=(1, 0, 1, 1)).won_by(1)
    assert (freed.state.intel[1], freed.reason) == (1, None)


def test_8_wiretapped_being_revealed_she_cannot_wager() -> None:
    led = table(4, insider=3, roles={1: WIRETAPPED}).hold("", "B2").mission("first-wins-yellow").plays("B5")
    assert (led.offers(), led.refuses("B2+")) == ({"B2"}, "wager_revealed")


def test_8_wiretapped_she_votes_and_no_one_may_vote_against_her() -> None:
    end = table(4, insider=3, roles={1: WIRETAPPED}, tricks=10)
    assert to_act(end.state) == (0, 1, 2, 3)
    assert objection(end.state, Vote(0, (1,))) == "vote_revealed"
    assert set(legal_moves(end.state, 1)) == {Vote(1, (0,)), Vote(1, (2,)), Vote(1, (3,))}
    assert end.votes(3, 3, None, None).winners == (0, 1, 2)


def paranoid_votes(*revealed: int) -> Table:
    return table(4, insider=3, roles={1: PARANOID}, tricks=10, revealed=revealed)


def test_8_paranoid_may_vote_against_two_different_players_or_one() -> None:
    end = paranoid_votes()
    once = {Vote(1, (0,)), Vote(1, (2,)), Vote(1, (3,))}
    assert set(legal_moves(end.state, 1)) == once | {Vote(1, (0, 2)), Vote(1, (0, 3)), Vote(1, (2, 3))}
    assert end.seen_by(1).votes_allowed == 2


@pytest.mark.parametrize(
    ("revealed", "against", "code"),
    [
        ((), (3, 3), "vote_two"),
        ((1,), (3, 3), None),
        ((1,), (2, 3), None),
        ((1,), (), "vote_two"),
        ((1,), (0, 2, 3), "vote_two"),
        ((1,), (3, 3, 3), "vote_two"),
        ((0,), (1, 3), "vote_self"),
        ((0,), (0, 3), "vote_revealed"),
        ((0,), (3, 4), "no_suspect"),
    ],
)
def test_8_paranoid_both_votes_go_to_one_only_once_revealed_and_never_to_who_may_not_be_named(
    revealed: tuple[int, ...], against: tuple[int, ...], code: str | None
) -> None:
    now = paranoid_votes(*revealed).state
    assert objection(now, Vote(1, against)) == code
    assert {Vote(1, (seat, seat)) in legal_moves(now, 1) for seat in (2, 3)} == {1 in revealed}


def test_8_paranoid_both_votes_count() -> None:
    assert paranoid_votes().votes(2, 3, 3, 2).reason == "vote_tie"
    assert paranoid_votes().votes(2, (0, 3), 3, 2).reason == "vote_tie"
    assert paranoid_votes().votes(2, (2, 3), 3, 2).reason == "vote_wrong"
    assert paranoid_votes(1).votes(2, (3, 3), 3, 2).reason == "vote_insider"


def test_8_paranoid_both_votes_are_told_in_one_sentence() -> None:
    two, twice = (_narrate_vote(Vote(1, against)) for against in ((2, 3), (3, 3)))
    assert (two.code, two.params["suspects"]) == ("voted", (Term("seat", 2), Term("seat", 3)))
    assert (twice.code, twice.params["suspect"]) == ("voted_twice", Term("seat", 3))


def test_8_paranoid_both_votes_are_one_choice() -> None:
    asked = decision(paranoid_votes().state, 1)
    assert asked is not None
    assert asked.sealed
    assert to_act(paranoid_votes().moves(Vote(1, (2, 3))).state) == (0, 2, 3)


def test_8_paranoid_no_one_else_has_two_votes() -> None:
    end = paranoid_votes()
    for seat in (0, 2, 3):
        assert end.seen_by(seat).votes_allowed == 1
        two = tuple(other for other in (0, 1, 2, 3) if other != seat)[:2]
        assert objection(end.state, Vote(seat, two)) == "vote_one"


@pytest.mark.parametrize("risky", [True, False])
def test_8_daredevil_brings_the_four_risky_missions_with_their_rule(risky: bool) -> None:
    options = parse_options({"roles": [DAREDEVIL], "risky": risky}, 4)
    assert options.risky is risky
    assert sorted(make_deal(options, 4, Random(1)).missions, key=str) == sorted([*DECK, *RISKY], key=str)


def test_8_daredevil_revealed_by_intel_lets_the_agents_win_at_once() -> None:
    before = table(4, insider=3, roles={1: DAREDEVIL}, intel=(1, 3, 1, 1)).won_by(1)
    assert before.reason is None
    assert before.won_by(1).end == ("daredevil", (0, 1, 2))


@pytest.mark.parametrize("role", [DAREDEVIL, SLEEPER])
def test_8_daredevil_and_sleeper_named_by_the_vote_are_agents_like_any_other(role: str) -> None:
    assert table(4, insider=3, roles={1: role}, tricks=10).votes(1, 0, 1, 1).end == ("vote_wrong", (3,))


def sleeper_at(*, awake: bool = False, tricks: int = 0, met: int = 0) -> Table:
    return table(4, insider=3, roles={1: SLEEPER}, revealed=(1,) if awake else (), tricks=tricks, met=met)


def test_8_sleeper_is_an_agent_until_revealed() -> None:
    assert sleeper_at(met=6).won_by(0, met=True).winners == (0, 1, 2)
    assert sleeper_at(tricks=10).votes(3, 3, 3, 0).winners == (0, 1, 2)
    assert sleeper_at(tricks=10).votes(2, 2, 0, 2).winners == (3,)


def test_8_sleeper_revealed_by_intel_wins_only_if_the_insider_wins() -> None:
    asleep = table(4, insider=3, roles={1: SLEEPER}, intel=(1, 4, 1, 4))
    woken = asleep.won_by(1)
    assert (woken.state.revealed, woken.reason) == ((1,), None)
    assert woken.won_by(3).winners == (1, 3)
    assert woken.but(met=6).won_by(0, met=True).winners == (0, 2)
    assert asleep.but(met=6).won_by(1, met=True).end == ("missions", (0, 2)), "woken by the trick that ends the game"


def test_8_sleeper_revealed_by_intel_votes_no_more() -> None:
    assert to_act(sleeper_at(tricks=10).state) == (0, 1, 2, 3)
    end = sleeper_at(awake=True, tricks=10)
    assert to_act(end.state) == (0, 2, 3)
    assert decision(end.state, 1) is None
    assert (end.votes(3, 3, 0).winners, end.votes(2, 0, 0).winners) == ((0, 2), (1, 3))


def test_8_sleeper_everybody_is_told_that_he_changes_sides() -> None:
    asleep = table(4, insider=3, roles={1: SLEEPER}, intel=(1, 4, 1, 1))
    before = asleep.mission("odd-only-green").plays("B2", "B13", "B4")
    after = before.plays("B6")
    for viewer in EVERYBODY:
        told = narrate(before.state, read_play(3, "B6"), after.state, viewer, after.state)
        assert [event.code for event in told] == ["played", "trick_won", "mission_missed", "revealed", "sleeper_turns"]
