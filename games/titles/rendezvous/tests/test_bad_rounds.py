"""Every fault that a record of Rendezvous can have is found, and said where."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.titles.rendezvous.rules import record
from games.titles.rendezvous.rules.state import State
from tests.records.faults import find_fault, find_move, is_at, read_once

Wanted = Callable[[dict[str, Any], State], Any]


def golden(**options: Any) -> dict[str, Any]:
    return deepcopy(next(raw for raw in read_once("rendezvous") if options.items() <= raw["options"].items()))


def kind(name: str, **options: Any) -> Wanted:
    def wanted(move: dict[str, Any], state: State) -> bool:
        return move["type"] == name and all(getattr(state.options, key) == value for key, value in options.items())

    return wanted


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("language", "de", "unknown_value"), ("rounds", 5, "rounds_seats"), ("rounds", "4", "not 4"),
        ("variant", "three", "three_seats"),
    ],
)  # fmt: skip
def test_an_option_that_is_none(option: str, value: Any, why: str) -> None:
    raw = deepcopy(next(raw for raw in read_once("rendezvous") if (raw["seats"], raw["options"]["rounds"]) == (4, 4)))
    raw["options"][option] = value
    assert is_at(find_fault(raw), "options", why)


def test_a_table_of_three_that_says_it_is_an_ordinary_one() -> None:
    raw = golden(variant="three")
    raw["options"]["variant"] = "standard"
    assert is_at(find_fault(raw), "options", "variant")


def test_options_left_out_or_in_another_order() -> None:
    for keys in (["language", "rounds"], ["rounds", "language", "points", "silent", "laps", "variant"]):
        raw = golden()
        raw["options"] = {key: raw["options"][key] for key in keys}
        assert find_fault(raw) is not None


@pytest.mark.parametrize("first", [-1, 99, None, "0", True])
def test_a_first_player_who_is_none(first: Any) -> None:
    raw = golden()
    raw["deal"]["first"] = first
    assert is_at(find_fault(raw), "deal", "first")


def dealt(raw: dict[str, Any], round_number: int = 0) -> tuple[list[Any], list[int], list[int]]:
    """Return the cards of a round, and the seats of spies and of counter-spies."""
    cards = raw["deal"]["rounds"][round_number]
    return cards, [s for s, card in enumerate(cards) if card], [s for s, card in enumerate(cards) if card is None]


@pytest.mark.parametrize("count", [-1, 1])
def test_a_round_or_a_card_in_it_too_many_or_too_few(count: int) -> None:
    raw = golden()
    rounds = raw["deal"]["rounds"]
    raw["deal"]["rounds"] = rounds[:count] if count < 0 else [*rounds, rounds[0]]
    assert is_at(find_fault(raw), "deal", "rounds has")
    raw = golden()
    cards, _, _ = dealt(raw)
    raw["deal"]["rounds"][0] = cards[:count] if count < 0 else [*cards, None]
    assert is_at(find_fault(raw), "deal", "round 0 has")


def test_a_third_spy_or_a_lonely_one() -> None:
    raw = golden(variant="standard")
    cards, spies, others = dealt(raw)
    cards[others[0]] = cards[spies[0]]
    assert is_at(find_fault(raw), "deal", "round 0 has 3 spy cards")
    raw = golden(variant="standard")
    cards, spies, _ = dealt(raw)
    cards[spies[0]] = None
    assert is_at(find_fault(raw), "deal", "round 0 has 1 spy cards")


def test_a_card_whose_partner_has_another() -> None:
    raw = golden(variant="standard")
    cards, spies, _ = dealt(raw)
    cards[spies[0]] = next(card for card in raw["deal"]["rounds"][1] if card)
    assert is_at(find_fault(raw), "deal", "2 of them different")


def test_a_table_of_three_without_a_pair_or_with_three_of_a_kind() -> None:
    raw = golden(variant="three")
    cards, _, _ = dealt(raw)
    lonely = next(card for card in cards if cards.count(card) == 1)
    cards[cards.index(lonely)] = next(card for card in cards if cards.count(card) == 2)
    assert is_at(find_fault(raw), "deal", "not as dealt")
    cards[0] = None
    assert is_at(find_fault(raw), "deal", "not as dealt")


def test_crossed_paths_with_four_of_a_kind() -> None:
    raw = golden(variant="crossed")
    cards, spies, _ = dealt(raw)
    for seat in spies:
        cards[seat] = cards[spies[0]]
    assert is_at(find_fault(raw), "deal", "not as dealt")


def test_a_card_that_comes_up_in_two_rounds() -> None:
    raw = golden(variant="standard")
    cards, spies, _ = dealt(raw)
    second, again, _ = dealt(raw, 1)
    for seat in again:
        second[seat] = cards[spies[0]]
    assert is_at(find_fault(raw), "deal", "round 1 has the card")


@pytest.mark.parametrize(
    "change",
    [
        lambda card: card[:9], lambda card: [*card, "word"], lambda card: [*card[:9], "nonsense"],
        lambda card: [*card[:9], 10], lambda card: list(reversed(card)), lambda card: "card", lambda card: [],
        lambda card: {"1": "word"}, lambda card: False, lambda card: [*card[:9], ["word"]],
    ],
)  # fmt: skip
def test_a_card_that_is_none_of_the_pack(change: Callable[[list[str]], Any]) -> None:
    raw = golden(variant="standard")
    cards, spies, _ = dealt(raw)
    cards[spies[0]] = cards[spies[1]] = change(cards[spies[0]])
    assert is_at(find_fault(raw), "deal", "round 0, seat")


def test_a_card_of_the_other_language() -> None:
    raw, other = golden(language="fr", variant="standard"), golden(language="en", variant="standard")
    cards, spies, _ = dealt(raw)
    foreign = next(card for card in other["deal"]["rounds"][0] if card)
    for seat in spies:
        cards[seat] = foreign
    assert is_at(find_fault(raw), "deal", "no card")


def test_a_former_card_was_dealt_before_a_password_was_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = golden(variant="standard")
    cards, spies, _ = dealt(raw)
    card = cards[spies[0]]
    former = ["formerly", *card[1:]]
    cards[:] = [former if each == card else each for each in cards]
    assert is_at(find_fault(raw), "deal", "no card")
    monkeypatch.setattr(record, "find_former_cards", lambda language: (tuple(former),))
    assert find_fault(raw) is None


def begins(wanted: Wanted) -> Wanted:
    return lambda move, state: wanted(move, state) and not state.says


def test_words_out_of_turn() -> None:
    for laps, why in (("in_turn", "is not asked"), ("at_once", "is not next")):
        raw, number, _ = find_move("rendezvous", begins(kind("say", laps=laps)))
        moves = raw["moves"]
        moves[number], moves[number + 1] = moves[number + 1], moves[number]
        assert is_at(find_fault(raw), f"move {number}", why)


def test_emoji_where_words_are_said_and_words_where_no_one_speaks() -> None:
    for silent, fields in ((False, {"emoji": ["😀"]}), (True, {"word": "word"})):
        raw, number, _ = find_move("rendezvous", kind("say", silent=silent))
        move = raw["moves"][number]
        raw["moves"][number] = {"seat": move["seat"], "type": "say", **fields, "by": "player"}
        assert is_at(find_fault(raw), f"move {number}", "other_choice")


def test_pointings_out_of_seat_order() -> None:
    raw, number, _ = find_move("rendezvous", lambda move, state: kind("point")(move, state) and not state.pointings)
    moves = raw["moves"]
    moves[number], moves[number + 1] = moves[number + 1], moves[number]
    assert is_at(find_fault(raw), f"move {number}", "is not next")


@pytest.mark.parametrize("field", ["reason", "winners", "points", "spy_rounds"])
def test_a_result_that_is_not_what_the_moves_bring(field: str) -> None:
    for raw in map(deepcopy, read_once("rendezvous")[::4]):
        value = raw["result"][field]
        raw["result"][field] = "points" if value != "points" else "shared"
        assert is_at(find_fault(raw), "result", field)
        raw["result"][field] = [*value[1:], value[0] + 1] if value and isinstance(value, list) else [0]
        assert is_at(find_fault(raw), "result", field)
