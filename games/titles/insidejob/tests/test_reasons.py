"""Why a card takes its trick: always the winning card, and a reason that the rules give."""

import pytest

from games.titles.insidejob.rules.cards import CARDS
from games.titles.insidejob.rules.seen_trick import PLAIN, TRUMP, WAGER, _find_reason
from games.titles.insidejob.rules.trick import Played, winning_place
from tests.cases.builders import load_game
from tests.cases.make import LEVELS


def play(*cards: str) -> list[Played]:
    """Return plays such as `Y9` and, with intel on it, `Y9+`, one a seat."""
    return [Played(seat, CARDS[code.strip("+")], code.endswith("+")) for seat, code in enumerate(cards)]


@pytest.mark.parametrize(
    ("cards", "code", "winner", "beaten", "is_later"),
    [
        (("Y13", "Y8", "B1", "Y9+"), WAGER, 3, "Y13", False),
        (("Y13", "Y8", "B1", "Y9"), TRUMP, 2, "Y13", False),
        (("Y13", "Y8", "G1", "Y9"), PLAIN, 0, None, False),
        (("B4", "B9", "Y13", "B7+"), PLAIN, 1, None, False),
        (("Y9+", "B9", "Y2", "Y3"), TRUMP, 1, "Y9", True),
        (("Y2", "B9", "Y3", "Y9+"), WAGER, 3, "Y3", True),
    ],
)
def test_a_reason_names_the_card_that_it_beats(
    cards: tuple[str, ...], code: str, winner: int, beaten: str | None, is_later: bool
) -> None:
    reason = _find_reason(play(*cards), "B")
    assert (reason.code, reason.played.seat, reason.is_later) == (code, winner, is_later)
    assert (reason.beaten and reason.beaten.card.code) == beaten


@pytest.mark.parametrize("place", range(len(LEVELS)))
def test_a_plain_reason_is_given_only_where_the_highest_card_of_the_suit_led_wins(place: int) -> None:
    for trick in load_game(place).played.state.tricks:
        reason, led = _find_reason(trick.plays, trick.mission.trump), trick.plays[0].card.suit
        assert reason.played == trick.plays[winning_place(trick.plays, trick.mission.trump)]
        highest = max((each for each in trick.plays if each.card.suit == led), key=lambda each: each.card.value)
        assert (reason.code == PLAIN) <= (reason.played == highest)
