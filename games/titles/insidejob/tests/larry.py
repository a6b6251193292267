"""Larry's pile as it may have lain: which of its places held what was played, put back, or put into the box."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

from games.rules.engine.values import CLOCK, Seat
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.knowledge import Followed, Look, followed, list_looks
from tests.rules.worlds import Log

TRIES = 6
"""How often the cards are laid otherwise; if none of the ways is possible, they lie as they do."""


@dataclass
class Pile:
    """A way the pile may have been dealt and used, by places as dealt, top first.

    `fixed` are the cards that must lie at a place; `left` are, by place, the plays for Larry for which the card there
    was passed over: every place looked at has an entry. `backs` are the places of what was put back, look by look.
    """

    fixed: dict[int, Card] = field(default_factory=dict)
    left: dict[int, list[Followed]] = field(default_factory=dict)
    backs: list[int] = field(default_factory=list)

    def is_possible(self) -> bool:
        """Tell whether no card lies at two places, and none that had to be played was passed over."""
        if len({*self.fixed.values()}) != len(self.fixed):
            return False
        return not any(
            breaks_rule(card, play) for place, card in self.fixed.items() for play in self.left.get(place, ())
        )


def breaks_rule(card: Card, play: Followed) -> bool:
    """Tell whether `card` cannot have been passed over at a play: Larry follows suit, by the clock with the lowest."""
    if play.card.suit == play.led:
        return play.by == CLOCK and card.suit == play.led and card.value < play.card.value
    return card.suit == play.led or (play.by == CLOCK and card.value < play.card.value)


def imagine_pile(state: State, log: Log, foreseen: Log, viewer: Seat | None, chance: Random | None) -> Pile:
    """Return another way that Larry's pile may have lain; without chance, or if none is found, as it does lie.

    Where he does not play it is empty.
    """
    if not state.has_larry:
        return Pile()
    looks = list_looks(state, log)
    plays = [play for play in followed(foreseen, state.seats) if play.seat == LARRY]
    is_foreseen = bool(looks) and looks[-1].card is None and len(plays) == len(looks)
    if is_foreseen:
        looks[-1] = looks[-1]._replace(card=foreseen[-1].move.card, back=foreseen[-1].move.back)
    elif looks and looks[-1].card is None and looks[-1].seat != viewer:
        looks.pop()
    for _ in range(TRIES if chance and state.outcome is None else 0):
        pile = lay(looks, plays, is_foreseen, viewer, chance)
        if pile.is_possible():
            return pile
    pile = lay(looks, plays, is_foreseen, viewer, None)
    if state.outcome is not None:
        # All is open but what is left: what the last look put back, and what no one looked at.
        seen = [place for place in pile.left if place != pile.backs[-1]]
        pile.fixed |= {place: state.deal.larry[place] for place in seen}
    return pile


def lay(
    looks: Sequence[Look], plays: Sequence[Followed], is_foreseen: bool, viewer: Seat | None, chance: Random | None
) -> Pile:
    """Return a pile in which each look's cards lie otherwise, unless the viewer saw them; as they lie without chance.

    The last look keeps what was put back if `is_foreseen`; so does one before a look of the viewer's.
    """
    pile, top = Pile(), 0
    for number, look in enumerate(looks):
        places = (top, 2 * number + 1, 2 * number + 2)
        if look.seat == viewer:
            pile.fixed |= dict(zip(places, look.shown, strict=True))
        if look.card is None or look.back is None:
            break
        is_last = number == len(looks) - 1
        is_kept = is_foreseen if is_last else looks[number + 1].seat == viewer
        if look.seat == viewer or chance is None:
            played, back = look.shown.index(look.card), look.shown.index(look.back)
        else:
            played, back = chance.choice(list_ways(look, pile.fixed.get(top), is_kept))
        pile.fixed[places[played]] = look.card
        if is_kept:
            pile.fixed[places[back]] = look.back
        for place in places:
            if place != places[played]:
                pile.left.setdefault(place, []).append(plays[number])
        top = places[back]
        pile.backs.append(top)
    return pile


def list_ways(look: Look, top: Card | None, is_kept: bool) -> list[tuple[int, int]]:
    """Return which of the three cards may have been played, and which put back, if `top` was seen on top."""
    ways = permutations(range(3), 2)
    if top is None:
        return [*ways]
    return [
        (played, back)
        for played, back in ways
        if (played == 0) == (top == look.card) and (not is_kept or (back == 0) == (top == look.back))
    ]
