"""What templates of a table say with: events, terms and names in words, and small questions about a view."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from jinja2 import Undefined
from markupsafe import escape

from games.fast.fragment_cache import cache_fragment
from games.rules.engine.narration import Automatic
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import FINALE, Decision, Event, Param, Phrase, Term
from games.state.view import Place, View
from games.wording.sentences import (
    LINE,
    NEWER,
    fill_sentence,
    find_sentence,
    list_names,
    word_away,
    word_clock,
    word_day,
    word_days,
    word_deadline,
    word_event,
    word_minute,
    word_moment,
    word_param,
    word_sentence,
    word_soon,
    word_term,
    word_time_left,
)
from insidejob.active_language import find_language
from insidejob.marks import Marked, fill_words, join, keep


def tell(event: Event, view: View) -> str:
    """Put an event into words: `{{ tell(event, view) }}`."""
    return word_event(view.title, event, [place.name for place in view.places])


def tell_drawn(event: Event, title: AnyTitle, names: Sequence[str]) -> SafeString:
    """Put an event into words, with what the title draws drawn small: `{{ tell_drawn(event, title, names) }}`."""
    words = {place: escape(draw_param(title, param, names)) for place, param in event.params.items()}
    count = event.params.get("count", 0)
    sentence = word_sentence(find_sentence(title, event), count if isinstance(count, int) else 0)
    # As `format_html` does, whose own `escape` takes several times as long, and a log has dozens of these.
    return SafeString(sentence.format_map(words))


def draw_param(title: AnyTitle, param: Param, names: Sequence[str]) -> str:
    """Return what fills a place of a sentence, drawn if the title draws it in its log."""
    if isinstance(param, Term) and param.kind in title.TEXTS.drawn:
        return draw_term(title, param)
    return word_param(title, param, names)


def draw_term(title: AnyTitle, term: Term) -> SafeString:
    """Return a term as a title draws it within a line."""
    return SafeString(draw(f"games/{title.FOLDER}/chip.html", title=title, value=term.value).strip())


def actor(event: Event) -> int | None:
    """Return the seat of the player whom an event is about, or None: `{% with who = event|actor %}`."""
    player = event.params.get("player")
    return int(player.value) if isinstance(player, Term) and player.kind == "seat" else None


def phrase(title: AnyTitle, said: Phrase, names: Sequence[str] = ()) -> str:
    """Put a sentence with its places filled into words: `{{ phrase(view.title, row.phrase, view.names) }}`."""
    return fill_sentence(title, said.sentence, said.params, names)


def name_choice(title: AnyTitle, choice: Term | Phrase, names: Sequence[str]) -> str:
    """Return what may be prepared in words: `{{ name_choice(title, choice, names) }}`."""
    return phrase(title, choice, names) if isinstance(choice, Phrase) else word_term(title, choice, names)


def keeping(text: str) -> SafeString:
    """Return the attribute of a tag that holds a marked text alone and no markup: `<option{{ name|keeping }}>`."""
    return SafeString(' translate="no"' if isinstance(text, Marked) else "")


def find_words_language(view: View) -> str:
    """Return the language of the words that a table plays with, or nothing where it plays with none."""
    chosen = (getattr(view.seen.options, option.name) for option in view.title.OPTIONS if option.is_language)
    return next(chosen, "")


def premove_words(view: View) -> list[str]:
    """Name what is prepared, in the order of the slots: `{{ view|premove_words|join(" · ") }}`."""
    premove, language = view.premove or {}, find_words_language(view)
    chosen = [(dict(slot.choices), premove.get(slot.name)) for slot in (view.offer.slots if view.offer else ())]
    return [
        name_choice(view.title, choices[value], view.names) if value in choices else keep(value, language)
        for choices, value in chosen
        if value
    ]


def automatic(answers: Automatic, kind: str, number: int, seat: int | None = None) -> str:
    """Tell who answered a decision in its player's place: `{{ automatic(view.automatic, "play", 4, seat=2) }}`.

    A decision that is asked of one seat alone needs no `seat`. Empty where the answer was its player's own.
    """
    name = Decision(kind, number).name
    return next((by for (asked, of), by in answers.items() if asked == name and seat in (None, of)), "")


def break_line() -> str:
    """Begin a line of a mail: `{{ break_line() }}`."""
    return LINE


def term(title: AnyTitle, kind: str, value: str | int) -> str:
    """Name a term of a title: `{{ term(view.title, "role", role) }}`."""
    return word_term(title, Term(kind, value))


def draw_card(title: AnyTitle, card: Hashable) -> SafeString:
    """Draw a card face up: `{{ draw_card(view.title, played.card) }}`, by the title's own `card.html`."""
    return draw(f"games/{title.FOLDER}/card.html", title=title, card=card)


def draw(part: str, **given: Any) -> SafeString:
    """Draw a part from its arguments alone, and keep it: `{{ draw("games/people/_face.html", face=place.face) }}`."""
    # A value that is not there would hold on to where it was looked for.
    there = {name: None if isinstance(value, Undefined) else value for name, value in given.items()}
    return cache_fragment(part, find_language(), **there)


def words(sentence: str) -> str:
    """Put a sentence of a title into the reader's language: `{{ title.TEXTS.name|words }}`."""
    return gettext(sentence)


def title_name(title: AnyTitle | None) -> str:
    """Name the title of a game, or say that its rules are not known here: `{{ row.title|title_name }}`."""
    return word_sentence(title.TEXTS.name) if title else gettext(NEWER)


def scene_name(title: AnyTitle, number: int) -> str:
    """Name a trick, turn or round, or what comes before and after them all: `{{ view.title|scene_name(3) }}`."""
    if number == 0:
        return gettext("Before the start")
    if number == FINALE:
        return gettext("Finale")
    return gettext(title.TEXTS.scene).format(number=number)


def seat_name(view: View, seat: int) -> str:
    """Name whoever sits in a seat: `{{ view|seat_name(trick.winner) }}`."""
    return view.places[seat].name


def seat_names(view: View, seats: Iterable[int]) -> list[str]:
    """Name whoever sits in some seats: `{{ view|seat_names(vote.against)|listed }}`."""
    return [view.places[seat].name for seat in seats]


def suspicion_step(view: View, step: int) -> str:
    """Put into words what a player thought of another, from 1 to 5: `{{ view|suspicion_step(remark.step) }}`."""
    suspicion = view.title.TEXTS.suspicion
    return gettext(suspicion.steps[step - 1]) if suspicion else ""


def prove(view: View, code: str, seat: int) -> str:
    """Put into words what was proven of a seat: `{{ prove(view, proof.code, chart.about) }}`."""
    proofs = view.title.SUSPICION_MODEL.proofs if view.title.SUSPICION_MODEL else {}
    names = [place.name for place in view.places]
    return fill_sentence(view.title, proofs[code], {"player": Term("seat", seat)}, names)


def marks_templates(view: View) -> list[str]:
    """Return the template that words a title's marks, and the one for titles that have none: the first is taken."""
    return [f"{view.template}/marks.html", "games/tables/notes/marks.html"]


def colon(words: str) -> str:
    """Put a colon behind words, as the reader's language does: `{{ name|colon }}`."""
    return fill_words(gettext("%(words)s:"), {"words": words})


def clock_sentence(view: View) -> str:
    """Say what the table chose of times: `{{ view|clock_sentence }}`."""
    return word_clock(view.game.clock, view.hours if view.game.sleeps else None, has_vote=view.title.HAS_VOTE)


def on_vacation(view: View) -> list[str]:
    """Say which others are on holiday, and until when: `Léa is away until Monday`."""
    return [word_away(place.name, place.back_on) for place in view.places if place.back_on and not place.is_me]


def vacations_announced(view: View) -> list[str]:
    """Say who is on holiday when, as far as it is not over: `Léa: on vacation from 3 to 10 July`."""
    planned = gettext("%(name)s is on holiday: %(days)s")
    return [
        fill_words(planned, {"name": place.name, "days": word_days(vacation.first, vacation.last)})
        for place in view.places
        for vacation in place.vacations
    ]


def in_the_bank(view: View) -> list[str]:
    """Say what each person has in the bank: `Ada 2 d 0 h`."""
    people = [place for place in view.places if place.person and place.bank]
    return [join([place.name, word_time_left(place.bank)], " ") for place in people]


def each(values: Iterable[Any], attribute: str) -> list[Any]:
    """Return one attribute of every value that has it: `{{ seen.legal|each("card") }}`."""
    return [getattr(value, attribute) for value in values if hasattr(value, attribute)]


def of_seat(moves: Iterable[Any], seat: int) -> tuple[Any, ...]:
    """Return those moves that one seat made: `{{ seen.says|of_seat(place.index) }}`."""
    return tuple(move for move in moves if move.seat == seat)


def listed(names: Sequence[str]) -> str:
    """List names as a sentence does: `{{ row.names|listed }}`."""
    return list_names(names)


def still_awaited(view: View) -> list[str]:
    """Name the others who are known to be asked and not known to have chosen."""
    waiting = (seat for seat in view.awaited if seat not in view.chosen and seat != view.me.index)
    return [view.places[seat].name for seat in waiting]


def is_asked(view: View) -> bool:
    """Tell whether the viewer still has to choose."""
    return view.decision is not None and not view.own_choice


def kept_by_stand_ins(view: View) -> list[str]:
    """Name the others whose seats stand-ins keep."""
    return [place.name for place in view.places if place.has_stand_in and not place.is_me]


def open_seats(view: View) -> list[str]:
    """Name those whose seats are open to a substitute."""
    return [place.name for place in view.places if place.link]


def seats_to_open(view: View) -> list[Place]:
    """Return the seats that the viewer may open to a substitute: any that a stand-in keeps, or, a guest, their own."""
    me = view.me
    has_say = not me.has_stand_in and not me.is_guest
    return [place for place in view.places if place.has_stand_in and (place.is_me or has_say)]


def ready_to_end(view: View) -> list[str]:
    """Name the others who would end the game here."""
    return [place.name for place in view.places if place.agrees_to_end and not place.is_me]


def ready_to_pause(view: View) -> list[str]:
    """Name the others who would pause the game."""
    return [place.name for place in view.places if place.agrees_to_pause and not place.is_me]


def ready_to_open(view: View) -> list[str]:
    """Name the others who would open the cards of a game ended by agreement."""
    return [place.name for place in view.places if place.agrees_to_open and not place.is_me]


def sharing(view: View) -> list[str]:
    """Name the others who let strangers see the replay."""
    return [place.name for place in view.places if place.shares_replay and not place.is_me]


def moment(time: datetime) -> str:
    """Return a time in the reader's language and zone, as short as it is clear: `{{ view.game.due_at|moment }}`."""
    return word_moment(time)


def soon(time: datetime) -> str:
    """Return a time as short as it is clear: `{{ view.game.due_at|soon }}`."""
    return word_soon(time)


def deadline(time: datetime) -> str:
    """Return a time with the zone that it is told in: `{{ view.game.due_at|deadline }}`."""
    return word_deadline(time)


def time_left(time: datetime) -> str:
    """Return how long it is until a time, in two units at most: `{{ view.game.due_at|time_left }}`."""
    return word_time_left(time - timezone.now())


def day(time: datetime) -> str:
    """Return a day in the reader's language and zone: `{{ game.ended_at|day }}`."""
    return word_day(time)


def minute(time: datetime) -> str:
    """Return a time of these days in the reader's language and zone: `{{ line.sent_at|minute }}`."""
    return word_minute(time)
