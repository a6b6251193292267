"""What a player may prepare while they wait, and how it answers what they are asked then.

A plan is a form filled in ahead: the value of each slot by its name, as text. It holds for the next thing that its
seat is asked, whatever that is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Phrase, Term

Premove = Mapping[str, str]
"""The value of each slot that was filled in, by its name."""
MAX_TYPED = 100
"""How many characters may be typed into a slot; what may be said is up to the title."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to prepare: its field, its label, and the values among which to choose. Without any, a word is typed.

    A slot may always be left empty: the player decides once they are asked.
    """

    name: str
    label: Phrase
    choices: tuple[tuple[str, Term | Phrase], ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What one seat may prepare now. `name` tells it apart from the next offer; everybody may know it."""

    name: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Premoves:
    """How a title lets players prepare. All three see an observation of the seat, and nothing else."""

    offer: Callable[[Any], Offer | None]
    """What may be prepared: the same for every role, and nothing where there is no choice. None while it is asked."""
    objection: Callable[[Any, Premove], str | None]
    """What is wrong with a plan, a code of `TEXTS.objections`, as far as its seat can know it now."""
    answer: Callable[[Any, Premove], tuple[Any, ...] | None]
    """The moves with which a plan answers what is asked now: legal ones, or None if it does not fit."""


def read_premove(offer: Offer, fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the plan in a submitted form. Raises `MalformedMove`: "not_offered", or "nothing_prepared"."""
    premove = {slot.name: read_slot(slot, next(iter(fields.get(slot.name, ())), "").strip()) for slot in offer.slots}
    filled = {name: value for name, value in premove.items() if value}
    if not filled:
        raise MalformedMove("nothing_prepared")
    return filled


def read_slot(slot: Slot, value: str) -> str:
    """Return the value of a slot, or nothing. Raises `MalformedMove("not_offered")`."""
    is_known = value in dict(slot.choices) if slot.choices else len(value) <= MAX_TYPED and value.isprintable()
    if value and not is_known:
        raise MalformedMove("not_offered")
    return value
