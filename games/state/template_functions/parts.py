"""What templates of a table hand to the parts that are drawn once, each a value that can be told from another."""

from collections.abc import Sequence
from typing import Any

from games.rules.engine.values import Decision
from games.state.view import View

CHOSEN, ASKED = "chosen", "asked"


def standing(view: View, seat: int) -> str:
    """Tell whether a seat is known to have chosen or to be asked: `{% with state = view|standing(seat) %}`."""
    if seat in view.chosen:
        return CHOSEN
    return ASKED if seat in view.awaited else ""


def turn(view: View) -> str:
    """Tell whose turn it is, as far as the viewer knows: `mine`, `others`, or nobody's."""
    asked = {seat for seat in view.awaited if seat not in view.chosen}
    if view.me.index in asked:
        return "mine"
    return "others" if asked else ""


def after(words: Sequence[str], start: str) -> tuple[str, ...]:
    """Return what follows in those words that begin so: `{% with struck = view.marks|after("2-") %}`."""
    return tuple(word.removeprefix(start) for word in words if word.startswith(start))


def sees_profiles(user: Any) -> bool:
    """Tell whether a reader may look at the profiles of others, as members alone may: `{{ user|sees_profiles }}`."""
    return bool(user and user.is_authenticated and not user.is_guest)


def automatic_of(view: View, seat: int) -> tuple[tuple[str, str], ...]:
    """Return what the player of a seat did not answer themselves, by the decision's name, and who did."""
    return tuple((name, by) for (name, of), by in view.automatic.items() if of == seat)


def automatic_answer(automatic: tuple[tuple[str, str], ...], kind: str, number: int) -> str:
    """Tell who answered a decision, of what `automatic_of` returned: `{{ automatic_answer(by, "say", 4) }}`.

    Empty where its player did.
    """
    return dict(automatic).get(Decision(kind, number).name, "")
