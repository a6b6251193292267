"""What templates of a table say with: events, terms and names in words, and small questions about a view."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from django import template
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.autoreload import file_changed
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.reads.page import View
from games.rules.protocol import AnyTitle, Decision, Event, Phrase, Term
from games.rules.registry import get_title
from games.rules.telling import Automatic
from games.wording import (
    LINE,
    fill_sentence,
    list_names,
    word_day,
    word_deadline,
    word_event,
    word_minute,
    word_moment,
    word_soon,
    word_term,
    word_time_left,
)

register = template.Library()


@register.simple_tag
def tell(event: Event, view: View) -> str:
    """Put an event into words: `{% tell event view %}`."""
    return word_event(view.title, event, [place.name for place in view.places])


@register.simple_tag
def phrase(title: AnyTitle, said: Phrase, view: View | None = None) -> str:
    """Put a sentence with its places filled into words: `{% phrase view.title row.phrase view %}`."""
    return fill_sentence(title, said.sentence, said.params, [place.name for place in view.places] if view else ())


@register.simple_tag
def automatic(answers: Automatic, kind: str, number: int, seat: int | None = None) -> str:
    """Tell who answered a decision in its player's place: `{% automatic view.automatic "play" 4 seat=2 %}`.

    A decision that is asked of one seat alone needs no `seat`. Empty where the answer was its player's own.
    """
    name = Decision(kind, number).name
    return next((by for (asked, of), by in answers.items() if asked == name and seat in (None, of)), "")


@register.simple_tag
def line() -> str:
    """Begin a line of a mail: `{% line %}`."""
    return LINE


@register.simple_tag
def term(title: AnyTitle, kind: str, value: str | int) -> str:
    """Name a term of a title: `{% term view.title "role" role %}`."""
    return word_term(title, Term(kind, value))


@register.simple_tag
def card(title: AnyTitle, card: Hashable) -> SafeString:
    """Draw a card face up: `{% card view.title played.card %}`, by the title's own `card.html`."""
    return draw_card(title.NAME, card, get_language() or "")


@lru_cache(maxsize=1024)
def draw_card(title: str, card: Hashable, language: str) -> SafeString:
    """Return a card as HTML in the language now active, which is `language`. Kept, as a page shows many."""
    drawn = get_title(title)
    return render_to_string(f"games/{drawn.FOLDER}/card.html", {"title": drawn, "card": card})


@receiver(file_changed)
def forget_cards(file_path: Path, **kwargs: Any) -> None:
    """Draw cards again once a template has changed, as it does under `make dev` alone."""
    draw_card.cache_clear()


@register.filter
def words(sentence: str) -> str:
    """Put a sentence of a title into the reader's language: `{{ title.TEXTS.name|words }}`."""
    return gettext(sentence)


@register.filter
def scene_name(title: AnyTitle, number: int) -> str:
    """Name a trick, turn or round: `{{ view.title|scene_name:3 }}`."""
    return gettext(title.TEXTS.scene).format(number=number)


@register.filter
def seat_name(view: View, seat: int) -> str:
    """Name whoever sits in a seat: `{{ view|seat_name:trick.winner }}`."""
    return view.places[seat].name


@register.filter
def seat_names(view: View, seats: Iterable[int]) -> list[str]:
    """Name whoever sits in some seats: `{{ view|seat_names:vote.against|listed }}`."""
    return [view.places[seat].name for seat in seats]


@register.filter
def at(values: Sequence[Any], index: int) -> Any:
    """Return the value at a place: `{{ seen.intel|at:place.index }}`."""
    return values[index]


@register.filter
def each(values: Iterable[Any], attribute: str) -> list[Any]:
    """Return one attribute of every value that has it: `{{ seen.legal|each:"card" }}`."""
    return [getattr(value, attribute) for value in values if hasattr(value, attribute)]


@register.filter
def of_seat(moves: Iterable[Any], seat: int) -> list[Any]:
    """Return those moves that one seat made: `{{ seen.says|of_seat:place.index }}`."""
    return [move for move in moves if move.seat == seat]


@register.filter
def listed(names: Sequence[str]) -> str:
    """List names as a sentence does: `{{ row.names|listed }}`."""
    return list_names(names)


@register.filter
def asked_now(view: View) -> list[int]:
    """Return the seats known to be asked and not known to have chosen: `{% with asked=view|asked_now %}`."""
    return [seat for seat in view.awaited if seat not in view.chosen]


@register.filter
def still_awaited(view: View) -> list[str]:
    """Name the others who are known to be asked and not known to have chosen."""
    waiting = (seat for seat in view.awaited if seat not in view.chosen and seat != view.me.index)
    return [view.places[seat].name for seat in waiting]


@register.filter
def is_asked(view: View) -> bool:
    """Tell whether the viewer still has to choose."""
    return view.decision is not None and not view.own_choice


@register.filter
def kept_by_stand_ins(view: View) -> list[str]:
    """Name the others whose seats stand-ins keep."""
    return [place.name for place in view.places if place.has_stand_in and not place.is_me]


@register.filter
def ready_to_end(view: View) -> list[str]:
    """Name the others who would end the game here."""
    return [place.name for place in view.places if place.agrees_to_end and not place.is_me]


@register.filter
def ready_to_open(view: View) -> list[str]:
    """Name the others who would open the cards of a game ended by agreement."""
    return [place.name for place in view.places if place.agrees_to_open and not place.is_me]


@register.filter
def sharing(view: View) -> list[str]:
    """Name the others who let strangers see the replay."""
    return [place.name for place in view.places if place.shares_replay and not place.is_me]


@register.filter
def moment(time: datetime) -> str:
    """Return a time in the reader's language and zone, as short as it is clear: `{{ view.game.due_at|moment }}`."""
    return word_moment(time)


@register.filter
def soon(time: datetime) -> str:
    """Return a time as short as it is clear: `{{ view.game.due_at|soon }}`."""
    return word_soon(time)


@register.filter
def deadline(time: datetime) -> str:
    """Return a time with the zone that it is told in: `{{ view.game.due_at|deadline }}`."""
    return word_deadline(time)


@register.filter
def time_left(time: datetime) -> str:
    """Return how long it is until a time, in two units at most: `{{ view.game.due_at|time_left }}`."""
    return word_time_left(time - timezone.now())


@register.filter
def day(time: datetime) -> str:
    """Return a day in the reader's language and zone: `{{ game.ended_at|day }}`."""
    return word_day(time)


@register.filter
def minute(time: datetime) -> str:
    """Return a time of these days in the reader's language and zone: `{{ line.sent_at|minute }}`."""
    return word_minute(time)
