"""Words for events, terms and names, and small questions about a view."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from jinja2 import Undefined
from markupsafe import escape

from games.clock.weekly import Season, Weekly
from games.fast.fragment_cache import cache_fragment
from games.rules.engine.cases import Fact
from games.rules.engine.narration import Automatic
from games.rules.engine.premoves import Part, Premove
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
    word_beaten,
    word_clock,
    word_day,
    word_days,
    word_deadline,
    word_event,
    word_minute,
    word_moment,
    word_param,
    word_season,
    word_sentence,
    word_soon,
    word_term,
    word_time_left,
    word_weekly,
)
from insidejob.active_language import find_language
from insidejob.marks import Marked, fill_words, join, keep


def tell(event: Event, view: View) -> str:
    return word_event(view.title, event, [place.name for place in view.places])


def tell_drawn(event: Event, title: AnyTitle, names: Sequence[str]) -> SafeString:
    words = {place: escape(draw_param(title, param, names)) for place, param in event.params.items()}
    count = event.params.get("count", 0)
    sentence = word_sentence(find_sentence(title, event), count if isinstance(count, int) else 0)
    # Like `format_html`, but `escape` there is several times slower, and logs have dozens.
    return SafeString(sentence.format_map(words))


def tell_fact(fact: Fact, view: View) -> SafeString:
    """`{{ tell_fact(fact, view) }}`"""
    sentences = view.title.CASES.sentences if view.title.CASES else {}
    words = {name: escape(draw_param(view.title, param, view.names)) for name, param in fact.event.params.items()}
    count = fact.event.params.get("count", 0)
    sentence = word_sentence(sentences[fact.event.code], count if isinstance(count, int) else 0)
    return SafeString(sentence.format_map(words))


def draw_param(title: AnyTitle, param: Param, names: Sequence[str]) -> str:
    if isinstance(param, Term) and param.kind in title.TEXTS.drawn:
        return draw_term(title, param)
    return word_param(title, param, names)


def draw_term(title: AnyTitle, term: Term) -> SafeString:
    return SafeString(draw(f"games/{title.FOLDER}/chip.html", title=title, value=term.value).strip())


def actor(event: Event) -> int | None:
    player = event.params.get("player")
    return int(player.value) if isinstance(player, Term) and player.kind == "seat" else None


def phrase(title: AnyTitle, said: Phrase, names: Sequence[str] = ()) -> str:
    return fill_sentence(title, said.sentence, said.params, names)


def name_choice(title: AnyTitle, choice: Term | Phrase, names: Sequence[str]) -> str:
    return phrase(title, choice, names) if isinstance(choice, Phrase) else word_term(title, choice, names)


def keeping(text: str) -> SafeString:
    """For a tag that holds `text` alone: `<option{{ name|keeping }}>`."""
    return SafeString(' translate="no"' if isinstance(text, Marked) else "")


def find_words_language(view: View) -> str:
    """Return "" for a table that does not play with words."""
    chosen = (getattr(view.seen.options, option.name) for option in view.title.OPTIONS if option.is_language)
    return next(chosen, "")


def premove_words(view: View) -> list[str]:
    premove, language = view.premove or {}, find_words_language(view)
    chosen = [(dict(slot.choices), premove.get(slot.name)) for slot in (view.offer.slots if view.offer else ())]
    return [
        name_choice(view.title, choices[value], view.names) if value in choices else keep(value, language)
        for choices, value in chosen
        if value
    ]


def chosen_in(part: Part, premove: Premove) -> tuple[tuple[str, str], ...]:
    """Slots and choices, hashable for `draw`."""
    return tuple((slot.name, value) for slot in part.slots if (value := premove.get(slot.name)))


def automatic(answers: Automatic, kind: str, number: int, seat: int | None = None) -> str:
    """Return who answered for the player, or "". Give `seat` if several are asked."""
    name = Decision(kind, number).name
    return next((by for (asked, of), by in answers.items() if asked == name and seat in (None, of)), "")


def break_line() -> str:
    return LINE


def term(title: AnyTitle, kind: str, value: str | int) -> str:
    return word_term(title, Term(kind, value))


def draw_card(title: AnyTitle, card: Hashable) -> SafeString:
    return draw(f"games/{title.FOLDER}/card.html", title=title, card=card)


def draw(part: str, **given: Any) -> SafeString:
    """Cached: a part may depend on its arguments only."""
    # An `Undefined` holds on to its context.
    there = {name: None if isinstance(value, Undefined) else value for name, value in given.items()}
    return cache_fragment(part, find_language(), **there)


def words(sentence: str) -> str:
    return gettext(sentence)


def title_name(title: AnyTitle | None) -> str:
    return word_sentence(title.TEXTS.name) if title else gettext(NEWER)


def scene_name(title: AnyTitle, number: int) -> str:
    if number == 0:
        return gettext("Before the start")
    if number == FINALE:
        return gettext("Finale")
    return gettext(title.TEXTS.scene).format(number=number)


def seat_name(view: View, seat: int) -> str:
    return view.places[seat].name


def seat_names(view: View, seats: Iterable[int]) -> list[str]:
    return [view.places[seat].name for seat in seats]


def suspicion_step(view: View, step: int) -> str:
    """`step` is from 1 to 5."""
    suspicion = view.title.TEXTS.suspicion
    return gettext(suspicion.steps[step - 1]) if suspicion else ""


def prove(view: View, code: str, seat: int) -> str:
    proofs = view.title.SUSPICION_MODEL.proofs if view.title.SUSPICION_MODEL else {}
    names = [place.name for place in view.places]
    return fill_sentence(view.title, proofs[code], {"player": Term("seat", seat)}, names)


def marks_templates(view: View) -> list[str]:
    """The first one that exists is used."""
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
    """Skip values without the attribute."""
    return [getattr(value, attribute) for value in values if hasattr(value, attribute)]


def of_seat(moves: Iterable[Any], seat: int) -> tuple[Any, ...]:
    return tuple(move for move in moves if move.seat == seat)


def beaten_bots(view: View) -> str:
    """For a winner, the bots that lost."""
    winners = view.seen.outcome.winners
    lost = [place.level for place in view.places if place.is_bot and place.index not in winners]
    return word_beaten(lost) if view.me.index in winners else ""


def listed(names: Sequence[str]) -> str:
    return list_names(names)


def still_awaited(view: View) -> list[str]:
    """Name others known to be asked and not known to have chosen."""
    waiting = (seat for seat in view.awaited if seat not in view.chosen and seat != view.me.index)
    return [view.places[seat].name for seat in waiting]


def is_asked(view: View) -> bool:
    return view.decision is not None and not view.own_choice


def kept_by_stand_ins(view: View) -> list[str]:
    return [place.name for place in view.places if place.has_stand_in and not place.is_me]


def open_seats(view: View) -> list[str]:
    return [place.name for place in view.places if place.link]


def seats_to_open(view: View) -> list[Place]:
    """Any seat with a stand-in; as a guest or with a stand-in, only one's own."""
    me = view.me
    has_say = not me.has_stand_in and not me.is_guest
    return [place for place in view.places if place.has_stand_in and (place.is_me or has_say)]


def ready_to_end(view: View) -> list[str]:
    return [place.name for place in view.places if place.agrees_to_end and not place.is_me]


def ready_to_pause(view: View) -> list[str]:
    return [place.name for place in view.places if place.agrees_to_pause and not place.is_me]


def ready_to_open(view: View) -> list[str]:
    return [place.name for place in view.places if place.agrees_to_open and not place.is_me]


def sharing(view: View) -> list[str]:
    return [place.name for place in view.places if place.shares_replay and not place.is_me]


def moment(time: datetime) -> str:
    return word_moment(time)


def weekly(time: Weekly) -> str:
    """`{{ table.weekly|weekly }}`"""
    return word_weekly(time)


def season_months(season: Season) -> str:
    return word_season(season)


def soon(time: datetime) -> str:
    return word_soon(time)


def deadline(time: datetime) -> str:
    return word_deadline(time)


def time_left(time: datetime) -> str:
    return word_time_left(time - timezone.now())


def time_since(time: datetime) -> str:
    return word_time_left(timezone.now() - time)


def day(time: datetime) -> str:
    return word_day(time)


def minute(time: datetime) -> str:
    return word_minute(time)
