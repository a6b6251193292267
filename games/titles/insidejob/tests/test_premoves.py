"""What may be prepared in Inside Job, and the card or vote that a plan comes to."""

from itertools import chain

import pytest

from games.rules.engine.premoves import Part
from games.titles.insidejob.rules.cards import CARDS
from games.titles.insidejob.rules.leads import _name_kind, list_wishes
from games.titles.insidejob.rules.missions import MISSIONS
from games.titles.insidejob.rules.moves import ChooseMission, Play
from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.premoves import _answer, _objection, _offer
from games.titles.insidejob.tests.builders import Table, table


def before_the_lead() -> Table:
    return table(3, insider=2).hold("B1 B5", "B2 B9 G1 Y4", "B3 G2")


def led_blue() -> Table:
    now = before_the_lead()
    return now.mission(now.state.drawn[0].id).plays("B5")


@pytest.mark.parametrize(
    ("premove", "expected"),
    [
        ({"B": "lowest"}, ("B2", False)),
        ({"B": "highest"}, ("B9", False)),
        ({"B": "B9", "G": "G1"}, ("B9", False)),
        ({"B": "lowest", "intel": "1"}, ("B2", True)),
        ({"G": "G1"}, None),
        ({"B": "G1"}, None),
        ({"B": "B13"}, None),
        ({"against": "0"}, None),
        ({"then-B": "B9"}, None),
        ({}, None),
    ],
)
def test_the_slot_of_the_suit_led_tells_the_card(premove: dict[str, str], expected: tuple[str, bool] | None) -> None:
    moves = _answer(led_blue().seen_by(1), premove)
    assert moves == (None if expected is None else (Play(1, CARDS[expected[0]], expected[1]),))


def names_of(part: Part) -> list[str]:
    return [slot.name for slot in part.slots]


def test_every_suit_may_be_led_until_one_is() -> None:
    waiting = _offer(before_the_lead().seen_by(2))
    led = _offer(led_blue().hold("B1", "B2 B9", "B3 G2 Y1").seen_by(2))
    assert waiting
    assert led
    assert names_of(waiting.parts[0]) == ["B", "B-lost", "G", "G-lost", "Y", "Y-lost", "P", "P-lost", "intel"]
    assert names_of(led.parts[0]) == ["B", "B-lost", "intel"]
    assert [value for value, _ in led.slots[0].choices] == ["B3", "G2", "Y1"], (
        "one of a suit is neither lowest nor highest"
    )
    later = ["then-mission-1", "then-lead-1"], ["then-B", "then-B-lost"]
    assert tuple(names_of(part)[:2] for part in led.parts[1:]) == later


def test_a_lead_is_offered_to_who_may_take_the_trick() -> None:
    """Only then, and from what all can see."""
    now = table(3, insider=2).hold("B5 Y1 Y2 Y3", "B9 G1 G4 G7", "B3 P2 P3 P4").mission("odd-only-yellow")
    leader, second = now.plays("B5"), now.plays("B5", "B9")
    offers = [_offer(leader.seen_by(0)), _offer(second.seen_by(0)), _offer(second.seen_by(1))]
    assert all(offers)
    assert [bool(each and "lead-1" in names_of(each.parts[0])) for each in offers] == [True, False, True]
    assert [each and each.name for each in offers] == ["lead-2-BGYP", "play-2-BGYP", "lead-2-BGYP"]


def test_nothing_is_offered_to_who_is_asked_or_will_lead_or_has_one_card_left() -> None:
    assert _offer(before_the_lead().seen_by(0)) is None
    assert _offer(led_blue().seen_by(1)) is None
    assert _offer(led_blue().hold("B1", "B2 B9", "B3").seen_by(2)) is None


def test_with_two_cards_left_the_next_trick_cannot_be_prepared() -> None:
    led = _offer(led_blue().seen_by(2))
    assert led
    assert len(led.parts) == 1


def test_with_larry_only_a_lead_can_be_prepared() -> None:
    now = table(2).hold("B13 Y1 Y2", "B9 G1 G4").mission("odd-only-yellow").plays("B13")
    waiting = _offer(now.seen_by(0))
    assert waiting
    assert [names_of(part)[:2] for part in waiting.parts] == [["mission-1", "lead-1"]]
    assert _offer(now.seen_by(1)) is None


@pytest.mark.parametrize(
    ("premove", "card"),
    [
        ({"Y": "Y4", "Y-lost": "Y9"}, "Y9"),
        ({"Y": "Y4"}, "Y4"),
        ({"Y": "Y4", "Y-lost": "lowest"}, "Y2"),
        ({"Y": "Y4", "Y-lost": "ask"}, None),
        ({"Y-lost": "Y9"}, "Y9"),
    ],
)
def test_another_card_may_be_prepared_for_a_mission_that_is_lost(premove: dict[str, str], card: str | None) -> None:
    now = table(3).hold("Y8 B1", "Y2 Y4 Y9", "B3 G2").mission("odd-only-yellow")
    lost, kept = now.plays("Y8"), now.hold("Y7 B1").plays("Y7")
    assert _answer(lost.seen_by(1), premove) == (None if card is None else (Play(1, CARDS[card], False),))
    expected = premove.get("Y")
    assert _answer(kept.seen_by(1), premove) == (None if expected is None else (Play(1, CARDS[expected], False),))


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([("any", "B1")], ("odd-only-yellow", "B1")),
        ([("wins", "B1")], ("last-wins-blue", "B1")),
        ([("stairs", "B1")], None),
        ([("stairs", "B1"), ("trump-B", "B8")], ("last-wins-blue", "B8")),
        ([("values", "B8"), ("any", "B1")], ("odd-only-yellow", "B8")),
        ([("fits", "B8")], ("last-wins-blue", "B8")),
        ([("fits", "B1")], ("odd-only-yellow", "B1")),
        ([("breaks", "B8")], ("odd-only-yellow", "B8")),
        ([("breaks", "B1")], None),
        ([("any", "G13")], None),
        ([], None),
    ],
)
def test_a_lead_follows_the_players_own_rules(rules: list[tuple[str, str]], expected: tuple[str, str] | None) -> None:
    now = table(3).hold("B1 B8", "B2 B9", "B3 G2").draws("odd-only-yellow", "last-wins-blue")
    premove = dict(chain.from_iterable(write_rule(number, *rule) for number, rule in enumerate(rules, start=1)))
    moves = _answer(now.seen_by(0), premove)
    if expected is None:
        assert moves is None
    else:
        assert moves == (ChooseMission(0, MISSIONS[expected[0]]), Play(0, CARDS[expected[1]], False))


def write_rule(number: int, wish: str, card: str) -> list[tuple[str, str]]:
    return [(f"mission-{number}", wish), (f"lead-{number}", card)]


def test_a_risky_mission_must_be_led_whatever_was_wished() -> None:
    now = table(3, risky=True).hold("B1 B8", "B2 B9", "B3 G2").draws("odd-only-yellow", "risky-second-blue")
    assert _answer(now.seen_by(0), {"mission-1": "values", "lead-1": "B1"}) is None
    moves = _answer(now.seen_by(0), {"mission-1": "risky", "lead-1": "B1"})
    assert moves
    assert moves[0] == ChooseMission(0, MISSIONS["risky-second-blue"])
    assert ("risky" in dict(list_wishes(now.state.options))) is True
    assert "risky" not in dict(list_wishes(Options()))


def test_every_mission_is_of_a_kind_that_may_be_wished() -> None:
    kinds = {wish for wish, _ in list_wishes(Options(risky=True))}
    assert {_name_kind(mission) for mission in MISSIONS.values()} < kinds


def test_half_a_rule_is_refused() -> None:
    seen = led_blue().seen_by(2)
    for half in ({"mission-2": "any"}, {"then-lead-1": "B3"}):
        assert _objection(seen, half) == "half_lead"
    assert _objection(seen, {"then-mission-1": "any", "then-lead-1": "B3"}) is None


def test_only_who_need_not_follow_suit_may_prepare_not_to() -> None:
    now = led_blue()
    assert _objection(now.seen_by(2), {"B": "G2"}) is None
    assert _objection(now.hold("B1", "B3 G2", "B2 G1").seen_by(1), {"B": "G2"}) == "must_follow"
    assert _objection(now.hold("B1", "B3 G2", "B2 G1").seen_by(1), {"B-lost": "G2"}) == "must_follow"
    assert _objection(now.hold("B1", "G3 G2", "B2 G1").seen_by(1), {"B": "G2"}) is None
    one, two = now.hold("B1", "B3 G2", "B2 G1"), now.hold("B1", "B3 B4 G2", "B2 G1")
    assert _objection(one.seen_by(1), {"then-B": "G2"}) is None, "the only blue card may be gone by then"
    assert _objection(two.seen_by(1), {"then-B": "G2"}) == "must_follow"
