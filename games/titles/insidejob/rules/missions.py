"""Mission cards (sections 1 and 4).

The rulebook does not list them. Conditions marked as `attested` come from published sources, the others are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.titles.insidejob.rules.trick import Played, suit_of, winning_place


@dataclass(frozen=True, slots=True)
class Mission:
    id: str
    condition: str
    trump: str
    attested: bool


ROWS = """
ascending-yellow      ascending        Y attested
high-only-yellow      high_only        Y attested
second-lowest-yellow  second_lowest    Y attested
first-wins-yellow     first_wins       Y attested
third-highest-yellow  third_highest    Y ours
odd-only-yellow       odd_only         Y attested
even-only-blue        even_only        B attested
last-wins-blue        last_wins        B attested
first-highest-blue    first_highest    B attested
third-lowest-blue     third_lowest     B attested
low-only-blue         low_only         B attested
one-suit-blue         one_suit         B attested
odd-only-green        odd_only         G attested
second-wins-green     second_wins      G attested
first-lowest-green    first_lowest     G attested
last-highest-green    last_highest     G ours
high-only-green       high_only        G attested
descending-green      descending       G attested
low-only-pink         low_only         P attested
third-wins-pink       third_wins       P ours
second-highest-pink   second_highest   P attested
last-lowest-pink      last_lowest      P attested
even-only-pink        even_only        P attested
first-last-suit-pink  first_last_suit  P attested
"""
RISKY_ROWS = """
risky-second-blue           wager_second           B attested
risky-third-green           wager_third            G attested
risky-last-yellow           wager_last             Y attested
risky-second-or-third-pink  wager_second_or_third  P attested
"""


def _read_rows(rows: str) -> tuple[Mission, ...]:
    """Parse the table of missions. Its columns are id, condition, trump and source."""
    return tuple(
        Mission(mission_id, condition, trump, source == "attested")
        for mission_id, condition, trump, source in (row.split() for row in rows.strip().splitlines())
    )


DECK = _read_rows(ROWS)
# See section 9.
RISKY = _read_rows(RISKY_ROWS)
MISSIONS = {mission.id: mission for mission in (*DECK, *RISKY)}

FIRST, SECOND, THIRD, LAST = 0, 1, 2, -1


@dataclass(frozen=True, slots=True)
class Values:
    allowed: range

    def __call__(self, plays: Sequence[Played], trump: str) -> bool:
        return all(played.card.value in self.allowed for played in plays)


@dataclass(frozen=True, slots=True)
class Stairs:
    """A condition that values rise from card to card, or fall unless `rises`."""

    rises: bool

    def __call__(self, plays: Sequence[Played], trump: str) -> bool:
        values = [played.card.value for played in plays]
        steps = pairwise(values if self.rises else reversed(values))
        return all(before < after for before, after in steps)


@dataclass(frozen=True, slots=True)
class SameSuit:
    """A condition that the cards at `places` (or all, if empty) have the same suit, after wagers."""

    places: tuple[int, ...] = ()

    def __call__(self, plays: Sequence[Played], trump: str) -> bool:
        asked = [plays[place] for place in self.places] if self.places else plays
        return len({suit_of(played, trump) for played in asked}) == 1


@dataclass(frozen=True, slots=True)
class Extreme:
    """A condition that the card at `place` is the only highest one, or the only lowest unless `is_highest`."""

    place: int
    is_highest: bool

    def __call__(self, plays: Sequence[Played], trump: str) -> bool:
        values = [played.card.value for played in plays]
        bound = max(values) if self.is_highest else min(values)
        return values[self.place] == bound and values.count(bound) == 1


@dataclass(frozen=True, slots=True)
class Wins:
    place: int

    def __call__(self, plays: Sequence[Played], trump: str) -> bool:
        return winning_place(plays, trump) == self.place % len(plays)


@dataclass(frozen=True, slots=True)
class Wagered:
    """A condition that there is intel on a card at one of `places`."""

    places: tuple[int, ...]

    def __call__(self, plays: Sequence[Played], trump: str) -> bool:
        return any(plays[place].wager for place in self.places)


# Conditions are data, because missions are not only judged by them, but also drawn and predicted.
Condition = Values | Stairs | SameSuit | Extreme | Wins | Wagered
CONDITIONS: dict[str, Condition] = {
    "ascending": Stairs(rises=True),
    "descending": Stairs(rises=False),
    "first_highest": Extreme(FIRST, is_highest=True),
    "second_highest": Extreme(SECOND, is_highest=True),
    "third_highest": Extreme(THIRD, is_highest=True),
    "last_highest": Extreme(LAST, is_highest=True),
    "first_lowest": Extreme(FIRST, is_highest=False),
    "second_lowest": Extreme(SECOND, is_highest=False),
    "third_lowest": Extreme(THIRD, is_highest=False),
    "last_lowest": Extreme(LAST, is_highest=False),
    "first_wins": Wins(FIRST),
    "second_wins": Wins(SECOND),
    "third_wins": Wins(THIRD),
    "last_wins": Wins(LAST),
    "high_only": Values(range(7, 14)),
    "low_only": Values(range(1, 8)),
    "even_only": Values(range(2, 14, 2)),
    "odd_only": Values(range(1, 14, 2)),
    "one_suit": SameSuit(),
    "first_last_suit": SameSuit((FIRST, LAST)),
    "wager_second": Wagered((SECOND,)),
    "wager_third": Wagered((THIRD,)),
    "wager_last": Wagered((LAST,)),
    "wager_second_or_third": Wagered((SECOND, THIRD)),
}


def offer(drawn: Sequence[Mission]) -> tuple[Mission, ...]:
    """Return the missions that the leader may choose.

    If a risky mission was drawn, it must be chosen (section 9).
    """
    return tuple(mission for mission in drawn if mission in RISKY) or tuple(drawn)


def is_met(mission: Mission, plays: Sequence[Played]) -> bool:
    return CONDITIONS[mission.condition](plays, mission.trump)
