from collections.abc import Mapping
from typing import Any

from games.rules.engine.texts import Gloss, Tip, text

# In order of appearance.
GLOSSARY: Mapping[str, Gloss] = {
    "hideout": Gloss(text("Hideout"), text("One of your three doors, with one of your spies behind it, face down.")),
    "attack": Gloss(
        text("An attack"),
        text("Show a spy and name a door opposite. You hear higher, lower or hit; a hit destroys that hideout."),
    ),
    "swap": Gloss(
        text("A swap"),
        text("Show the spy of a hideout, take it back, and put in a spy from your hand that no one sees."),
    ),
    "decoy": Gloss(
        text("Decoy token"),
        text("A token that each swap costs you, laid at one of your hideouts: if that falls, it is worth one more."),
    ),
}


def is_hiding(seen: Any) -> bool:
    return bool(seen.turn == 0)


def is_first_turn(seen: Any) -> bool:
    return bool(0 < seen.turn <= 2 and seen.player == seen.viewer and seen.gap is None)


def was_answered(seen: Any) -> bool:
    return bool(seen.turn > 2)


# In order of appearance.
TIPS = (
    Tip(
        "hide",
        text("Neighbouring numbers are found by the same questions: spread your three spies."),
        is_hiding,
    ),
    Tip(
        "attack",
        text("An attack from the hand risks nothing but the number you show. Start in the middle."),
        is_first_turn,
    ),
    Tip(
        "deduce",
        text("Each door shows the numbers still possible there. Your opponent sees the same of yours."),
        was_answered,
    ),
)
