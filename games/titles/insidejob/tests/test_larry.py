"""Section 10: two players and Larry, his pile, and who plays his cards."""

from collections import Counter
from random import Random

import pytest

from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.apply import apply
from games.titles.insidejob.rules.cards import DECK
from games.titles.insidejob.rules.deal import LARRY, make_deal
from games.titles.insidejob.rules.legality import decision, legal_moves, objection, to_act
from games.titles.insidejob.rules.moves import PlayForLarry, Vote
from games.titles.insidejob.rules.options import parse_options
from games.titles.insidejob.rules.roles import AGENT, INSIDER
from games.titles.insidejob.tests.builders import Table, cards, read_play, table

EVERYBODY = (0, 1, None)
any_leader = pytest.mark.parametrize("leader", [0, 1])
any_insider = pytest.mark.parametrize("insider", [0, 1, 2])


def larrys_turn(*codes: str, insider: int = 1, met: int = 0) -> Table:
    """Return the table on Larry's turn, led by seat 0, with cards on top of his pile."""
    return table(2, insider=insider, met=met).pile(*codes).mission("odd-only-yellow").plays("B5")


def for_larry(code: str, back: str, controller: int = 1) -> PlayForLarry:
    return PlayForLarry(controller, *cards(f"{code} {back}"))


def test_2_the_numbers_for_two_players_and_larry() -> None:
    state = insidejob.start(parse_options({}, 2), make_deal(parse_options({}, 2), 2, Random(1)), insidejob.RULES)
    assert [len(hand) for hand in state.hands] == [10, 10, 0]
    assert len(state.pile) == 32
    assert {*state.hands[0], *state.hands[1], *state.pile} == set(DECK)
    assert (state.numbers.tricks, state.numbers.missions_needed, state.numbers.intel_needed) == (9, 7, 6)
    assert (state.intel, state.reserve) == ((1, 1, 3), 9)


def test_3_the_leader_is_drawn_also_in_a_rematch() -> None:
    options = parse_options({}, 2)
    first = make_deal(options, 2, Random(1))
    assert {make_deal(options, 2, Random(seed)).leader for seed in range(20)} == {0, 1}
    assert {make_deal(options, 2, Random(seed), first).leader for seed in range(20)} == {0, 1}


def test_10_two_agents_and_the_insider_are_dealt_over_the_three() -> None:
    deals = [make_deal(parse_options({}, 2), 2, Random(seed)) for seed in range(60)]
    assert all(Counter(deal.roles) == {AGENT: 2, INSIDER: 1} for deal in deals)
    assert {deal.roles.index(INSIDER) for deal in deals} == {0, 1, 2}


@any_leader
def test_10_the_order_of_a_trick_is_leader_larry_and_the_other_who_controls_larry(leader: int) -> None:
    now, other = table(2, leader=leader).mission("first-wins-yellow"), 1 - leader
    assert to_act(now.state) == (leader,)
    now = now.plays("B5")
    assert (now.state.turn, to_act(now.state)) == (LARRY, (other,))
    now = now.plays("B4")
    assert (now.state.turn, to_act(now.state)) == (other, (other,))
    assert [played.seat for played in now.plays("B3").trick.plays] == [leader, LARRY, other]


def test_10_larrys_card_and_ones_own_are_two_decisions() -> None:
    now = larrys_turn("B2", "B3", "B4")
    names = [asked.name for asked in (decision(now.state, 1), decision(now.plays("B2").state, 1)) if asked]
    assert names == ["larry-1", "play-1"]


def test_10_the_controller_plays_one_and_puts_one_back_on_top_and_the_third_into_the_box() -> None:
    after = larrys_turn("B2", "B3", "B4", "G9", "G10").moves(for_larry("B3", "B4"))
    assert after.state.plays[-1] == (LARRY, cards("B3")[0], False)
    assert (after.state.pile[:3], len(after.state.pile)) == (cards("B4 G9 G10"), 30)
    assert after.state.looks[-1].boxed == cards("B2")[0]


def test_10_the_next_to_look_sees_the_card_put_back_and_two_new_ones() -> None:
    led = larrys_turn("B2", "B3", "B4", "G9", "G10")
    later = led.moves(for_larry("B3", "B4")).plays("B13").mission("first-wins-yellow").plays("G1")
    assert (later.state.controller, later.seen_by(0).shown) == (0, cards("B4 G9 G10"))
    assert later.seen_by(1).shown == ()


@any_insider
@pytest.mark.parametrize(
    ("shown", "played"), [("B2 B3 B4", "B2 B3 B4"), ("G2 B3 P4", "B3"), ("G2 Y3 P4", "G2 Y3 P4")], ids=["all", "1", "0"]
)
def test_10_larry_follows_suit_if_he_can_in_any_role_and_either_other_card_is_put_back(
    insider: int, shown: str, played: str
) -> None:
    led, codes = larrys_turn(*shown.split(), insider=insider), shown.split()
    plays = {for_larry(code, back) for code in played.split() for back in codes if back != code}
    assert set(legal_moves(led.state, 1)) == plays
    assert objection(led.state, PlayForLarry(1, *cards(" ".join(codes[:2])))) == (
        None if codes[0] in played else "larry_must_follow"
    )


def test_10_larry_plays_no_other_card_and_no_card_is_played_and_put_back() -> None:
    led = larrys_turn("B2", "B3", "B4").hold("", "B13")
    assert objection(led.state, for_larry("B13", "B3")) == "larry_not_shown"
    assert objection(led.state, for_larry("B3", "B13")) == "larry_not_shown"
    assert objection(led.state, for_larry("B3", "B3")) == "larry_same_card"


def test_10_the_leader_does_not_play_for_larry_and_the_controller_not_out_of_turn() -> None:
    led = larrys_turn("B2", "B3", "B4")
    assert objection(led.state, for_larry("B2", "B3", controller=0)) == "not_your_turn"
    assert objection(led.state, PlayForLarry(LARRY, *cards("B2 B3"))) == "not_your_turn"
    assert objection(led.plays("B2").state, for_larry("B3", "B4")) == "other_choice"


def test_10_larry_never_wagers() -> None:
    led = larrys_turn("B2", "B3", "B4").hold("", "B2 B13")
    assert led.state.intel[LARRY] == 3
    assert objection(led.state, read_play(1, "B2+")) == "other_choice"
    assert objection(led.state, read_play(LARRY, "B2+")) == "not_your_turn"
    assert all(isinstance(move, PlayForLarry) for move in legal_moves(led.state, 1))


def test_10_players_wager_as_usual_and_still_the_leader_may_not() -> None:
    lead = table(2, insider=2).hold("B5", "B2 B6 G1").mission("first-wins-yellow")
    assert lead.offers() == {"B5"}
    led = lead.plays("B5", "B3")
    assert led.offers() == {"B2", "B6", "B2+", "B6+"}
    after = led.plays("B2+")
    assert (after.trick.winner, after.state.intel) == (1, (1, 2, 3))


def test_10_the_insider_may_play_any_card_of_their_own() -> None:
    led = table(2, insider=1).hold("B5", "B2 G1").mission("first-wins-yellow").plays("B5", "B3")
    assert led.offers() == {"B2", "B2+", "G1"}


@any_leader
@pytest.mark.parametrize("winner", ["leader", "Larry", "controller"])
def test_10_control_passes_unless_the_leader_wins_the_trick(leader: int, winner: str) -> None:
    seat = {"leader": leader, "Larry": LARRY, "controller": 1 - leader}[winner]
    before = table(2, leader=leader)
    after = before.won_by(seat)
    assert after.state.intel[seat] == before.state.intel[seat] + 1
    leads = leader if winner == "leader" else 1 - leader
    assert (after.state.leader, after.state.controller, to_act(after.state)) == (leads, 1 - leads, (leads,))


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_10_6_intel_reveal_larry_too_and_an_agent_plays_on(winner: int) -> None:
    intel = tuple(4 if seat == winner else 1 for seat in range(3))
    now = table(2, insider=1 if winner != 1 else 0, intel=intel).won_by(winner)
    assert now.state.revealed == ()
    now = now.won_by(winner)
    assert now.state.revealed == (winner,)
    assert now.reason is None
    assert all(now.seen_by(viewer).roles[winner] == AGENT for viewer in EVERYBODY)
    assert now.won_by(winner).reason is None


@any_insider
def test_10_the_insider_among_the_three_at_6_wins_and_if_it_is_larry_both_players_lose(insider: int) -> None:
    intel = tuple(5 if seat == insider else 1 for seat in range(3))
    assert table(2, insider=insider, intel=intel).won_by(insider).end == ("insider_intel", (insider,))


@any_insider
def test_10_7_missions_let_the_agents_win(insider: int) -> None:
    assert table(2, insider=insider, met=5).won_by(0, met=True).reason is None
    over = table(2, insider=insider, met=6).won_by(0, met=True)
    assert over.end == ("missions", tuple(seat for seat in range(3) if seat != insider))


def test_10_the_insiders_side_is_looked_at_first_also_if_it_is_larry() -> None:
    assert table(2, insider=2, intel=(1, 1, 5), met=6).won_by(LARRY, met=True).reason == "insider_intel"


def at_the_vote(insider: int, revealed: tuple[int, ...] = ()) -> Table:
    return table(2, insider=insider, tricks=9, revealed=revealed)


def test_10_after_9_tricks_both_players_vote_and_larry_may_be_named() -> None:
    assert not table(2, tricks=8).state.is_vote
    end = at_the_vote(1)
    assert to_act(end.state) == (0, 1)
    assert set(legal_moves(end.state, 0)) == {Vote(0, (1,)), Vote(0, (LARRY,))}
    assert set(legal_moves(end.state, 1)) == {Vote(1, (0,)), Vote(1, (LARRY,))}


def test_10_larry_may_not_be_named_once_revealed() -> None:
    end = at_the_vote(1, revealed=(LARRY,))
    assert (end.seen_by(0).suspects, end.seen_by(1).suspects) == ((1,), (0,))


@pytest.mark.parametrize(
    ("insider", "votes", "reason"),
    [
        (0, (1, 0), "vote_insider"),
        (0, (2, 0), "vote_insider"),
        (0, (1, 2), "vote_wrong"),
        (0, (2, 2), "vote_wrong"),
        (1, (1, 0), "vote_insider"),
        (1, (2, 0), "vote_wrong"),
        (2, (2, 2), "vote_insider"),
        (2, (1, 2), "vote_wrong"),
        (2, (2, 0), "vote_wrong"),
        (2, (1, 0), "vote_wrong"),
        pytest.param(0, (1, None), "vote_wrong", id="a missing vote names an Agent"),
        pytest.param(2, (2, None), "vote_wrong", id="a missing vote and one for Larry"),
        pytest.param(2, (None, None), "vote_wrong", id="no vote"),
    ],
)
def test_10_the_insider_wins_if_an_agent_named_one(insider: int, votes: tuple[int | None, ...], reason: str) -> None:
    agents = tuple(seat for seat in range(3) if seat != insider)
    over = at_the_vote(insider).votes(*votes)
    assert over.end == (reason, agents if reason == "vote_insider" else (insider,))
    assert (over.seen_by(0).accused, over.seen_by(0).roles[insider]) == ((), INSIDER)


@pytest.mark.parametrize("insider", [0, 1])
@pytest.mark.parametrize("found", [True, False])
def test_10_the_insiders_own_vote_has_no_effect(insider: int, found: bool) -> None:
    agent = 1 - insider
    for named in (agent, LARRY, None):
        votes = {insider: named, agent: insider if found else LARRY}
        assert at_the_vote(insider).votes(votes[0], votes[1]).reason == ("vote_insider" if found else "vote_wrong")


def test_10_an_insider_with_no_one_left_to_name_is_not_asked() -> None:
    end = at_the_vote(1, revealed=(0, LARRY))
    assert (to_act(end.state), end.votes(1).reason) == ((0,), "vote_insider")


def test_10_no_one_is_told_to_be_accused_when_one_agent_names_the_insider_and_the_other_no_one() -> None:
    begun = apply(at_the_vote(2).state, Vote(0, (LARRY,)))
    over = apply(begun, Vote(1, ()))
    for viewer in EVERYBODY:
        told = insidejob.narrate(begun, Vote(1, ()), over, viewer, over)
        assert [event.code for event in told] == ["voted", "abstained", "over"]


@any_insider
@pytest.mark.parametrize(
    ("pile", "drawn"),
    [
        pytest.param("B9 B4 G2", ["B4 B9", "B4 G2"], id="the lowest of the led suit"),
        pytest.param("Y3 G3 P9", ["Y3 G3", "Y3 P9", "G3 Y3", "G3 P9"], id="one of the lowest if none follows"),
    ],
)
def test_7_the_clock_plays_larrys_lowest_card(insider: int, pile: str, drawn: list[str]) -> None:
    led = larrys_turn(*pile.split(), insider=insider)
    assert set(insidejob.fallback(led.seen_by(1))) == {PlayForLarry(1, *cards(play)) for play in drawn}
