"""Options, the deal of every round, the number, and what a card tells its owner and when."""

from collections import Counter
from typing import Any

import pytest

from games.rules.engine.errors import InvalidOption
from games.rules.engine.values import Chance, Decision
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.deal import Deal, find_pairs, list_spies
from games.titles.rendezvous.rules.moves import ChooseNumber
from games.titles.rendezvous.rules.options import Options
from games.titles.rendezvous.rules.words import find_pack
from games.titles.rendezvous.tests.builders import table

VARIANTS = [(3, "three"), (4, "standard"), (6, "standard"), (7, "crossed"), (8, "standard"), (8, "crossed")]


def parse(seats: int, **raw: Any) -> Options:
    return rendezvous.parse_options({"language": "en", **raw}, seats)


def deal(seats: int, seed: int = 0, **raw: Any) -> Deal:
    return rendezvous.make_deal(parse(seats, **raw), seats, Chance(seed))


@pytest.mark.parametrize("seats", range(3, 9))
def test_a_table_of_which_nothing_is_said_plays_as_many_rounds_as_players(seats: int) -> None:
    options = rendezvous.parse_options({}, seats)
    variant = "three" if seats == 3 else "standard"
    assert options == Options("fr", seats, points=True, silent=False, laps="in_turn", variant=variant)


def test_three_players_play_the_unaware_counter_spy_even_if_the_form_says_otherwise() -> None:
    assert parse(3, variant="standard").variant == parse(3, variant="three").variant == "three"


@pytest.mark.parametrize(
    ("seats", "raw", "option", "code"),
    [
        (4, {"variant": "three"}, "variant", "three_seats"),
        (6, {"variant": "crossed"}, "variant", "crossed_seats"),
        (3, {"variant": "crossed"}, "variant", "crossed_seats"),
        (4, {"rounds": "5"}, "rounds", "rounds_seats"),
        (4, {"rounds": 5}, "rounds", "rounds_seats"),
        (4, {"rounds": 0}, "rounds", "unknown_value"),
        (8, {"rounds": "9"}, "rounds", "unknown_value"),
        (4, {"rounds": True}, "rounds", "unknown_value"),
        (4, {"rounds": 2.0}, "rounds", "unknown_value"),
        (4, {"rounds": "02"}, "rounds", "unknown_value"),
        (4, {"language": "de"}, "language", "unknown_value"),
        (4, {"laps": 1}, "laps", "unknown_value"),
        (4, {"points": "true"}, "points", "unknown_value"),
        (4, {"timer": 3}, "timer", "unknown_option"),
    ],
)
def test_options_not_offered_are_refused(seats: int, raw: dict[str, Any], option: str, code: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        parse(seats, **raw)
    assert (refused.value.option, refused.value.code) == (option, code)
    assert rendezvous.TEXTS.objections[code]


@pytest.mark.parametrize("rounds", [1, "1", 2, "4", 4])
def test_the_table_may_agree_on_fewer_rounds(rounds: int | str) -> None:
    assert parse(4, rounds=rounds).rounds == int(rounds)
    assert len(deal(4, rounds=rounds).rounds) == int(rounds)


@pytest.mark.parametrize(("seats", "variant"), VARIANTS)
def test_every_round_has_the_spies_of_its_variant_and_question_marks_for_the_others(seats: int, variant: str) -> None:
    pairs = 2 if variant == "crossed" else 1
    for seed in range(30):
        for cards in deal(seats, seed, variant=variant).rounds:
            assert (len(cards), len(find_pairs(cards))) == (seats, pairs)
            assert len(list_spies(cards)) == 2 * pairs
            others = [card for seat, card in enumerate(cards) if seat not in list_spies(cards)]
            assert all((card is None) == (variant != "three") for card in others)


@pytest.mark.parametrize(("seats", "variant"), VARIANTS)
def test_no_card_comes_up_in_two_rounds_nor_in_the_rematch(seats: int, variant: str) -> None:
    options = parse(seats, variant=variant)
    first = rendezvous.make_deal(options, seats, Chance(1))
    again = rendezvous.make_deal(options, seats, Chance(2), first)
    drawn = [{card for card in cards if card} for game in (first, again) for cards in game.rounds]
    assert sum(map(len, drawn)) == len(set().union(*drawn))
    assert set().union(*drawn) <= {*find_pack("en").cards}


def test_everybody_is_a_spy_as_often_as_anybody_and_any_seat_may_be_the_first() -> None:
    spies = Counter(seat for seed in range(500) for cards in deal(4, seed).rounds for seat in list_spies(cards))
    assert all(0.9 < spies[seat] / 1000 < 1.1 for seat in range(4))
    assert {deal(5, seed).first for seed in range(60)} == set(range(5))


def test_of_a_deal_only_the_first_player_is_for_all_and_each_hand_is_one_seats_cards() -> None:
    dealt = deal(5)
    stored = rendezvous.dump_deal(dealt)
    assert stored.common == {"first": dealt.first}
    for seat, hand in enumerate(stored.hands):
        assert hand == {"cards": [None if cards[seat] is None else list(cards[seat] or ()) for cards in dealt.rounds]}


def test_the_first_player_picks_the_number_before_any_card_is_seen() -> None:
    now = table("A??A", first=3, number=None)
    assert rendezvous.to_act(now.state) == (3,)
    assert rendezvous.decision(now.state, 3) == Decision("number")
    for viewer in (None, 0, 1, 2, 3):
        assert (now.seen_by(viewer).card, now.seen_by(viewer).is_spy) == (None, None)
    assert [now.refuses(ChooseNumber(3, number)) for number in (0, 1, 10, 11)] == ["no_number", None, None, "no_number"]
    assert now.refuses(ChooseNumber(0, 1)) == "not_your_turn"


def test_a_card_is_seen_by_its_owner_alone_until_the_debriefing_and_then_by_all() -> None:
    now = table("A??A", "?BB?", number=3)
    seen = [now.seen_by(seat) for seat in range(4)]
    assert [each.password for each in seen] == ["athree", None, None, "athree"]
    assert [each.is_spy for each in seen] == [True, False, False, True]
    assert [bool(each.card) for each in seen] == [True, False, False, True]
    assert now.seen_by(None).card is None
    after = now.points("03", "02", "13", "03")
    assert [after.seen_by(seat).password for seat in range(4)] == [None, "bthree", "bthree", None]
    for viewer in (None, 0, 1, 2, 3):
        assert [finished.cards for finished in after.seen_by(viewer).debriefings] == [now.state.cards]


def test_at_a_table_of_three_all_see_a_password_and_no_one_their_side() -> None:
    now = table("ABA", variant="three")
    seen = [now.seen_by(seat) for seat in range(3)]
    assert [each.password for each in seen] == ["aone", "bone", "aone"]
    assert [each.is_spy for each in seen] == [None, None, None]


def test_every_player_starts_with_three_of_the_hundred_and_ten_points() -> None:
    for letters in ("A??A", "A??????A"):
        now = table(letters)
        assert (set(now.state.points), now.state.bank) == ({3}, 110 - 3 * len(letters))
