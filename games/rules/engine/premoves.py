"""Premoves: answers to the next two decisions that a player prepares in a form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.rules.engine.errors import MalformedMove
from games.rules.engine.values import Json, Phrase, Term

Premove = Mapping[str, str]
# How many characters a player may type into a slot.
MAX_TYPED = 100
# The form field with the question for which the form was made.
QUESTION = "question"
# The prefix of the slots that answer the second question.
THEN = "then-"


@dataclass(frozen=True, slots=True)
class Slot:
    """A field of a premove form.

    If it has no `choices`, the player types a word. `empty` is the label for choosing nothing, if that should not read
    "decide later".
    """

    name: str
    label: Phrase
    choices: tuple[tuple[str, Term | Phrase], ...] = ()
    empty: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a premove form. The labels of its `slots` are the heads of the columns."""

    label: Term | Phrase
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a long premove form. `corner` is the head of the column with the labels of its rows."""

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
    """The form for preparing premoves. A long form has `parts`, a short one `fields`.

    `name` is public and differs from that of the next offer. A form that comes back with another `question` was made
    for an earlier one and is refused.
    """

    name: str
    fields: tuple[Slot, ...] = ()
    parts: tuple[Part, ...] = ()
    question: str = ""

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        return (*self.fields, *(slot for part in self.parts for slot in part.slots))


def _rest_on_nothing(seen: Any, premove: Premove, kind: str) -> Json:
    """Return None: nothing but legality can make a premove outdated.

    This suits titles with premoves that name all that they depend on, such as the suit led.
    """
    return None


def find_rest(premove: Premove) -> dict[str, str]:
    """Return the part of a premove that answers the second question. It is kept once the first is answered."""
    return {name.removeprefix(THEN): value for name, value in premove.items() if name.startswith(THEN)}


def _keep_second_answer(before: Any, after: Any, premove: Premove) -> Premove:
    """Return what was prepared for the second question, without checking which one it is."""
    return find_rest(premove)


@dataclass(frozen=True, slots=True)
class Premoves:
    """The functions of a title for premoves. They know only the player's observation."""

    # Returns the form, which must not depend on the role, or None if nothing can be prepared.
    offer: Callable[[Any], Offer | None]
    # Returns why a premove cannot be kept, as far as the seat can know that, or None.
    objection: Callable[[Any, Premove], str | None]
    # Returns legal moves, or None if the premove does not fit. Ignores slots that begin with `THEN`.
    answer: Callable[[Any, Premove], tuple[Any, ...] | None]
    # Returns the facts that a premove relies on, such as how often the hideout it attacks was filled. If they have
    # changed when the premove is due, it is dropped.
    rests_on: Callable[[Any, Premove, str], Json] = _rest_on_nothing
    # Tells the player next to the form which facts drop a premove, if there are any.
    limits: Phrase | None = None
    # Returns what is kept of a premove that answered a question: from what the player saw then and sees now.
    rest: Callable[[Any, Any, Premove], Premove] = _keep_second_answer


def read_premove(offer: Offer, fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Parse the form of an offer. Raises `MalformedMove`: "not_offered" or "nothing_prepared"."""
    if next(iter(fields.get(QUESTION, ())), offer.question) != offer.question:
        raise MalformedMove("not_offered")
    premove = {slot.name: _read_slot(slot, next(iter(fields.get(slot.name, ())), "").strip()) for slot in offer.slots}
    filled = {name: value for name, value in premove.items() if value}
    if not filled:
        raise MalformedMove("nothing_prepared")
    return filled


def _read_slot(slot: Slot, value: str) -> str:
    is_known = value in dict(slot.choices) if slot.choices else len(value) <= MAX_TYPED and value.isprintable()
    if value and not is_known:
        raise MalformedMove("not_offered")
    return value
