"""What may be prepared in Inside Job, and the card or vote that a plan comes to."""

import pytest

from games.rules.insidejob.cards import CARDS
from games.rules.insidejob.moves import Play
from games.rules.insidejob.premoves import answer, objection, offer
from tests.insidejob.builders import Table, table


def before_the_lead() -> Table:
    return table(3, insider=2).hold("B1 B5", "B2 B9 G1 Y4", "B3 G2")


def led_blue() -> Table:
    """Return the table once blue is led, and seat 1 is asked."""
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
        ({}, None),
    ],
)
def test_the_slot_of_the_suit_led_tells_the_card(premove: dict[str, str], expected: tuple[str, bool] | None) -> None:
    moves = answer(led_blue().seen_by(1), premove)
    assert moves == (None if expected is None else (Play(1, CARDS[expected[0]], expected[1]),))


def test_every_suit_may_be_led_until_one_is() -> None:
    waiting = offer(before_the_lead().seen_by(2))
    led = offer(led_blue().seen_by(2))
    assert waiting
    assert led
    assert [slot.name for slot in waiting.slots] == ["B", "G", "Y", "P", "intel"]
    assert [slot.name for slot in led.slots] == ["B", "intel"]
    assert [value for value, _ in led.slots[0].choices] == ["B3", "G2"], "one of a suit is neither lowest nor highest"


def test_nothing_is_offered_to_who_is_asked_or_will_lead_or_has_one_card_left() -> None:
    assert offer(before_the_lead().seen_by(0)) is None
    assert offer(led_blue().seen_by(1)) is None
    assert offer(led_blue().hold("B1", "B2 B9", "B3").seen_by(2)) is None


def test_only_who_need_not_follow_suit_may_prepare_not_to() -> None:
    now = led_blue()
    assert objection(now.seen_by(2), {"B": "G2"}) is None
    assert objection(now.hold("B1", "B3 G2", "B2 G1").seen_by(1), {"B": "G2"}) == "must_follow"
    assert objection(now.hold("B1", "G3 G2", "B2 G1").seen_by(1), {"B": "G2"}) is None
