"""Arguments of cached parts. They must be values that can be compared."""

from collections.abc import Sequence
from typing import Any

from games.rules.engine.values import Decision
from games.state.view import View

CHOSEN, ASKED = "chosen", "asked"


def standing(view: View, seat: int) -> str:
    if seat in view.chosen:
        return CHOSEN
    return ASKED if seat in view.awaited else ""


def turn(view: View) -> str:
    """Return `mine`, `others` or "", as far as the viewer may know."""
    asked = {seat for seat in view.awaited if seat not in view.chosen}
    if view.me and view.me.index in asked:
        return "mine"
    return "others" if asked else ""


def after(words: Sequence[str], start: str) -> tuple[str, ...]:
    """Return what follows `start` in the words that begin with it, as in `view.marks|after("2-")`."""
    return tuple(word.removeprefix(start) for word in words if word.startswith(start))


def sees_profiles(user: Any) -> bool:
    return bool(user and user.is_authenticated and not user.is_guest)


def automatic_of(view: View, seat: int) -> tuple[tuple[str, str], ...]:
    """Return pairs of decision and author for the automatic answers of a seat."""
    return tuple((name, by) for (name, of), by in view.automatic.items() if of == seat)


def automatic_answer(automatic: tuple[tuple[str, str], ...], kind: str, number: int) -> str:
    """Return the author of an automatic answer, or "". `automatic` comes from `automatic_of`."""
    return dict(automatic).get(Decision(kind, number).name, "")
