from collections.abc import Mapping
from typing import Any

from games.rules.engine.texts import Gloss, Tip, text
from games.titles.rendezvous.rules.moves import POINT, SAY

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


def _is_speaking(seen: Any) -> bool:
    return bool(seen.decision and seen.decision.kind == SAY)


def _has_heard(seen: Any) -> bool:
    return bool(seen.phase == SAY and len(seen.says) >= seen.seats)


def _is_pointing(seen: Any) -> bool:
    return bool(seen.phase == POINT)


# In order of appearance.
TIPS = (
    Tip(
        "say",
        ".my-hand",
        text("A word from you"),
        text("Say a word that only your partner connects with your password. No password? Talk as if you had one."),
        _is_speaking,
    ),
    Tip(
        "compare",
        ".voices",
        text("Compare the clues"),
        text("Which two could be about the same word?"),
        _has_heard,
    ),
    Tip(
        "point",
        ".voices",
        text("Who are the two?"),
        text("Point at the two who share a password. If you think you’re one of them, point at yourself too."),
        _is_pointing,
    ),
)
