"""Draws plans from what a title offers to prepare."""

from random import Random
from typing import Any

from games.rules.engine.premoves import Offer, Premoves
from games.rules.engine.protocol import AnyTitle

WORDS = ("chat", "Water", "un mot", "l'eau", "x" * 31, "chat\u0336")


def premoves_of(title: AnyTitle) -> Premoves:
    """Return how a title lets players prepare; it must."""
    assert title.PREMOVES is not None
    return title.PREMOVES


def draw_premove(offer: Offer, seen: Any, chance: Random) -> dict[str, str]:
    """Return a plan with most slots filled at random; where a word is typed, sometimes the seat's own password."""
    words = (*WORDS, getattr(seen, "password", None) or "mot")
    values = {slot.name: chance.choice([value for value, _ in slot.choices] or words) for slot in offer.slots}
    return {name: value for name, value in values.items() if chance.random() < 0.9}


def draw_sound_premove(title: AnyTitle, seen: Any, chance: Random) -> dict[str, str] | None:
    """Return a plan that a seat may prepare; None where nothing is offered to it."""
    offer = title.PREMOVES.offer(seen) if title.PREMOVES else None
    while offer:
        premove = draw_premove(offer, seen, chance)
        if premove and premoves_of(title).objection(seen, premove) is None:
            return premove
    return None
