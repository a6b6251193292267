"""What the name of a house role says, read from its letters alone: `house-agents-o2b` has one side and three parts."""

from games.titles.insidejob.rules.roles import HOUSE_ROLES
from tests.rounds import is_deep

HOUSE = "house-"
SIDES = ("agents", "insiders", "neutral")


def letters_of(role: str) -> str:
    return "".join(role.split("-")[2:]) if role.startswith(HOUSE) else ""


def is_open(role: str) -> bool:
    return "o" in letters_of(role)


def breaks_suit(role: str) -> bool:
    return "b" in letters_of(role)


def count_votes(role: str) -> int | None:
    if not role.startswith(HOUSE):
        return None
    return next((int(letter) for letter in letters_of(role) if letter.isdigit()), 1)


def falls_silent(role: str) -> bool:
    """Tell whether a house role votes no more once revealed by intel: it changes sides then, or takes an intel."""
    return bool({"t", "r"} & {*letters_of(role)})


BESIDE_INSIDER = [role for role in HOUSE_ROLES if not role.startswith("house-insiders")]
"""The house roles that leave the Insider at the table."""
SOME = BESIDE_INSIDER[:: 1 if is_deep() else 8]
"""Those that a test looks at: all in deep rounds."""
HIDDEN = [role for role in SOME if not is_open(role)]
"""Those of them that nobody else knows at the start."""
