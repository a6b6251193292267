"""Whether a mission can still be met once some cards of the trick lie: from what everybody sees, and nothing else."""

from collections.abc import Callable, Sequence

from games.rules.insidejob.cards import VALUES
from games.rules.insidejob.missions import CONDITIONS, FIRST, LAST, SECOND, THIRD, Mission, is_met
from games.rules.insidejob.trick import Played, suit_of, winning_place

LOWEST, HIGHEST = VALUES[0], VALUES[-1]
Hope = Callable[[Sequence[Played], str, int], bool]
"""Takes the cards that lie, at least one, the trump suit and how many are still to come, at least one."""


def can_be_met(mission: Mission, plays: Sequence[Played], places: int) -> bool:
    """Tell whether any cards at all could still make a trick of `places` cards meet its mission.

    Which cards are left is not looked at. For a complete trick it tells whether the mission is met.
    """
    left = places - len(plays)
    if not plays:
        return True
    if not left:
        return is_met(mission, plays)
    return HOPES[mission.condition](plays, mission.trump, left)


def hold_so_far(condition: str) -> Hope:
    """Return the hope of a condition that asks the same of every card: it holds for the cards that lie."""
    judge = CONDITIONS[condition]
    return lambda plays, trump, left: judge(plays, trump)


def ascend(plays: Sequence[Played], trump: str, left: int) -> bool:
    """The values rise, and enough higher ones are left."""
    return CONDITIONS["ascending"](plays, trump) and plays[-1].card.value + left <= HIGHEST


def descend(plays: Sequence[Played], trump: str, left: int) -> bool:
    """The values fall, and enough lower ones are left."""
    return CONDITIONS["descending"](plays, trump) and plays[-1].card.value - left >= LOWEST


def top(place: int) -> Hope:
    """Return the hope that the card at `place` is higher than every other."""

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        values = [played.card.value for played in plays]
        own = values.pop(place) if 0 <= place < len(values) else HIGHEST
        return own > max(values, default=LOWEST)

    return hope


def bottom(place: int) -> Hope:
    """Return the hope that the card at `place` is lower than every other."""

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        values = [played.card.value for played in plays]
        own = values.pop(place) if 0 <= place < len(values) else LOWEST
        return own < min(values, default=HIGHEST)

    return hope


def win(place: int) -> Hope:
    """Return the hope that the card at `place` wins: it leads now, or nothing unbeatable lies before it."""

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        best = winning_place(plays, trump)
        if 0 <= place < len(plays):
            return best == place
        return not (plays[0].card.suit == trump and plays[best].card.value == HIGHEST)

    return hope


def keep_one_suit(plays: Sequence[Played], trump: str, left: int) -> bool:
    """All cards that lie are of one suit."""
    return len({suit_of(played, trump) for played in plays}) == 1


def wager(*places: int) -> Hope:
    """Return the hope that an intel lies on a card at one of `places`, of which the last is always to come."""

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        return any(place < 0 or place >= len(plays) or plays[place].wager for place in places)

    return hope


def always(plays: Sequence[Played], trump: str, left: int) -> bool:
    """The last card decides."""
    return True


HOPES: dict[str, Hope] = {
    **{name: hold_so_far(name) for name in ("high_only", "low_only", "even_only", "odd_only")},
    "ascending": ascend,
    "descending": descend,
    "first_highest": top(FIRST),
    "second_highest": top(SECOND),
    "third_highest": top(THIRD),
    "last_highest": top(LAST),
    "first_lowest": bottom(FIRST),
    "second_lowest": bottom(SECOND),
    "third_lowest": bottom(THIRD),
    "last_lowest": bottom(LAST),
    "first_wins": win(FIRST),
    "second_wins": win(SECOND),
    "third_wins": win(THIRD),
    "last_wins": win(LAST),
    "one_suit": keep_one_suit,
    "first_last_suit": always,
    "wager_second": wager(SECOND),
    "wager_third": wager(THIRD),
    "wager_last": wager(LAST),
    "wager_second_or_third": wager(SECOND, THIRD),
}
