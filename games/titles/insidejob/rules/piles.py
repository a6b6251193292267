"""Imagines what happened to Larry's cards (section 10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.state import CARDS_SHOWN, Look
from games.titles.insidejob.rules.unknown_cards import Blanks, Mark


@dataclass(frozen=True, slots=True)
class Turn:
    """A trick where a card was played for Larry. `card` is None if the viewer has forgotten it."""

    trick: int
    seat: Seat
    card: Card | None
    led: str | None


@dataclass(frozen=True, slots=True)
class Marks:
    """What the controller did with three of Larry's cards. The cards may be blanks."""

    turn: Turn
    card: Mark
    back: Mark
    boxed: Mark

    @property
    def shown(self) -> tuple[Mark, Mark, Mark]:
        return self.card, self.back, self.boxed


@dataclass(frozen=True, slots=True)
class Pile:
    """Larry's cards as they were dealt and as they lie now, the top one first."""

    dealt: tuple[Mark, ...]
    now: tuple[Mark, ...]
    turns: tuple[Marks, ...]


def imagine_pile(seen: Observation, turns: Sequence[Turn], blanks: Blanks, chance: Chance) -> Pile:
    """Return a pile that agrees with what the viewer saw. Unknown cards are blanks."""
    looks = {look.trick: look for look in seen.looks}
    top: Mark | None = None
    marks: list[Marks] = []
    last = _find_last_back(seen, blanks)
    for place, turn in enumerate(turns):
        look = looks.get(turn.trick)
        if look is not None:
            back: Mark | None = last if look.back is None else look.back
            assert back is not None
            marks.append(Marks(turn, look.card, back, look.boxed))
        else:
            later = turns[place + 1 :]
            marks.append(_imagine_turn(seen, turn, later, top, blanks, chance))
        top = marks[-1].back
    now = _lie(seen, top, blanks)
    dealt: list[Mark] = []
    for before, each in zip([None, *marks], marks, strict=False):
        fresh = [mark for mark in each.shown if before is None or mark != before.back]
        dealt += chance.sample(fresh, len(fresh))
    return Pile((*dealt, *now[bool(marks) :]), now, tuple(marks))


def _find_last_back(seen: Observation, blanks: Blanks) -> Mark | None:
    """Return the card that was last put back on the pile, which the end of a game does not show."""
    if seen.outcome is None or not seen.looks:
        return None
    for place in range(len(seen.looks) - 1, -1, -1):
        look = seen.looks[place]
        if look.back is not None:
            gone = any(look.back in (later.card, later.boxed) for later in seen.looks[place:])
            return blanks.add() if gone else look.back
    return blanks.add()


def _lie(seen: Observation, top: Mark | None, blanks: Blanks) -> tuple[Mark, ...]:
    known: list[Mark] = list(seen.shown) if seen.shown else [] if top is None else [top]
    return (*known, *(blanks.add() for _ in range(seen.pile - len(known))))


def _imagine_turn(
    seen: Observation, turn: Turn, later: Sequence[Turn], top: Mark | None, blanks: Blanks, chance: Chance
) -> Marks:
    card: Mark = blanks.add() if turn.card is None else turn.card
    back = _choose_back(seen, turn, later, None if top == card else top, blanks, chance)
    boxed = blanks.add() if top is None or top in (card, back) else top
    if turn.led is not None and isinstance(card, Card) and card.suit != turn.led:
        blanks.bar(back, turn.led)
        blanks.bar(boxed, turn.led)
    return Marks(turn, card, back, boxed)


def _choose_back(
    seen: Observation, turn: Turn, later: Sequence[Turn], top: Mark | None, blanks: Blanks, chance: Chance
) -> Mark:
    """Choose the card that was put back on the pile.

    `top` was on the pile before and was not played.
    """
    if top is not None and _is_seen_again(seen, top, later):
        return top
    if not later:
        if seen.shown:
            return seen.shown[0]
    elif (following := _list_looked_at(seen, later[0])) is not None:
        bars = isinstance(turn.card, Card) and turn.led is not None and turn.card.suit != turn.led
        return chance.choice([card for card in following if not (bars and card.suit == turn.led)])
    return top if top is not None and chance.random() < 1 / (CARDS_SHOWN - 1) else blanks.add()


def _list_looked_at(seen: Observation, turn: Turn) -> tuple[Card, ...] | None:
    look = next((look for look in seen.looks if look.trick == turn.trick), None)
    return None if look is None or look.back is None else (look.card, look.back, look.boxed)


def _is_seen_again(seen: Observation, mark: Mark, later: Sequence[Turn]) -> bool:
    """Whether the card was seen later, so that it must have been put back."""
    if mark in seen.shown or any(mark == turn.card for turn in later):
        return True
    return any(mark in (_list_looked_at(seen, turn) or ()) for turn in later)


def as_look(marks: Marks, cards: Sequence[Card]) -> Look:
    card, back, boxed = (mark if isinstance(mark, Card) else cards[mark] for mark in marks.shown)
    return Look(marks.turn.trick, marks.turn.seat, card, back, boxed)
