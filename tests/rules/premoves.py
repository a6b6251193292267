"""Draws plans from what a title offers to prepare."""

from random import Random
from typing import Any

from games.rules.engine.premoves import Offer, Premoves, Slot
from games.rules.engine.protocol import AnyTitle

WORDS = ("chat", "Water", "un mot", "l'eau", "x" * 31, "chat\u0336")


def premoves_of(title: AnyTitle) -> Premoves:
    """Return how a title lets players prepare; it must."""
    assert title.PREMOVES is not None
    return title.PREMOVES


def draw_premove(offer: Offer, seen: Any, chance: Random) -> dict[str, str]:
    """Return a plan with most slots filled at random; where a word is typed, sometimes the seat's own password."""
    return {name: value for slots in group_slots(offer) for name, value in draw_values(slots, seen, chance).items()}


def group_slots(offer: Offer) -> list[tuple[Slot, ...]]:
    """Return the slots that belong together: a short form, and each row of a long one."""
    rows = [row.slots for part in offer.parts for row in part.rows]
    return [offer.fields, *rows] if offer.fields else rows


def draw_values(slots: tuple[Slot, ...], seen: Any, chance: Random) -> dict[str, str]:
    words = (*WORDS, getattr(seen, "password", None) or "mot")
    values = {slot.name: chance.choice([value for value, _ in slot.choices] or words) for slot in slots}
    return {name: value for name, value in values.items() if chance.random() < 0.9}


def draw_sound_premove(title: AnyTitle, seen: Any, chance: Random) -> dict[str, str] | None:
    offer = title.PREMOVES.offer(seen) if title.PREMOVES else None
    premove = dict[str, str]()
    while offer and not premove:
        for slots in group_slots(offer):
            drawn = draw_values(slots, seen, chance)
            if premoves_of(title).objection(seen, premove | drawn) is None:
                premove |= drawn
    return premove or None
