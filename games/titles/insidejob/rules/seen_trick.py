"""One finished trick, as its viewer may know it, and what explains it: which card took it, why its mission failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.missions import (
    CONDITIONS,
    Extreme,
    Mission,
    SameSuit,
    Stairs,
    Values,
    Wagered,
    Wins,
    is_met,
)
from games.titles.insidejob.rules.pictures import Picture, draw_condition
from games.titles.insidejob.rules.showing import Column, line_up
from games.titles.insidejob.rules.trick import Played, suit_of, winning_place

PLAIN, TRUMP, WAGER = "plain", "trump", "wager"


class Failure(NamedTuple):
    """Why a mission failed. `played` is None if no single card is to blame."""

    code: str
    played: Played | None = None


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


@dataclass(frozen=True, slots=True)
class SeenTrick:
    # From 1.
    number: int
    mission: Mission
    plays: tuple[Played, ...]
    winner: Seat
    met: bool
    # How much intel its winner took.
    intel: int
    # The mission that was not chosen. Its leader knows it, and at the end everyone does.
    set_aside: Mission | None
    has_larry: bool = False

    @property
    def picture(self) -> Picture:
        return draw_condition(self.mission.condition, len(self.plays))

    @property
    def failure(self) -> Failure | None:
        return _find_failure(self.mission, self.plays)

    @property
    def reason(self) -> Reason:
        return _find_reason(self.plays, self.mission.trump)

    @property
    def columns(self) -> tuple[Column, ...]:
        order = [played.seat for played in self.plays]
        return line_up(order, self.plays, self.mission.trump, has_larry=self.has_larry)


def _find_failure(mission: Mission, plays: Sequence[Played]) -> Failure | None:
    """Return why a complete trick failed its mission, or None if it did not."""
    if is_met(mission, plays):
        return None
    match CONDITIONS[mission.condition]:
        case Values(allowed):
            return _find_value(allowed, plays)
        case Stairs(rises):
            return _find_step(plays, rises=rises)
        case Extreme(_, is_highest):
            return _find_extreme(plays, is_highest=is_highest)
        case Wins():
            return Failure("wins", plays[winning_place(plays, mission.trump)])
        case SameSuit(places):
            return _find_suit([plays[place] for place in places] if places else plays, mission.trump)
        case Wagered():
            return Failure("no_wager")


def _find_value(allowed: range, plays: Sequence[Played]) -> Failure:
    played = next(played for played in plays if played.card.value not in allowed)
    value = played.card.value
    if allowed.step > 1:
        return Failure("odd" if value % 2 else "even", played)
    return Failure("too_high" if value > allowed[-1] else "too_low", played)


def _find_step(plays: Sequence[Played], *, rises: bool) -> Failure:
    for before, played in pairwise(plays):
        last, value = before.card.value, played.card.value
        if (value <= last) if rises else (value >= last):
            break
    return Failure("not_higher" if rises else "not_lower", played)


def _find_extreme(plays: Sequence[Played], *, is_highest: bool) -> Failure:
    values = [played.card.value for played in plays]
    bound = max(values) if is_highest else min(values)
    if values.count(bound) > 1:
        return Failure("highest_twice" if is_highest else "lowest_twice")
    return Failure("highest" if is_highest else "lowest", plays[values.index(bound)])


def _find_suit(plays: Sequence[Played], trump: str) -> Failure:
    """Return the first card of another suit. A wager turns a card into a trump."""
    first = plays[0]
    other = next(played for played in plays if suit_of(played, trump) != suit_of(first, trump))
    turned = next((played for played in (first, other) if suit_of(played, trump) != played.card.suit), None)
    return Failure("turned", turned) if turned else Failure("suit", other)


def _find_reason(plays: Sequence[Played], trump: str) -> Reason:
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
