"""Sentences of a title in the reader's language: codes in, words out. An unknown code raises `KeyError`."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.rules.protocol import Event, Phrase, Term, Title
from games.rules.texts import Plural, Sentence

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600

Names = Sequence[str]
"""The names of the seats, by seat."""
Params = Mapping[str, Term | int]


def word_sentence(sentence: Sentence, count: int = 0) -> str:
    """Return a sentence in the reader's language, its places still open; `count` chooses the form of a plural."""
    if isinstance(sentence, Plural):
        return ngettext(sentence.one, sentence.many, count)
    return gettext(sentence)


def fill_sentence(title: Title, sentence: Sentence, params: Params, names: Names = ()) -> str:
    """Return a sentence in the reader's language with each place filled."""
    count = params.get("count", 0)
    words = {
        place: word_term(title, param, names) if isinstance(param, Term) else str(param)
        for place, param in params.items()
    }
    return word_sentence(sentence, count if isinstance(count, int) else 0).format_map(words)


def word_term(title: Title, term: Term, names: Names = ()) -> str:
    """Return the name of a term: a seat's from `names`, a word's is itself, every other's is in the title's texts."""
    if term.kind == "seat":
        return names[int(term.value)]
    if term.kind == "word":
        return str(term.value)
    if term.kind == "reason":
        return gettext(title.TEXTS.reasons[str(term.value)])
    name = title.TEXTS.terms[term.kind][str(term.value)]
    if isinstance(name, str):
        return gettext(name)
    return fill_sentence(title, name.sentence, name.params, names)


def word_label(title: Title, label: Sentence | Phrase) -> str:
    """Return the label of an option's choice."""
    if isinstance(label, Phrase):
        return fill_sentence(title, label.sentence, label.params)
    return word_sentence(label)


def word_event(title: Title, event: Event, names: Names) -> str:
    """Return what an event tells, as one or more sentences."""
    return fill_sentence(title, title.TEXTS.events[event.code], event.params, names)


def list_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: `Ada, Ben and Chloé`."""
    return get_text_list(list(names), gettext("and"))


def word_duration(seconds: int) -> str:
    """Return a time in the largest unit that counts it whole: `15 minutes`, `4 hours`, `2 days`."""
    if seconds % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // HOUR) % {"count": seconds // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // MINUTE) % {"count": seconds // MINUTE}


def word_moment(time: datetime) -> str:
    """Return a time in the reader's language and zone: `Monday 3 March, 18:05`, with the year unless it is this one."""
    is_this_year = timezone.localtime(time).year == timezone.localtime().year
    return word_date(time, gettext("l j F, H:i") if is_this_year else gettext("l j F Y, H:i"))


def word_deadline(time: datetime) -> str:
    """Return a time with the zone it is told in: `Monday 3 March, 18:05 (Paris)`."""
    return f"{word_moment(time)} ({word_zone()})"


def word_zone() -> str:
    """Return the reader's time zone by its place: `Paris`, `New York`, `Argentina, Salta`."""
    area, _, place = str(timezone.get_current_timezone()).partition("/")
    return (place or area).replace("_", " ").replace("/", ", ")


def word_date(time: datetime, pattern: str) -> str:
    """Return a time in the reader's zone by one of Django's patterns, or by the language's that has that name."""
    here = timezone.localtime(time)
    pattern = get_format(pattern)
    if here.day == 1:
        # Translators: how a date's pattern writes the first of a month; in French `j\e\r`, which makes `1er mars`.
        pattern = pattern.replace("j", gettext("j"))
    return date_format(here, pattern)
