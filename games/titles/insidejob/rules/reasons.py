"""Why a card takes its trick, for readers who do not know the rules yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.titles.insidejob.rules.trick import Played, suit_of, winning_place

PLAIN, TRUMP, WAGER = "plain", "trump", "wager"


@dataclass(frozen=True, slots=True)
class Reason:
    """What made `played` win.

    `beaten` is the highest card of the suit led, which would have won without trumps. `is_later` says that the card won
    because it was the later one of two equal trumps.
    """

    code: str
    played: Played
    beaten: Played | None
    is_later: bool


def find_reason(plays: Sequence[Played], trump: str) -> Reason:
    led = plays[0].card.suit
    best = plays[winning_place(plays, trump)]
    is_trump = suit_of(best, trump) == trump
    equals = [each for each in plays if suit_of(each, trump) == trump and each.card.value == best.card.value]
    is_later = is_trump and len(equals) > 1
    if not is_trump or led == trump:
        return Reason(PLAIN, best, None, is_later)
    others = [each for each in plays if each is not best and each.card.suit == led]
    beaten = max(others, key=lambda each: each.card.value, default=None)
    return Reason(WAGER if best.wager else TRUMP, best, beaten, is_later)
