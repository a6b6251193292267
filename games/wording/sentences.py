"""Sentences of a title in the reader's language: codes in, words out. An unknown code raises `KeyError`."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.availability.time_zones import name_place
from accounts.availability.waking_hours import Hours
from games.clock.reliability import Reliability
from games.clock.table_clock import DAY, HOUR, MINUTE, Clock
from games.fast.word_cache import cached
from games.rules.engine.narration import EVENTS
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.engine.texts import Plural, Sentence
from games.rules.engine.values import Event, Param, Phrase, Term
from insidejob.active_language import find_language
from insidejob.marks import fill_places, fill_words, join, keep, list_texts

LINE = "\x1e"
"""What parts the lines of a mail in a template that puts its own wherever they are easy to read."""
KEPT = 4096
"""How many names of terms are kept in words: all there are, in every language."""
Names = Sequence[str]
"""The names of the seats, by seat."""
Params = Mapping[str, Param]


NEWER = gettext_noop("played by newer rules than this site knows")
"""What stands in the place of a title where this code does not know the rules of a game."""
LEVELS = {
    "gentle": gettext_noop("gentle"),
    "steady": gettext_noop("steady"),
    "expert": gettext_noop("expert"),
}
"""What the bots that a host may choose among are called, by name."""


def word_sentence(sentence: Sentence, count: int = 0) -> str:
    """Return a sentence in the reader's language, its places still open; `count` chooses the form of a plural."""
    if isinstance(sentence, Plural):
        return ngettext(sentence.one, sentence.many, count)
    return gettext(sentence)


def fill_sentence(title: AnyTitle, sentence: Sentence, params: Params, names: Names = ()) -> str:
    """Return a sentence in the reader's language with each place filled."""
    count = params.get("count", 0)
    words = {place: word_param(title, param, names) for place, param in params.items()}
    return fill_places(word_sentence(sentence, count if isinstance(count, int) else 0), words)


def word_levels(bots: Sequence[str]) -> dict[str, str]:
    """Return by name what bots are called that a host may choose among."""
    return {bot: gettext(LEVELS[bot]) for bot in bots}


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
        return keep(str(term.value), term.language)
    return name_term(title, term.kind, str(term.value), find_language())


@cached(KEPT)
def name_term(title: AnyTitle, kind: str, value: str, language: str) -> str:
    """Return the name of a term that the title's texts have, in the language now active, which is `language`."""
    if kind == "reason":
        return gettext(title.TEXTS.reasons[value])
    name = title.TEXTS.terms[kind][value]
    return gettext(name) if isinstance(name, str) else fill_sentence(title, name.sentence, name.params)


def word_label(title: AnyTitle, label: Sentence | Phrase) -> str:
    """Return the label of an option's choice."""
    if isinstance(label, Phrase):
        return fill_sentence(title, label.sentence, label.params)
    return word_sentence(label)


def word_event(title: AnyTitle, event: Event, names: Names) -> str:
    """Return what an event of the title's or of the house's tells, as one or more sentences."""
    return fill_sentence(title, find_sentence(title, event), event.params, names)


def find_sentence(title: AnyTitle, event: Event) -> Sentence:
    """Return the sentence of an event of the title's or of the house's."""
    return EVENTS[event.code] if event.code in EVENTS else title.TEXTS.events[event.code]


def word_statistics(title: AnyTitle, statistics: Mapping[str, Share]) -> list[tuple[str, Share]]:
    """Return a title's own figures, each with what it is called."""
    labels = title.STATISTICS.labels if title.STATISTICS else {}
    return [(word_sentence(labels[code]), share) for code, share in statistics.items()]


def list_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: `Ada, Ben and Chloé`."""
    return list_texts(names, gettext("and"))


def word_duration(seconds: int) -> str:
    """Return a time in the largest unit that counts it whole: `15 minutes`, `4 hours`, `2 days`."""
    if seconds % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // HOUR) % {"count": seconds // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // MINUTE) % {"count": seconds // MINUTE}


def word_reliability(known: Reliability) -> str:
    """Return how reliably somebody answers: `answered 19 of 20, usually within 3 hours`."""
    if known.is_new:
        return gettext("new here")
    counts = {"answered": known.answered, "asked": known.asked}
    if known.usual is None:
        return gettext("answered %(answered)d of %(asked)d") % counts
    counts_and_time = {**counts, "time": word_duration(known.usual)}
    return gettext("answered %(answered)d of %(asked)d, usually within %(time)s") % counts_and_time


def word_clock(clock: Clock, sleep: Hours | None, *, has_vote: bool) -> str:
    """Return what a table chose as one sentence: `at least 1 a day, 2 days in the bank, clocks sleep 23–7`.

    A table that does not wait for holidays says that, too.
    `sleep` are the reader's own hours where clocks sleep, else None.
    """
    parts = [word_pace(int(clock.turn.total_seconds()))]
    if has_vote:
        parts.append(gettext("%(time)s to vote") % {"time": word_duration(int(clock.vote.total_seconds()))})
    if clock.bank:
        parts.append(gettext("%(time)s in the bank") % {"time": word_duration(int(clock.bank.total_seconds()))})
    if sleep is not None:
        night = {"begin": sleep.closes, "end": sleep.opens}
        parts.append(gettext("clocks sleep %(begin)d–%(end)d") % night)
    if not clock.vacations:
        parts.append(gettext("no holidays"))
    return ", ".join(parts)


def word_pace(seconds: int) -> str:
    """Return how often one plays at least: `at least 1 a day`, `at least 1 every 4 hours`."""
    if seconds % (7 * DAY) == 0:
        count = seconds // (7 * DAY)
        return ngettext("at least 1 a week", "at least 1 every %(count)d weeks", count) % {"count": count}
    if seconds % DAY == 0:
        count = seconds // DAY
        return ngettext("at least 1 a day", "at least 1 every %(count)d days", count) % {"count": count}
    if seconds % HOUR == 0:
        count = seconds // HOUR
        return ngettext("at least 1 an hour", "at least 1 every %(count)d hours", count) % {"count": count}
    count = seconds // MINUTE
    return ngettext("at least 1 a minute", "at least 1 every %(count)d minutes", count) % {"count": count}


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


def word_away(name: str, back: date) -> str:
    """Return that somebody is on holiday, and when they are back: `Léa is away until Monday`."""
    if (back - timezone.localdate()).days < 7:
        return fill_words(gettext("%(name)s is away until %(day)s"), {"name": name, "day": word_date(back, "l")})
    return fill_words(
        gettext("%(name)s is away until %(date)s"), {"name": name, "date": word_date(back, gettext("j F"))}
    )


def word_days(first: date, last: date) -> str:
    """Return the days of a holiday: `3 July 2026`, `3 to 10 July 2026`, `28 December 2026 to 4 January 2027`."""
    if first == last:
        return word_date(first, "j F Y")
    begin = "j" if (first.year, first.month) == (last.year, last.month) else "j F"
    words = {"first": word_date(first, begin if first.year == last.year else "j F Y"), "last": word_date(last, "j F Y")}
    return gettext("%(first)s to %(last)s") % words


def word_missing(table_name: str, free: int, kept: Sequence[str]) -> str:
    """Return who is missing at an open table: `Operation Velvet: 2 seats free, Léa not seated yet`."""
    parts = [ngettext("%(count)d seat free", "%(count)d seats free", free) % {"count": free}] if free else []
    if kept:
        names = {"names": list_names(kept)}
        parts.append(fill_words(ngettext("%(names)s not seated yet", "%(names)s not seated yet", len(kept)), names))
    return fill_words(gettext("%(operation)s: %(missing)s"), {"operation": table_name, "missing": join(parts, ", ")})


def word_zone() -> str:
    """Return the reader's time zone by its place: `Paris`, `Londres`, `Argentina, Salta`."""
    return name_place(str(timezone.get_current_timezone()))


def word_day(time: datetime) -> str:
    """Return a day in the reader's language and zone: `3 March 2026`."""
    return word_date(time, "j F Y")


def word_minute(time: datetime) -> str:
    """Return a time of these days in the reader's language and zone: `3 March, 18:05`."""
    here = timezone.localtime(time)
    words = {"day": name_day(here.date(), find_language()), "time": f"{here:%H:%M}"}
    return gettext("%(day)s, %(time)s") % words


@cached(KEPT)
def name_day(day: date, language: str) -> str:
    """Return a day of this year in the language now active, which is `language`: `3 March`."""
    return word_date(day, gettext("j F"))


def word_date(time: date, pattern: str) -> str:
    """Return a day, or a time in the reader's zone, by one of Django's patterns."""
    here = timezone.localtime(time) if isinstance(time, datetime) else time
    if here.day == 1:
        # Translators: how a date's pattern writes the first of a month; in French `j\e\r`, which makes `1er mars`.
        pattern = pattern.replace("j", gettext("j"))
    return date_format(here, pattern)
