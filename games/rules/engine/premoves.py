"""Premoves: forms filled in before a decision is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Phrase, Term

Premove = Mapping[str, str]
# Characters in a slot.
MAX_TYPED = 100


@dataclass(frozen=True, slots=True)
class Slot:
    """Without `choices` a word is typed."""

    name: str
    label: Phrase
    choices: tuple[tuple[str, Term | Phrase], ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """`name` is public and differs from the next offer's."""

    name: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Premoves:
    """The functions see only an observation."""

    # Must not depend on the role. None if there is nothing to prepare.
    offer: Callable[[Any], Offer | None]
    # As far as the seat can know.
    objection: Callable[[Any, Premove], str | None]
    # Returns legal moves, or None if the premove does not fit.
    answer: Callable[[Any, Premove], tuple[Any, ...] | None]


def read_premove(offer: Offer, fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Raises `MalformedMove`: "not_offered" or "nothing_prepared"."""
    premove = {slot.name: read_slot(slot, next(iter(fields.get(slot.name, ())), "").strip()) for slot in offer.slots}
    filled = {name: value for name, value in premove.items() if value}
    if not filled:
        raise MalformedMove("nothing_prepared")
    return filled


def read_slot(slot: Slot, value: str) -> str:
    is_known = value in dict(slot.choices) if slot.choices else len(value) <= MAX_TYPED and value.isprintable()
    if value and not is_known:
        raise MalformedMove("not_offered")
    return value
