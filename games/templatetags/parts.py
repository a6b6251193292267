"""What templates of a table hand to the parts that are drawn once, each a value that can be told from another."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.drawing import draw
from games.reads.page import View
from games.rules.protocol import Decision

register = template.Library()

CHOSEN, ASKED = "chosen", "asked"


@register.simple_tag(takes_context=True)
def draw_with(context: Context, part: str, *names: str) -> SafeString:
    """Draw a part out of what stands here under some names alone: `{% draw_with "games/_name.html" "name person" %}`.

    As with `draw`, all of it is frozen, and what was drawn is kept.
    """
    # Looking a name up in a context tries each layer of it, of which there are twenty.
    stands: Any = context.flatten()
    given = {name: stands.get(name) for each in names for name in each.split()}
    return draw(part, get_language() or "", **given)


@register.filter
def standing(view: View, seat: int) -> str:
    """Tell whether a seat is known to have chosen or to be asked: `{% with state=view|standing:seat %}`."""
    if seat in view.chosen:
        return CHOSEN
    return ASKED if seat in view.awaited else ""


@register.filter
def turn(view: View) -> str:
    """Tell whose turn it is, as far as the viewer knows: `mine`, `others`, or nobody's."""
    asked = {seat for seat in view.awaited if seat not in view.chosen}
    if view.me.index in asked:
        return "mine"
    return "others" if asked else ""


@register.filter
def names(view: View) -> tuple[str, ...]:
    """Return the names of all places, by seat: `{% with names=view|names %}`."""
    return tuple(place.name for place in view.places)


@register.filter
def after(words: Sequence[str], start: str) -> tuple[str, ...]:
    """Return what follows in those words that begin so: `{% with struck=view.marks|after:"2-" %}`."""
    return tuple(word.removeprefix(start) for word in words if word.startswith(start))


@register.filter
def sees_profiles(user: Any) -> bool:
    """Tell whether a reader may look at the profiles of others, as members alone may: `{{ user|sees_profiles }}`."""
    return bool(user and user.is_authenticated and not user.is_guest)


@register.filter
def automatic_of(view: View, seat: int) -> tuple[tuple[str, str], ...]:
    """Return what the player of a seat did not answer themselves, by the decision's name, and who did."""
    return tuple((name, by) for (name, of), by in view.automatic.items() if of == seat)


@register.simple_tag
def automatic_answer(automatic: tuple[tuple[str, str], ...], kind: str, number: int) -> str:
    """Tell who answered a decision, of what `automatic_of` returned: `{% automatic_answer by "say" 4 as who %}`.

    Empty where its player did.
    """
    return dict(automatic).get(Decision(kind, number).name, "")
