"""Every fault that a move in a record of Inside Job can have is found, and said where."""

from typing import Any

import pytest

from games.rules.insidejob.missions import RISKY
from games.rules.insidejob.roles import AGENTS, PARANOID, ROLES
from games.rules.insidejob.state import suspects
from tests.insidejob.spots import Spot, find_spot, replay_golden
from tests.records.faults import copy_golden, find_fault, is_at


def is_found(spot: Spot, why: str, **fields: Any) -> bool:
    assert find_fault(spot.raw) is None
    return is_at(spot.change(**fields), f"move {spot.number}", why)


def follows(spot: Spot) -> bool:
    return bool(spot.led) and spot.card.suit == spot.led


def test_a_revoke_by_an_agent() -> None:
    def could_revoke(spot: Spot) -> bool:
        suits = {card.suit for card in spot.hand}
        return ROLES[spot.role].side == AGENTS and spot.led in suits and len(suits) > 1

    spot = find_spot("play", could_revoke)
    wrong = next(card for card in spot.hand if card.suit != spot.led)
    assert is_found(spot, "must_follow", card=wrong.code, wager=False)


def test_the_insider_may_do_the_same() -> None:
    assert any(
        ROLES[state.deal.roles[move["seat"]]].breaks_suit
        and state.plays
        and move["card"][0] != state.plays[0].card.suit
        and any(card.suit == state.plays[0].card.suit for card in state.hands[move["seat"]])
        for raw, _, states in replay_golden()
        for move, state in zip(raw["moves"], states, strict=True)
        if move["type"] == "play"
    )


def test_a_card_that_is_not_held() -> None:
    spot = find_spot("play")
    wrong = spot.state.hands[(spot.seat + 1) % spot.state.seats][0]
    assert is_found(spot, "card_not_held", card=wrong.code)


def test_a_wager_by_the_leader() -> None:
    spot = find_spot("play", lambda spot: not spot.led and spot.could_pay and spot.is_hidden)
    assert is_found(spot, "wager_leader", wager=True)


def test_a_wager_by_the_revealed() -> None:
    spot = find_spot("play", lambda spot: follows(spot) and spot.could_pay and not spot.is_hidden)
    assert is_found(spot, "wager_revealed", wager=True)


def test_a_wager_off_suit() -> None:
    spot = find_spot("play", lambda spot: spot.led and not follows(spot) and spot.could_pay and spot.is_hidden)
    assert is_found(spot, "wager_off_suit", wager=True)


def test_a_wager_with_no_intel() -> None:
    spot = find_spot(
        "play", lambda spot: follows(spot) and spot.state.options.wagers and not spot.could_pay and spot.is_hidden
    )
    assert is_found(spot, "wager_no_intel", wager=True)


def test_a_wager_at_a_table_without() -> None:
    spot = find_spot("play", lambda spot: follows(spot) and not spot.state.options.wagers)
    assert is_found(spot, "wager_off", wager=True)


def test_a_vote_for_oneself() -> None:
    spot = find_spot("vote")
    assert is_found(spot, "vote_self", against=[spot.seat])


def test_a_vote_for_the_revealed() -> None:
    spot = find_spot("vote", lambda spot: set(spot.state.revealed) - {spot.seat})
    revealed = next(seat for seat in spot.state.revealed if seat != spot.seat)
    assert is_found(spot, "vote_revealed", against=[revealed])


def test_a_vote_for_a_seat_that_there_is_not() -> None:
    for seat in (-1, 5, 10**30):
        assert is_found(find_spot("vote"), "no_suspect", against=[seat])


def test_two_votes_by_someone_who_has_one_and_none_by_a_player() -> None:
    def has_one(spot: Spot) -> bool:
        return spot.role != PARANOID and len(suspects(spot.state, spot.seat)) > 1

    spot = find_spot("vote", has_one)
    assert is_found(spot, "vote_one", against=list(suspects(spot.state, spot.seat)[:2]))
    assert is_found(find_spot("vote", has_one), "vote_one", against=[])


def test_two_votes_of_the_paranoid_agent_for_one_unless_revealed_or_out_of_order() -> None:
    def may_name_two(spot: Spot) -> bool:
        return spot.role == PARANOID and spot.is_hidden and len(suspects(spot.state, spot.seat)) > 1

    spot = find_spot("vote", may_name_two)
    first, second = suspects(spot.state, spot.seat)[:2]
    assert is_found(find_spot("vote", may_name_two), "vote_two", against=[first, first])
    assert is_found(find_spot("vote", may_name_two), "vote_two", against=[second, first])


def test_a_mission_not_drawn() -> None:
    spot = find_spot("mission")
    below = spot.state.deal.missions[2 * len(spot.state.tricks) + 2]
    assert is_found(spot, "mission_not_drawn", mission=below.id)


def test_a_risky_mission_dodged() -> None:
    spot = find_spot("mission", lambda spot: len(set(spot.state.drawn) & set(RISKY)) == 1)
    other = next(mission for mission in spot.state.drawn if mission not in RISKY)
    assert is_found(spot, "risky_first", mission=other.id)


def test_larry_not_following() -> None:
    def could_revoke(spot: Spot) -> bool:
        return len({card.suit == spot.led for card in spot.state.shown}) == 2

    spot = find_spot("larry", could_revoke)
    wrong = next(card for card in spot.state.shown if card.suit != spot.led)
    back = next(card for card in spot.state.shown if card != wrong)
    assert is_found(spot, "larry_must_follow", card=wrong.code, back=back.code)


def test_cards_of_larrys_that_are_not_on_top_or_one_card_twice() -> None:
    spot = find_spot("larry")
    assert is_found(spot, "larry_not_shown", back=spot.state.pile[5].code)
    spot = find_spot("larry")
    assert is_found(spot, "larry_same_card", back=spot.move["card"])


def test_partners_that_the_accomplice_cannot_have() -> None:
    spot = find_spot("accomplice")
    assert is_found(spot, "partner_self", partner=spot.seat)
    assert is_found(find_spot("accomplice"), "no_partner", partner=spot.state.seats)


def test_what_the_clock_never_does() -> None:
    assert is_found(find_spot("play", lambda spot: spot.move["wager"]), "not_by_clock", by="clock")
    assert is_found(find_spot("vote"), "not_by_clock", by="clock")
    breaking = find_spot("play", lambda spot: spot.led in {card.suit for card in spot.hand} and not follows(spot))
    assert ROLES[breaking.role].breaks_suit
    assert is_found(breaking, "not_by_clock", by="clock")


def test_votes_out_of_seat_order() -> None:
    spot = find_spot("vote", lambda spot: not spot.state.votes)
    moves = spot.raw["moves"]
    moves[spot.number : spot.number + 2] = reversed(moves[spot.number : spot.number + 2])
    assert is_at(find_fault(spot.raw), f"move {spot.number}", "choices made at the same time have an order")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_missing_move_wherever_it_was(seats: int) -> None:
    count = len(copy_golden(seats=seats)["moves"])
    for number in {*range(0, count, 4), count - 1}:
        raw = copy_golden(seats=seats)
        del raw["moves"][number]
        assert is_at(find_fault(raw), f"move {number}", "")
        if number == count - 1:
            assert is_at(find_fault(raw), f"move {number}", "missing")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_superfluous_move_wherever_it_is(seats: int) -> None:
    count = len(copy_golden(seats=seats)["moves"])
    for number in {*range(0, count, 4), count - 1}:
        raw = copy_golden(seats=seats)
        raw["moves"].insert(number, raw["moves"][number])
        why = "superfluous" if number == count - 1 else ""
        assert is_at(find_fault(raw), f"move {number + 1}", why)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seat": 4}, "seat is 4"),
        ({"seat": -1}, "seat is -1"),
        ({"seat": True}, "seat is true"),
        ({"seat": 1.0}, "seat is 1.0"),
        ({"seat": None}, "seat is null"),
        ({"by": "nobody"}, "by is"),
        ({"by": ["bot"]}, "by is"),
        ({"type": "pass"}, "no move"),
        ({"type": None}, "no move"),
        ({"card": "B14"}, "no move"),
        ({"card": 7}, "no move"),
        ({"card": "b7"}, "no move"),
        ({"wager": 0}, "no move"),
        ({"wager": "no"}, "no move"),
        ({"at": "noon"}, "no move"),
    ],
)
def test_an_unknown_value_in_a_move(fields: dict[str, Any], why: str) -> None:
    assert is_found(find_spot("play", lambda spot: spot.state.seats == 4), why, **fields)


def test_moves_of_other_shapes() -> None:
    for wrong in (None, 3, "B7", [], ["seat", 0]):
        spot = find_spot("play")
        spot.raw["moves"][spot.number] = wrong
        assert is_at(find_fault(spot.raw), f"move {spot.number}", "not an object")
    for key in ("seat", "type", "card", "wager", "by"):
        spot = find_spot("play")
        del spot.move[key]
        assert is_at(find_fault(spot.raw), f"move {spot.number}", "")
    spot = find_spot("play")
    spot.move["by"] = spot.move.pop("by")
    spot.move["seat"] = spot.move.pop("seat")
    assert is_at(find_fault(spot.raw), f"move {spot.number}", "order")
