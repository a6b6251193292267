"""Says to players whether the mission can still be met, by this trick and public intel alone.

Cards played in earlier tricks count as possible, so that all players get the same answer.
"""

from collections.abc import Sequence

from games.titles.insidejob.rules.cards import DECK, VALUES
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
from games.titles.insidejob.rules.trick import TRUMPS, Played, suit_of, winning_place

# If the trick ended now, the mission would be met; it is not decided; it can no longer be met.
MET, POSSIBLE, IMPOSSIBLE = "met", "possible", "impossible"


def find_hope(mission: Mission, plays: Sequence[Played], may_wager: Sequence[bool]) -> str:
    """Return whether the mission can still be met.

    `may_wager` says for each place of the trick whether its player may wager.
    """
    if not plays:
        return POSSIBLE
    if len(plays) == len(may_wager):
        return MET if is_met(mission, plays) else IMPOSSIBLE
    if not _is_possible(mission, plays, may_wager):
        return IMPOSSIBLE
    return MET if _is_met_so_far(mission, plays) else POSSIBLE


def _is_met_so_far(mission: Mission, plays: Sequence[Played]) -> bool:
    match CONDITIONS[mission.condition]:
        case Extreme(place) | Wins(place):
            return 0 <= place < len(plays) > 1 and is_met(mission, plays)
        case SameSuit(places):
            return not places and len(plays) > 1 and is_met(mission, plays)
        case Wagered(places):
            return any(0 <= place < len(plays) and plays[place].wager for place in places)
        case Stairs():
            return len(plays) > 1 and is_met(mission, plays)
        case Values():
            return is_met(mission, plays)


def _is_possible(mission: Mission, plays: Sequence[Played], may_wager: Sequence[bool]) -> bool:
    left = len(may_wager) - len(plays)
    match CONDITIONS[mission.condition]:
        case Values() | SameSuit(()):
            return is_met(mission, plays)
        case SameSuit():
            return True
        case Stairs(rises):
            last = plays[-1].card.value
            return is_met(mission, plays) and left <= (VALUES[-1] - last if rises else last - VALUES[0])
        case Extreme(place, is_highest):
            return _can_stand_out(plays, place, left, is_highest=is_highest)
        case Wins(place):
            return _can_win(mission, plays, place, may_wager)
        case Wagered(places):
            return any(plays[place].wager if 0 <= place < len(plays) else may_wager[place] for place in places)


def _can_stand_out(plays: Sequence[Played], place: int, left: int, *, is_highest: bool) -> bool:
    """Whether the card at `place` can end up as the only highest card, or as the only lowest one."""
    # 1 is the best rank.
    ranks = [VALUES[-1] + 1 - played.card.value if is_highest else played.card.value for played in plays]
    if not 0 <= place < len(ranks):
        return min(ranks) > 1
    own = ranks.pop(place)
    worse = sum(rank > own for rank in ranks)
    return worse == len(ranks) and (VALUES[-1] - own) * (len(DECK) // len(VALUES)) - worse >= left


def _can_win(mission: Mission, plays: Sequence[Played], place: int, may_wager: Sequence[bool]) -> bool:
    """Whether the card at `place` can win the trick.

    Later cards can always stay below it, because other suits have more cards than there are places.
    """
    best, place = winning_place(plays, mission.trump), place % len(may_wager)
    if place < len(plays):
        return best == place
    lying = [played.card for played in plays]
    strength = rank(plays[best], mission.trump)
    led = lying[0].suit
    return any(
        rank(Played(place, card, wager), mission.trump) >= strength
        for card in DECK
        if card not in lying and card.suit in (led, mission.trump)
        for wager in (False, *([True] if may_wager[place] and card.suit == led else []))
    )


def rank(played: Played, trump: str) -> int:
    """Return a card's rank in its trick. Any trump ranks above the led suit."""
    return played.card.value + (TRUMPS if suit_of(played, trump) == trump else 0)
