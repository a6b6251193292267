"""Estimates for bots whether a mission can still be met, whatever cards may come."""

from collections.abc import Callable, Sequence

from games.titles.insidejob.rules.cards import VALUES
from games.titles.insidejob.rules.missions import CONDITIONS, FIRST, LAST, SECOND, THIRD, Mission, is_met
from games.titles.insidejob.rules.trick import Played, suit_of, winning_place

LOWEST, HIGHEST = VALUES[0], VALUES[-1]
# A function of the plays so far, the trump suit and the number of cards to come, both numbers at least 1. It says
# whether the mission can still be met.
Hope = Callable[[Sequence[Played], str, int], bool]


def can_be_met(mission: Mission, plays: Sequence[Played], places: int) -> bool:
    """Whether the mission can still be met. It is assumed that any card may come."""
    left = places - len(plays)
    if not plays:
        return True
    if not left:
        return is_met(mission, plays)
    return HOPES[mission.condition](plays, mission.trump, left)


def _hold_so_far(condition: str) -> Hope:
    judge = CONDITIONS[condition]
    return lambda plays, trump, left: judge(plays, trump)


def _ascend(plays: Sequence[Played], trump: str, left: int) -> bool:
    return CONDITIONS["ascending"](plays, trump) and plays[-1].card.value + left <= HIGHEST


def _descend(plays: Sequence[Played], trump: str, left: int) -> bool:
    return CONDITIONS["descending"](plays, trump) and plays[-1].card.value - left >= LOWEST


def _top(place: int) -> Hope:

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        values = [played.card.value for played in plays]
        own = values.pop(place) if 0 <= place < len(values) else HIGHEST
        return own > max(values, default=LOWEST)

    return hope


def _bottom(place: int) -> Hope:

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        values = [played.card.value for played in plays]
        own = values.pop(place) if 0 <= place < len(values) else LOWEST
        return own < min(values, default=HIGHEST)

    return hope


def _win(place: int) -> Hope:
    """Return the condition that the card at `place` wins: it is the best so far, or may still come and be the best."""

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        best = winning_place(plays, trump)
        if 0 <= place < len(plays):
            return best == place
        return not (plays[0].card.suit == trump and plays[best].card.value == HIGHEST)

    return hope


def _keep_one_suit(plays: Sequence[Played], trump: str, left: int) -> bool:
    return len({suit_of(played, trump) for played in plays}) == 1


def _wager(*places: int) -> Hope:
    """Return the condition that there is a wager at one of `places`.

    The last place of the trick is taken to be still to come.
    """

    def hope(plays: Sequence[Played], trump: str, left: int) -> bool:
        return any(place < 0 or place >= len(plays) or plays[place].wager for place in places)

    return hope


def _always(plays: Sequence[Played], trump: str, left: int) -> bool:
    return True


HOPES: dict[str, Hope] = {
    **{name: _hold_so_far(name) for name in ("high_only", "low_only", "even_only", "odd_only")},
    "ascending": _ascend,
    "descending": _descend,
    "first_highest": _top(FIRST),
    "second_highest": _top(SECOND),
    "third_highest": _top(THIRD),
    "last_highest": _top(LAST),
    "first_lowest": _bottom(FIRST),
    "second_lowest": _bottom(SECOND),
    "third_lowest": _bottom(THIRD),
    "last_lowest": _bottom(LAST),
    "first_wins": _win(FIRST),
    "second_wins": _win(SECOND),
    "third_wins": _win(THIRD),
    "last_wins": _win(LAST),
    "one_suit": _keep_one_suit,
    "first_last_suit": _always,
    "wager_second": _wager(SECOND),
    "wager_third": _wager(THIRD),
    "wager_last": _wager(LAST),
    "wager_second_or_third": _wager(SECOND, THIRD),
}
