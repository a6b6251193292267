"""Explains why a mission failed, by the first play that is not what the mission asked for."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

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
from games.titles.insidejob.rules.trick import Played, suit_of, winning_place


class Failure(NamedTuple):
    """Why a mission failed. `played` is None if no single card is to blame."""

    code: str
    played: Played | None = None


def find_failure(mission: Mission, plays: Sequence[Played]) -> Failure | None:
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
