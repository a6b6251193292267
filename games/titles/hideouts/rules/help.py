from collections.abc import Mapping
from typing import Any

from games.rules.engine.texts import Gloss, Tip, text

# In order of appearance.
GLOSSARY: Mapping[str, Gloss] = {
    "hideout": Gloss(text("Hideout"), text("One of your three places, with one of your spies in it, face down.")),
    "attack": Gloss(
        text("An attack"),
        text(
            "Show a spy and name one of the hideouts opposite. You hear higher, lower or hit; a hit destroys that "
            "hideout."
        ),
    ),
    "swap": Gloss(
        text("A swap"),
        text("Show the spy in a hideout, take it back, and put in a spy from your hand that no one sees."),
    ),
    "decoy": Gloss(
        text("Decoy token"),
        text(
            "A token that each swap costs you, placed next to one of your hideouts: if that hideout "
            "falls, it’s worth one more point."
        ),
    ),
}


def _is_hiding(seen: Any) -> bool:
    return bool(seen.turn == 0)


def _is_first_turn(seen: Any) -> bool:
    return bool(0 < seen.turn <= 2 and seen.player == seen.viewer and seen.gap is None)


def _was_answered(seen: Any) -> bool:
    return bool(seen.turn > 2)


# In order of appearance.
TIPS = (
    Tip(
        "hide",
        ".own .doors",
        text("Your hideouts"),
        text(
            "Hide a spy in each: the other side looks for them. "
            "Spread your numbers out: neighbours are found with the same questions."
        ),
        _is_hiding,
    ),
    Tip(
        "attack",
        ".camp:not(.own) .doors",
        text("Their hideouts"),
        text(
            "Pick a spy, then one of these hideouts. The same number is a hit; if not, you hear higher or lower. "
            "From your hand you risk nothing."
        ),
        _is_first_turn,
    ),
    Tip(
        "deduce",
        ".camp:not(.own) .doors",
        text("What’s left"),
        text("Each hideout shows which numbers are still possible there. Your opponent sees the same about yours."),
        _was_answered,
    ),
)
