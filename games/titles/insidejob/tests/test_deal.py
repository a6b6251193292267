"""Sections 1 to 3: material, numbers and setup."""

from collections import Counter
from random import Random

import pytest

from games.titles.insidejob.rules.cards import CARDS, DECK
from games.titles.insidejob.rules.deal import Deal, make_deal
from games.titles.insidejob.rules.missions import CONDITIONS, MISSIONS, RISKY
from games.titles.insidejob.rules.missions import DECK as MISSION_DECK
from games.titles.insidejob.rules.numbers import INTEL, NUMBERS
from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.state import start
from games.titles.insidejob.rules.versions import RULES
from games.titles.insidejob.tests.builders import table

SEATS = (3, 4, 5)
RISKY_CONDITIONS = {mission.condition for mission in RISKY}


def deal(seats: int, seed: int = 1, previous: Deal | None = None) -> Deal:
    return make_deal(Options(), seats, Random(seed), previous)


def test_1_there_are_52_cards_in_four_suits_from_1_to_13_with_codes_of_suit_and_value() -> None:
    assert len(set(DECK)) == 52
    assert {card.suit for card in DECK} == set("BGYP")
    assert all([card.value for card in DECK if card.suit == suit] == list(range(1, 14)) for suit in "BGYP")
    assert (CARDS["B7"].suit, CARDS["B7"].value, CARDS["P13"].code) == ("B", 7, "P13")


def test_1_there_are_24_missions_with_six_of_each_trump_and_ids_of_condition_and_trump() -> None:
    assert len(set(MISSION_DECK)) == 24
    assert set(MISSIONS.values()) == {*MISSION_DECK, *RISKY}
    assert Counter(mission.trump for mission in MISSION_DECK) == dict.fromkeys("BGYP", 6)
    suits = {"B": "blue", "G": "green", "Y": "yellow", "P": "pink"}
    for mission in MISSION_DECK:
        assert mission.id == f"{mission.condition.replace('_', '-')}-{suits[mission.trump]}"


def test_1_of_twenty_conditions_four_are_there_twice_and_three_are_ours() -> None:
    counts = Counter(mission.condition for mission in MISSION_DECK)
    assert set(counts) == set(CONDITIONS) - RISKY_CONDITIONS
    assert {name for name, count in counts.items() if count == 2} == {"high_only", "low_only", "even_only", "odd_only"}
    attested = {mission.condition for mission in MISSION_DECK if mission.attested}
    assert len(attested) == 17
    assert set(CONDITIONS) - RISKY_CONDITIONS - attested == {"third_highest", "last_highest", "third_wins"}


def test_1_there_are_14_intel() -> None:
    assert INTEL == 14


@pytest.mark.parametrize(
    ("seats", "hand", "tricks", "left", "missions", "intel", "reserve"),
    [(3, 13, 11, 2, 9, 6, 11), (4, 12, 10, 2, 7, 5, 10), (5, 10, 9, 1, 6, 4, 9)],
)
def test_2_the_numbers_by_seats(
    seats: int, hand: int, tricks: int, left: int, missions: int, intel: int, reserve: int
) -> None:
    state = start(Options(), deal(seats), RULES)
    assert {len(cards) for cards in state.hands} == {hand}
    assert (state.numbers.tricks, hand - state.numbers.tricks) == (tricks, left)
    assert (state.numbers.missions_needed, state.numbers.intel_needed) == (missions, intel)
    assert (state.intel, state.reserve) == ((1,) * seats, reserve)


@pytest.mark.parametrize(("seats", "box"), [(3, 13), (4, 4), (5, 2)])
def test_2_the_cards_not_dealt_stay_in_the_box(seats: int, box: int) -> None:
    dealt = [card for hand in deal(seats).hands for card in hand]
    assert len(dealt) == len(set(dealt)) == 52 - box


@pytest.mark.parametrize("seats", SEATS)
def test_2_the_reserve_never_runs_short(seats: int) -> None:
    assert start(Options(), deal(seats), RULES).reserve >= NUMBERS[seats].tricks


@pytest.mark.parametrize("seats", SEATS)
def test_3_one_player_is_the_insider_and_the_rest_are_agents(seats: int) -> None:
    for seed in range(20):
        assert Counter(deal(seats, seed).roles) == {"insider": 1, "agent": seats - 1}


@pytest.mark.parametrize("seats", SEATS)
def test_3_any_seat_may_become_the_insider_and_any_seat_may_lead_first(seats: int) -> None:
    deals = [deal(seats, seed) for seed in range(100)]
    assert {dealt.roles.index("insider") for dealt in deals} == set(range(seats))
    assert {dealt.leader for dealt in deals} == set(range(seats))


def test_3_every_card_may_be_dealt_to_every_seat() -> None:
    deals = [deal(5, seed) for seed in range(200)]
    for seat in range(5):
        assert {card for dealt in deals for card in dealt.hands[seat]} == set(DECK)


def test_3_the_missions_are_shuffled() -> None:
    decks = [deal(4, seed).missions for seed in range(5)]
    assert all(set(deck) == set(MISSION_DECK) for deck in decks)
    assert len(set(decks)) == 5


@pytest.mark.parametrize("seats", SEATS)
def test_3_in_a_rematch_the_seat_after_the_first_leader_leads(seats: int) -> None:
    first = deal(seats, seed=3)
    assert {deal(seats, seed, first).leader for seed in range(20)} == {(first.leader + 1) % seats}


@pytest.mark.parametrize("seats", SEATS)
def test_3_the_first_leader_deals_wherever_they_sit_in_the_rematch(seats: int) -> None:
    first = deal(seats, seed=3)
    for now in range(seats):
        again = make_deal(Options(), seats, Random(4), first, moved={first.leader: now})
        assert again.leader == (now + 1) % seats


def test_3_seats_run_clockwise_and_begin_again_after_the_last() -> None:
    now = table(4, leader=2).mission("first-wins-yellow")
    turns = [now.state.turn]
    for code in ("B1", "B2", "B3"):
        now = now.plays(code)
        turns.append(now.state.turn)
    assert turns == [2, 3, 0, 1]
