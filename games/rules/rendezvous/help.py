from collections.abc import Mapping
from typing import Any

from games.rules.engine.texts import Gloss, Tip, text
from games.rules.rendezvous.moves import POINT, SAY

# In order of appearance.
GLOSSARY: Mapping[str, Gloss] = {
    "password": Gloss(
        text("Password"), text("The secret word of a round. Both spies of a pair have it on their card.")
    ),
    "spy": Gloss(text("Spy"), text("A player with a password, who looks for the other player with the same one.")),
    "counter_spy": Gloss(
        text("Counter-spy"),
        text("A player without a password, who tries to find out which two have it and what it is."),
    ),
    "pair": Gloss(text("Pair"), text("The two spies who have the same password.")),
    "clue_round": Gloss(text("Clue round"), text("Players take turns to give a clue: a word, or emoji.")),
    "bank": Gloss(text("Bank"), text("Points that no one has. The bank pays most of what’s won in a round.")),
}


def is_speaking(seen: Any) -> bool:
    return bool(seen.decision and seen.decision.kind == SAY)


def has_heard(seen: Any) -> bool:
    return bool(seen.phase == SAY and len(seen.says) >= seen.seats)


def is_pointing(seen: Any) -> bool:
    return bool(seen.phase == POINT)


# In order of appearance.
TIPS = (
    Tip(
        "say",
        text("Drop a hint that only your partner will notice. No password? Talk as if you knew it."),
        is_speaking,
    ),
    Tip("compare", text("Compare the clues: which two could be about the same word?"), has_heard),
    Tip(
        "point",
        text("Point at the two who share a password. If you think you’re one of them, point at yourself too."),
        is_pointing,
    ),
)
