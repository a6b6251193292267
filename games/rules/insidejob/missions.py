"""The mission cards and what each condition asks of a trick (sections 1 and 4).

The rulebook does not list its deck, so the deck is a table: `attested` tells the conditions that published
sources give from those that are our own completion.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules.insidejob.trick import Played, suit_of, winning_place


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission card. `condition` is a key of `CONDITIONS`, `trump` the trick's trump suit."""

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


def read_rows(rows: str) -> tuple[Mission, ...]:
    """Return the mission cards of a table: id, condition, trump, source."""
    return tuple(
        Mission(mission_id, condition, trump, source == "attested")
        for mission_id, condition, trump, source in (row.split() for row in rows.strip().splitlines())
    )


DECK = read_rows(ROWS)
RISKY = read_rows(RISKY_ROWS)
"""The risky missions, which ask for wagers (section 9)."""
MISSIONS = {mission.id: mission for mission in (*DECK, *RISKY)}

Judge = Callable[[Sequence[Played], str], bool]
FIRST, SECOND, THIRD, LAST = 0, 1, 2, -1


def ascending(plays: Sequence[Played], trump: str) -> bool:
    """Every value is higher than the one before it."""
    return all(before.card.value < after.card.value for before, after in pairwise(plays))


def descending(plays: Sequence[Played], trump: str) -> bool:
    """Every value is lower than the one before it."""
    return all(before.card.value > after.card.value for before, after in pairwise(plays))


def high_only(plays: Sequence[Played], trump: str) -> bool:
    """Every value is 7 to 13."""
    return all(played.card.value >= 7 for played in plays)


def low_only(plays: Sequence[Played], trump: str) -> bool:
    """Every value is 1 to 7."""
    return all(played.card.value <= 7 for played in plays)


def even_only(plays: Sequence[Played], trump: str) -> bool:
    """Every value is even."""
    return all(played.card.value % 2 == 0 for played in plays)


def odd_only(plays: Sequence[Played], trump: str) -> bool:
    """Every value is odd."""
    return all(played.card.value % 2 == 1 for played in plays)


def one_suit(plays: Sequence[Played], trump: str) -> bool:
    """All cards are of one suit, after wagers."""
    return len({suit_of(played, trump) for played in plays}) == 1


def first_last_suit(plays: Sequence[Played], trump: str) -> bool:
    """The first and the last card are of one suit, after wagers."""
    return suit_of(plays[FIRST], trump) == suit_of(plays[LAST], trump)


def highest(place: int) -> Judge:
    """Return the judge of: the card at `place` is higher than every other."""

    def judge(plays: Sequence[Played], trump: str) -> bool:
        values = [played.card.value for played in plays]
        return values[place] == max(values) and values.count(values[place]) == 1

    return judge


def lowest(place: int) -> Judge:
    """Return the judge of: the card at `place` is lower than every other."""

    def judge(plays: Sequence[Played], trump: str) -> bool:
        values = [played.card.value for played in plays]
        return values[place] == min(values) and values.count(values[place]) == 1

    return judge


def wins(place: int) -> Judge:
    """Return the judge of: the card at `place` wins the trick."""

    def judge(plays: Sequence[Played], trump: str) -> bool:
        return winning_place(plays, trump) == place % len(plays)

    return judge


def wagered(*places: int) -> Judge:
    """Return the judge of: an intel lies on a card at one of `places`. Further wagers do not spoil it."""

    def judge(plays: Sequence[Played], trump: str) -> bool:
        return any(plays[place].wager for place in places)

    return judge


CONDITIONS: dict[str, Judge] = {
    "ascending": ascending,
    "descending": descending,
    "first_highest": highest(FIRST),
    "second_highest": highest(SECOND),
    "third_highest": highest(THIRD),
    "last_highest": highest(LAST),
    "first_lowest": lowest(FIRST),
    "second_lowest": lowest(SECOND),
    "third_lowest": lowest(THIRD),
    "last_lowest": lowest(LAST),
    "first_wins": wins(FIRST),
    "second_wins": wins(SECOND),
    "third_wins": wins(THIRD),
    "last_wins": wins(LAST),
    "high_only": high_only,
    "low_only": low_only,
    "even_only": even_only,
    "odd_only": odd_only,
    "one_suit": one_suit,
    "first_last_suit": first_last_suit,
    "wager_second": wagered(SECOND),
    "wager_third": wagered(THIRD),
    "wager_last": wagered(LAST),
    "wager_second_or_third": wagered(SECOND, THIRD),
}


def offer(drawn: Sequence[Mission]) -> tuple[Mission, ...]:
    """Return the missions that the leader may choose of those drawn: the risky ones if there are any (section 9)."""
    return tuple(mission for mission in drawn if mission in RISKY) or tuple(drawn)


def is_met(mission: Mission, plays: Sequence[Played]) -> bool:
    """Tell whether a complete trick, in order of play, meets its mission."""
    return CONDITIONS[mission.condition](plays, mission.trump)
