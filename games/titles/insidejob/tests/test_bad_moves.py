"""Every fault that a move in a record of Inside Job can have is found, and said where."""

from typing import Any

import pytest

from games.titles.insidejob.rules.roles import ROLES
from tests.records.faults import find_fault, find_move, is_at, replay_once


def find(kind: str, wanted: Any = lambda state: True) -> tuple[dict[str, Any], int, Any]:
    return find_move("insidejob", lambda move, state: move["type"] == kind and wanted(state))


def is_found(kind: str, why: str, **fields: Any) -> bool:
    raw, number, _ = find(kind, lambda state: state.seats == 4)
    raw["moves"][number].update(fields)
    return is_at(find_fault(raw), f"move {number}", why)


def test_the_insider_may_break_suit() -> None:
    assert any(
        ROLES[state.deal.roles[move["seat"]]].breaks_suit
        and state.plays
        and move["card"][0] != state.plays[0].card.suit
        and any(card.suit == state.plays[0].card.suit for card in state.hands[move["seat"]])
        for raw, states in replay_once("insidejob")
        for move, state in zip(raw["moves"], states, strict=True)
        if move["type"] == "play"
    )


def test_larry_not_following_or_one_card_played_and_put_back() -> None:
    raw, number, state = find(
        "larry", lambda state: len({card.suit == state.plays[0].card.suit for card in state.shown}) == 2
    )
    wrong = next(card for card in state.shown if card.suit != state.plays[0].card.suit)
    back = next(card for card in state.shown if card != wrong)
    raw["moves"][number] |= {"card": wrong.code, "back": back.code}
    assert is_at(find_fault(raw), f"move {number}", "larry_must_follow")
    raw, number, _ = find("larry")
    raw["moves"][number]["back"] = raw["moves"][number]["card"]
    assert is_at(find_fault(raw), f"move {number}", "larry_same_card")


def test_votes_out_of_seat_order() -> None:
    raw, number, _ = find("vote", lambda state: not state.votes)
    raw["moves"][number : number + 2] = reversed(raw["moves"][number : number + 2])
    assert is_at(find_fault(raw), f"move {number}", "choices made at the same time have an order")


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
        ({"card": "b7"}, "no move"),
    ],
)
def test_an_unknown_value_in_a_move(fields: dict[str, Any], why: str) -> None:
    assert is_found("play", why, **fields)


def test_moves_of_other_shapes() -> None:
    for wrong in (None, 3, "B7", [], ["seat", 0]):
        raw, number, _ = find("play")
        raw["moves"][number] = wrong
        assert is_at(find_fault(raw), f"move {number}", "not an object")
    for key in ("seat", "type", "card", "wager", "by"):
        raw, number, _ = find("play")
        del raw["moves"][number][key]
        assert is_at(find_fault(raw), f"move {number}", "")
    raw, number, _ = find("play")
    move = raw["moves"][number]
    raw["moves"][number] = {key: move[key] for key in reversed(move)}
    assert is_at(find_fault(raw), f"move {number}", "order")
