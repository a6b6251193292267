"""Words for events, terms and names, and small questions about a view."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from jinja2 import Undefined
from markupsafe import Markup, escape

from accounts.availability.waking_hours import Span
from games.fast.fragment_cache import cache_fragment
from games.rules.engine.cases import Fact
from games.rules.engine.narration import Automatic
from games.rules.engine.premoves import Part, Premove
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Sentence
from games.rules.engine.values import Decision, Event, Phrase, Term
from games.state.view import Place, View
from games.wording.sentences import (
    LINE,
    UNKNOWN,
    fill_sentence,
    find_sentence,
    word_away,
    word_beaten,
    word_clock,
    word_days,
    word_event,
    word_param,
    word_sentence,
    word_term,
    word_time_left,
)
from insidejob.active_language import find_language
from insidejob.filters import iso, unspoken
from insidejob.untranslated import Untranslated, fill_words, fit_sentence, join, keep

SITE = "Inside Job"


def tell(event: Event, view: View) -> str:
    return word_event(view.title, event, view.names, view.reader)


def tell_drawn(event: Event, title: AnyTitle, names: Sequence[str], reader: int | None = None) -> SafeString:
    return _draw_sentence(find_sentence(title, event, reader), event, title, names)


def tell_fact(fact: Fact, view: View) -> SafeString:
    """Return a fact of a case as a sentence: `{{ tell_fact(fact, view) }}`."""
    sentences = view.title.CASES.sentences if view.title.CASES else {}
    return _draw_sentence(sentences[fact.event.code], fact.event, view.title, view.names)


def _draw_sentence(pattern: Sentence, event: Event, title: AnyTitle, names: Sequence[str]) -> SafeString:
    """Return a sentence with pictures of cards.

    Screen readers would say it in pieces, so they get it as one text instead.
    """
    count = event.params.get("count", 0)
    sentence = word_sentence(pattern, count if isinstance(count, int) else 0)
    words = {place: word_param(title, each, names) for place, each in event.params.items()}
    said = _fill_escaped(sentence, words)
    pictures = {
        place: _draw_chip(title, each)
        for place, each in event.params.items()
        if isinstance(each, Term) and each.kind in title.TEXTS.drawn
    }
    if not pictures:
        return SafeString(said)
    drawn = _fill_escaped(sentence, words | pictures)
    return SafeString(f'<span aria-hidden="true">{unspoken(drawn)}</span><span class="visually-hidden">{said}</span>')


def _fill_escaped(sentence: str, words: Mapping[str, str]) -> str:
    # Like `format_html`, but `escape` there is several times slower, and logs have dozens.
    return sentence.format_map({place: escape(word) for place, word in fit_sentence(sentence, words).items()})


def _draw_chip(title: AnyTitle, term: Term) -> str:
    return SafeString(draw(f"games/{title.FOLDER}/chip.html", title=title, value=term.value).strip())


def actor(event: Event) -> int | None:
    player = event.params.get("player")
    return int(player.value) if isinstance(player, Term) and player.kind == "seat" else None


def phrase(title: AnyTitle, said: Phrase, names: Sequence[str] = ()) -> str:
    return fill_sentence(title, said.sentence, said.params, names)


def name_choice(title: AnyTitle, choice: Term | Phrase, names: Sequence[str]) -> str:
    return phrase(title, choice, names) if isinstance(choice, Phrase) else word_term(title, choice, names)


def keeping(text: str) -> SafeString:
    """Return attributes for a tag that holds `text` alone, so that browsers do not translate it:

    `<option{{ name|keeping }}>`.
    """
    return SafeString(' translate="no"' if isinstance(text, Untranslated) else "")


def _find_words_language(view: View) -> str:
    """Return the language of the words at the table, or "" for a table that does not play with words."""
    chosen = (getattr(view.seen.options, option.name) for option in view.title.OPTIONS if option.is_language)
    return next(chosen, "")


def premove_words(view: View) -> list[str]:
    premove, language = view.premove or {}, _find_words_language(view)
    chosen = [(dict(slot.choices), premove.get(slot.name)) for slot in (view.offer.slots if view.offer else ())]
    return [
        name_choice(view.title, choices[value], view.names) if value in choices else keep(value, language)
        for choices, value in chosen
        if value
    ]


def chosen_in(part: Part, premove: Premove) -> tuple[tuple[str, str], ...]:
    """Return the slots and choices of a part, as tuples that `draw` can take as a cache key."""
    return tuple((slot.name, value) for slot in part.slots if (value := premove.get(slot.name)))


def automatic(answers: Automatic, kind: str, number: int, seat: int | None = None) -> str:
    """Return who answered for the player, or "" if they did. Give `seat` if several are asked."""
    name = Decision(kind, number).name
    return next((by for (asked, of), by in answers.items() if asked == name and seat in (None, of)), "")


def break_line() -> str:
    return LINE


def term(title: AnyTitle, kind: str, value: str | int) -> str:
    return word_term(title, Term(kind, value))


def draw_card(title: AnyTitle, card: Hashable) -> SafeString:
    return draw(f"games/{title.FOLDER}/card.html", title=title, card=card)


def draw(part: str, **given: Any) -> SafeString:
    """Draw a part from the cache. A part may depend on its arguments only."""
    # An `Undefined` holds on to its context.
    there = {name: None if isinstance(value, Undefined) else value for name, value in given.items()}
    return cache_fragment(part, find_language(), **there)


def title_name(title: AnyTitle | None) -> str:
    return word_sentence(title.TEXTS.name) if title else gettext(UNKNOWN)


def seat_name(view: View, seat: int) -> str:
    return view.places[seat].name


def seat_names(view: View, seats: Iterable[int]) -> list[str]:
    return [view.places[seat].name for seat in seats]


def told_name(view: View, seat: int) -> str:
    """Return the name of a seat as a sentence for the viewer says it: "you" for their own."""
    # Translators: the reader, in a list of names: "against Robin and you", "you → Robin".
    return pgettext("somebody", "you") if view.places[seat].is_me else view.places[seat].name


def told_names(view: View, seats: Iterable[int]) -> list[str]:
    return [told_name(view, seat) for seat in seats]


def suspicion_step(view: View, step: int) -> str:
    """Return the words for a level of suspicion, from 1 to 5."""
    suspicion = view.title.TEXTS.suspicion
    return gettext(suspicion.steps[step - 1]) if suspicion else ""


def prove(view: View, code: str, seat: int) -> str:
    proofs = view.title.SUSPICION_MODEL.proofs if view.title.SUSPICION_MODEL else {}
    names = [place.name for place in view.places]
    return fill_sentence(view.title, proofs[code], {"player": Term("seat", seat)}, names)


def marks_templates(view: View) -> list[str]:
    """Return the names of templates for crossing things out. The first one that exists is used."""
    return [f"{view.template}/marks.html", "games/tables/notes/marks.html"]


def colon(words: str) -> str:
    return fill_words(gettext("%(words)s:"), {"words": words})


def clock_sentence(view: View) -> str:
    return word_clock(view.game.clock, view.hours if view.game.sleeps else None, has_vote=view.title.HAS_VOTE)


def on_vacation(view: View) -> list[str]:
    return [word_away(place.name, place.back_on) for place in view.places if place.back_on and not place.is_me]


def vacations_announced(view: View) -> list[str]:
    planned = gettext("%(name)s is on holiday: %(days)s")
    return [
        fill_words(planned, {"name": place.name, "days": word_days(vacation.first, vacation.last)})
        for place in view.places
        for vacation in place.vacations
    ]


def in_the_bank(view: View) -> list[str]:
    people = [place for place in view.places if place.person and place.bank]
    return [join([place.name, word_time_left(place.bank)], " ") for place in people]


def each(values: Iterable[Any], attribute: str) -> list[Any]:
    """Return an attribute of each value, leaving out values without it."""
    return [getattr(value, attribute) for value in values if hasattr(value, attribute)]


def of_seat(moves: Iterable[Any], seat: int) -> tuple[Any, ...]:
    return tuple(move for move in moves if move.seat == seat)


def beaten_bots(view: View) -> str:
    """Name the bots that lost against the viewer, if the viewer won."""
    winners = view.seen.outcome.winners
    lost = [place.level for place in view.places if place.is_bot and place.index not in winners]
    return word_beaten(lost) if view.me and view.me.index in winners else ""


def still_awaited(view: View) -> list[str]:
    """Name others known to be asked and not known to have chosen."""
    waiting = (view.places[seat] for seat in view.awaited if seat not in view.chosen)
    return [place.name for place in waiting if not place.is_me]


def is_asked(view: View) -> bool:
    return view.decision is not None and not view.own_choice


def who_left(view: View) -> list[str]:
    return [place.name for place in view.places if place.has_left]


def kept_by_stand_ins(view: View) -> list[str]:
    """Name the others who have a stand-in and may come back at any time."""
    away = (place for place in view.places if place.has_stand_in and not place.is_me)
    return [place.name for place in away if not place.is_barred and not place.is_gone]


def barred(view: View) -> list[str]:
    return [place.name for place in view.places if place.has_stand_in and place.is_barred]


def gone(view: View) -> list[str]:
    return [place.name for place in view.places if place.has_stand_in and place.is_gone]


def seats_without_owner(view: View) -> list[Place]:
    """Return the seats of owners who cannot come back, as far as this viewer may offer these seats."""
    return [place for place in seats_to_open(view) if not place.link and (place.is_barred or place.is_gone)]


def turns_in_vacations(view: View) -> list[Place]:
    """Return the players whose turn ends before they are back from a vacation announced after the question."""
    due_at, is_asked = view.game.due_at, set(view.awaited) - set(view.chosen)
    if due_at is None or view.game.is_paused:
        return []
    now = timezone.now()
    return [
        place
        for place in view.places
        if place.index in is_asked and any(begin <= now < end and due_at < end for begin, end in _list_spans(place))
    ]


def _list_spans(place: Place) -> list[Span]:
    return [vacation.span for vacation in place.vacations]


def open_seats(view: View) -> list[str]:
    return [place.name for place in view.places if place.link and not place.free_from]


def seats_open_later(view: View) -> list[Place]:
    """Return the offered seats that their owners still have time to take back."""
    return [place for place in view.places if place.free_from]


def seats_to_open(view: View) -> list[Place]:
    """Return the seats that the viewer may offer: any seat with a stand-in, or, for guests and players with a
    stand-in, only their own.
    """
    me = view.me
    has_say = me is not None and not me.has_stand_in and not me.is_guest
    return [place for place in view.places if place.has_stand_in and (place.is_me or has_say)]


def ready_to_end(view: View) -> list[str]:
    return [place.name for place in view.places if place.agrees_to_end and not place.is_me]


def hides_who_declines(view: View) -> bool:
    """Return whether several players could decline what the host proposes, so that the host does not learn who did."""
    return sum(bool(place.person) and not place.is_host and not place.bot_by for place in view.places) > 1


def ready_to_pause(view: View) -> list[str]:
    return [place.name for place in view.places if place.agrees_to_pause and not place.is_me]


def ready_to_open(view: View) -> list[str]:
    return [place.name for place in view.places if place.agrees_to_open and not place.is_me]


def sharing(view: View) -> list[str]:
    return [place.name for place in view.places if place.shares_replay and not place.is_me]


def percent(share: float) -> str:
    """Return a share in words: `34%`, in French `34 %`."""
    return gettext("%(share)d%%") % {"share": round(share)}


def title_and_site(title: AnyTitle) -> str:
    """Return the end of a page's title: the name of a title and of the site, once if they are the same."""
    name = word_sentence(title.TEXTS.name)
    return name if name == SITE else f"{name} · {SITE}"


def time_left(time: datetime) -> Markup:
    """Return the time until a moment in words. `static/js/time_left.js` rewrites them while a page is open."""
    return Markup('<time data-left datetime="{}">{}</time>').format(iso(time), word_time_left(time - timezone.now()))


def time_since(time: datetime) -> str:
    return word_time_left(timezone.now() - time)


def hour(time: datetime) -> str:
    return f"{timezone.localtime(time):%H:%M}"
