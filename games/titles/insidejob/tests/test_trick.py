"""Section 4: a trick, from the mission to its winner; and the worked examples about one trick."""

from typing import Any

import pytest

from games.titles.insidejob.rules.legality import decision, legal_moves, objection
from games.titles.insidejob.rules.missions import MISSIONS
from games.titles.insidejob.rules.moves import ChooseMission
from games.titles.insidejob.tests.builders import read_play, table


def test_4_1_the_leader_draws_two_missions_and_chooses_one() -> None:
    drawn = table(4, leader=2).draws("one-suit-blue", "odd-only-green")
    offered = {move.mission.id for move in legal_moves(drawn.state, 2) if isinstance(move, ChooseMission)}
    assert offered == {"one-suit-blue", "odd-only-green"}
    for chosen in offered:
        assert drawn.moves(ChooseMission(2, MISSIONS[chosen])).state.mission == MISSIONS[chosen]


def test_4_1_a_mission_not_drawn_cannot_be_chosen() -> None:
    drawn = table(4).draws("one-suit-blue", "odd-only-green")
    assert objection(drawn.state, ChooseMission(0, MISSIONS["low-only-pink"])) == "mission_not_drawn"


def test_4_1_no_one_but_the_leader_chooses_the_mission() -> None:
    drawn = table(4).draws("one-suit-blue", "odd-only-green")
    assert objection(drawn.state, ChooseMission(1, MISSIONS["one-suit-blue"])) == "not_your_turn"
    assert decision(drawn.state, 1) is None


def test_4_1_each_trick_draws_the_next_two_missions_of_the_deck() -> None:
    first = table(4)
    second = first.moves(ChooseMission(0, first.state.drawn[0])).plays("B1", "B2", "B3", "B4")
    assert first.state.drawn == first.state.deal.missions[:2]
    assert second.state.drawn == first.state.deal.missions[2:4]


def test_4_1_the_chosen_mission_gives_the_trump() -> None:
    assert table(4).mission("first-wins-yellow").plays("B13", "B1", "Y1", "B2").trick.winner == 2
    assert table(4).mission("last-wins-blue").plays("B13", "B1", "Y1", "B2").trick.winner == 0


def test_4_2_the_leader_plays_any_card_after_the_mission_and_not_before() -> None:
    before = table(4).hold("B1 G2 Y3 P4")
    assert before.mission("first-wins-yellow").offers() == {"B1", "G2", "Y3", "P4"}
    assert objection(before.state, read_play(0, "B1")) == "other_choice"


def test_4_2_the_leads_suit_is_the_led_suit_to_the_end_of_it() -> None:
    led = table(5).mission("first-wins-yellow").plays("B5", "B9+", "Y1").hold("", "", "", "B1 Y2")
    assert led.refuses("Y2") == "must_follow"
    assert led.refuses("B1") is None


def test_4_3_each_seat_plays_one_card_clockwise() -> None:
    led = table(3).hold("B1 B2", "B3 B4", "B5 B6").mission("first-wins-yellow").plays("B1")
    assert objection(led.state, read_play(0, "B2")) == "not_your_turn"
    assert objection(led.state, read_play(2, "B5")) == "not_your_turn"
    assert led.plays("B3", "B5").state.hands == (
        (read_play(0, "B2").card,),
        (read_play(1, "B4").card,),
        (read_play(2, "B6").card,),
    )


@pytest.mark.parametrize(
    ("insider", "hand", "offers"),
    [
        pytest.param(3, "B2 B9 G1 Y5", "B2 B9 B2+ B9+", id="who holds the led suit must follow"),
        pytest.param(3, "G1 Y5 P9", "G1 Y5 P9", id="who holds none plays any card and need not trump"),
        pytest.param(1, "B2 G1 Y5", "B2 B2+ G1 Y5", id="the Insider may play any card"),
    ],
)
def test_4_3_players_follow_suit_but_the_insider_need_not(insider: int, hand: str, offers: str) -> None:
    led = table(4, insider=insider).hold("", hand, "", "").mission("first-wins-yellow").plays("B5")
    assert led.offers() == {*offers.split()}
    refused = {card for card in hand.split() if card not in offers.split()}
    assert {led.refuses(card) for card in refused} == ({"must_follow"} if refused else set())


def test_4_3_no_one_plays_a_card_they_do_not_hold() -> None:
    led = table(4).hold("B1", "B2").mission("first-wins-yellow")
    assert led.refuses("B2") == "card_not_held"
    assert led.plays("B1").refuses("B1") == "card_not_held"


def test_4_4_a_wager_goes_on_a_card_of_the_led_suit_and_comes_from_the_players_intel() -> None:
    wagered = table(4).mission("first-wins-yellow").plays("B5", "B2+")
    assert wagered.state.intel == (1, 0, 1, 1)
    assert wagered.state.plays[1].wager
    assert wagered.state.reserve == 10


@pytest.mark.parametrize(
    ("options", "card", "code"),
    [
        pytest.param({}, "Y2", "wager_off_suit", id="off the led suit, not even on a trump"),
        pytest.param({}, "G3", "wager_off_suit", id="off the led suit"),
        pytest.param({"intel": (1, 5, 1, 1), "revealed": (1,)}, "B2", "wager_revealed", id="of a revealed player"),
        pytest.param({"intel": (1, 0, 1, 1)}, "B2", "wager_no_intel", id="of a player without intel"),
        pytest.param({"wagers": False}, "B2", "wager_off", id="at a table without wagers"),
    ],
)
def test_4_4_there_is_no_wager(options: dict[str, Any], card: str, code: str) -> None:
    led = table(4, insider=2, **options).hold("", card).mission("first-wins-yellow").plays("B5")
    assert (led.offers(), led.refuses(f"{card}+")) == ({card}, code)


def test_4_4_the_leader_may_not_wager() -> None:
    lead = table(4).hold("B1").mission("first-wins-yellow")
    assert (lead.offers(), lead.refuses("B1+")) == ({"B1"}, "wager_leader")


def test_4_4_not_more_than_one_intel_lies_on_a_card() -> None:
    assert table(4, intel=(1, 3, 1, 1)).mission("first-wins-yellow").plays("B5", "B2+").state.intel == (1, 2, 1, 1)


def test_4_4_a_wagered_card_is_of_the_trump_suit_for_the_mission() -> None:
    assert table(4).mission("first-last-suit-pink").plays("P1", "P2", "P3", "P4+").trick.met
    assert not table(4).mission("first-last-suit-pink").plays("B1", "B2", "B3", "B4+").trick.met
    assert not table(4).mission("one-suit-blue").plays("G1", "G2", "G3+", "G4").trick.met


def test_4_4_when_the_led_suit_is_trump_a_wager_changes_no_card_and_its_intel_goes_to_the_winner() -> None:
    after = table(4).mission("one-suit-blue").plays("B9", "B2+", "B3", "B4")
    assert after.trick.winner == 0
    assert after.trick.met
    assert after.state.intel == (3, 0, 1, 1)


@pytest.mark.parametrize(
    ("codes", "winner"),
    [
        (("B5", "B9", "B3", "B7"), 1),
        (("B5", "G13", "B3", "P12"), 0),
        (("B13", "Y1", "B12", "B11"), 1),
        (("B13", "Y1", "Y7", "Y3"), 2),
        (("Y2", "B13", "G13", "Y1"), 0),
        pytest.param(("B13", "B2+", "B12", "B11"), 1, id="a wagered card is of the trump suit"),
        pytest.param(("B5", "B9+", "Y10", "B1"), 2, id="a wagered card keeps its value"),
        pytest.param(("B1", "Y5", "B5+", "B2"), 2, id="of equal trumps the later, a wagered one"),
        pytest.param(("B1", "B5+", "Y5", "B2"), 2, id="of equal trumps the later, a yellow one"),
    ],
)
def test_4_5_the_highest_trump_wins_else_the_highest_of_the_led_suit(codes: tuple[str, ...], winner: int) -> None:
    assert table(4).mission("first-wins-yellow").plays(*codes).trick.winner == winner


def test_4_5_the_winner_is_a_seat_and_not_a_place_in_the_trick() -> None:
    assert table(4, leader=3).mission("first-wins-yellow").plays("B1", "B2", "B9", "B3").trick.winner == 1
