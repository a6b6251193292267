"""Sentences of a title in the reader's language: codes in, words out. An unknown code raises `KeyError`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from accounts.time_zones import name_place
from games.clock import DAY, HOUR, MINUTE
from games.rules.protocol import AnyTitle, Event, Param, Phrase, Term
from games.rules.telling import EVENTS
from games.rules.texts import Plural, Sentence

LINE = "\x1e"
"""What parts the lines of a mail in a template that puts its own wherever they are easy to read."""
Names = Sequence[str]
"""The names of the seats, by seat."""
Params = Mapping[str, Param]


def word_sentence(sentence: Sentence, count: int = 0) -> str:
    """Return a sentence in the reader's language, its places still open; `count` chooses the form of a plural."""
    if isinstance(sentence, Plural):
        return ngettext(sentence.one, sentence.many, count)
    return gettext(sentence)


def fill_sentence(title: AnyTitle, sentence: Sentence, params: Params, names: Names = ()) -> str:
    """Return a sentence in the reader's language with each place filled."""
    count = params.get("count", 0)
    words = {place: word_param(title, param, names) for place, param in params.items()}
    return word_sentence(sentence, count if isinstance(count, int) else 0).format_map(words)


def word_param(title: AnyTitle, param: Param, names: Names = ()) -> str:
    """Return what fills a place: a number, the name of a term, or the names of several as a sentence lists them."""
    if isinstance(param, tuple):
        return list_names([word_term(title, term, names) for term in param])
    return word_term(title, param, names) if isinstance(param, Term) else str(param)


def word_term(title: AnyTitle, term: Term, names: Names = ()) -> str:
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


def word_label(title: AnyTitle, label: Sentence | Phrase) -> str:
    """Return the label of an option's choice."""
    if isinstance(label, Phrase):
        return fill_sentence(title, label.sentence, label.params)
    return word_sentence(label)


def word_event(title: AnyTitle, event: Event, names: Names) -> str:
    """Return what an event of the title's or of the house's tells, as one or more sentences."""
    sentence = EVENTS[event.code] if event.code in EVENTS else title.TEXTS.events[event.code]
    return fill_sentence(title, sentence, event.params, names)


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


def word_soon(time: datetime) -> str:
    """Return a time as short as it is clear: `18:05` today, `Monday 18:05` within six days, else as `word_moment`."""
    days = (timezone.localdate(time) - timezone.localdate()).days
    if days == 0:
        return word_date(time, gettext("H:i"))
    return word_date(time, gettext("l H:i")) if 0 < days < 7 else word_moment(time)


def word_deadline(time: datetime) -> str:
    """Return a time with the zone it is told in: `Monday 3 March, 18:05 (Paris)`."""
    return f"{word_moment(time)} ({word_zone()})"


def word_time_left(left: timedelta) -> str:
    """Return how long is left, in two units at most: `2 d 4 h`, `3 h 12 min`, `5 min`. Never less than a minute."""
    minutes = max(1, int(left.total_seconds()) // 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}
    return gettext("%(minutes)d min") % {"minutes": rest}


def word_zone() -> str:
    """Return the reader's time zone by its place: `Paris`, `Londres`, `Argentina, Salta`."""
    return name_place(str(timezone.get_current_timezone()))


def word_day(time: datetime) -> str:
    """Return a day in the reader's language and zone: `3 March 2026`."""
    return word_date(time, "j F Y")


def word_minute(time: datetime) -> str:
    """Return a time of these days in the reader's language and zone: `3 March, 18:05`."""
    return word_date(time, gettext("j F, H:i"))


def word_date(time: datetime, pattern: str) -> str:
    """Return a time in the reader's zone by one of Django's patterns."""
    here = timezone.localtime(time)
    if here.day == 1:
        # Translators: how a date's pattern writes the first of a month; in French `j\e\r`, which makes `1er mars`.
        pattern = pattern.replace("j", gettext("j"))
    return date_format(here, pattern)
