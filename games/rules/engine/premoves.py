"""Premoves: forms filled in ahead, for the next two decisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Phrase, Term

Premove = Mapping[str, str]
# Characters in a slot.
MAX_TYPED = 100
# The field with the question for which a form was made.
QUESTION = "question"
# Prefix of slots for the second question.
THEN = "then-"


@dataclass(frozen=True, slots=True)
class Slot:
    """Without `choices` a word is typed. `empty` labels no choice, if not "decide later"."""

    name: str
    label: Phrase
    choices: tuple[tuple[str, Term | Phrase], ...] = ()
    empty: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """The labels of two `slots` head columns."""

    label: Term | Phrase
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A page of a long form. `corner` heads the labels of its rows."""

    label: Phrase
    rows: tuple[Row, ...]
    corner: Phrase | None = None
    hint: Phrase | None = None

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(slot for row in self.rows for slot in row.slots)

    @property
    def columns(self) -> tuple[Phrase, ...]:
        return tuple(slot.label for slot in max((row.slots for row in self.rows), key=len))


@dataclass(frozen=True)
class Offer:
    """`name` is public and unlike the next offer's. A long form has `parts`, a short one `fields`.

    A form that comes back with another `question` is too old.
    """

    name: str
    fields: tuple[Slot, ...] = ()
    parts: tuple[Part, ...] = ()
    question: str = ""

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        return (*self.fields, *(slot for part in self.parts for slot in part.slots))


@dataclass(frozen=True, slots=True)
class Premoves:
    """Functions of an observation alone."""

    # Must not depend on the role. None if nothing can be prepared.
    offer: Callable[[Any], Offer | None]
    # As far as the seat can know.
    objection: Callable[[Any, Premove], str | None]
    # Legal moves, or None if it does not fit. Ignores slots after `THEN`.
    answer: Callable[[Any, Premove], tuple[Any, ...] | None]


def read_premove(offer: Offer, fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Raises `MalformedMove`: "not_offered" or "nothing_prepared"."""
    if next(iter(fields.get(QUESTION, ())), offer.question) != offer.question:
        raise MalformedMove("not_offered")
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


def find_rest(premove: Premove) -> dict[str, str]:
    """The part for the second question, kept once the first is answered."""
    return {name.removeprefix(THEN): value for name, value in premove.items() if name.startswith(THEN)}
