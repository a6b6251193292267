"""Puts codes into the reader's language. Unknown codes raise `KeyError`."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.availability.time_zones import name_place
from accounts.availability.waking_hours import Hours
from games.clock.reliability import Reliability
from games.clock.table_clock import DAY, HOUR, MINUTE, Clock
from games.clock.weekly import Season, Weekly
from games.fast.word_cache import cached
from games.rules.engine.narration import EVENTS
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.statistics import Share
from games.rules.engine.texts import Plural, Sentence
from games.rules.engine.values import Event, Param, Phrase, Term
from insidejob.active_language import find_language
from insidejob.marks import fill_places, fill_words, join, keep, list_texts

LINE = "\x1e"
"""Separates lines of an email in templates, which may break lines anywhere."""
KEPT = 4096
"""Enough for all names of terms in every language."""
Names = Sequence[str]
"""By seat."""
Params = Mapping[str, Param]


NEWER = gettext_noop("uses newer rules than this site knows")
"""For a title with unknown rules."""
LEVELS = {
    "gentle": gettext_noop("gentle"),
    "steady": gettext_noop("steady"),
    "expert": gettext_noop("expert"),
}
"""Bots that a host may choose."""
NUMBERS = (
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
)


def word_sentence(sentence: Sentence, count: int = 0) -> str:
    """With placeholders; `count` chooses the plural."""
    if isinstance(sentence, Plural):
        return ngettext(sentence.one, sentence.many, count)
    return gettext(sentence)


def fill_sentence(title: AnyTitle, sentence: Sentence, params: Params, names: Names = ()) -> str:
    count = params.get("count", 0)
    words = {place: word_param(title, param, names) for place, param in params.items()}
    return fill_places(word_sentence(sentence, count if isinstance(count, int) else 0), words)


def word_levels(bots: Sequence[str]) -> dict[str, str]:
    return {bot: gettext(LEVELS[bot]) for bot in bots}


def word_beaten(bots: Sequence[str]) -> str:
    """By level of the bots that lost, strongest first; empty without any."""
    counts = {
        "expert": ngettext("an expert bot", "%(count)s expert bots", bots.count("expert")),
        "steady": ngettext("a steady bot", "%(count)s steady bots", bots.count("steady")),
        "gentle": ngettext("a gentle bot", "%(count)s gentle bots", bots.count("gentle")),
    }
    beaten = [
        fill_words(words, {"count": word_number(bots.count(bot))}) for bot, words in counts.items() if bot in bots
    ]
    return fill_words(gettext("You beat %(bots)s."), {"bots": list_names(beaten)}) if beaten else ""


def word_number(count: int) -> str:
    return gettext(NUMBERS[count - 2]) if count > 1 else ""


def word_param(title: AnyTitle, param: Param, names: Names = ()) -> str:
    if isinstance(param, tuple):
        return list_names([word_term(title, term, names) for term in param])
    return word_term(title, param, names) if isinstance(param, Term) else str(param)


def word_term(title: AnyTitle, term: Term, names: Names = ()) -> str:
    """Seats are in `names`, words stay, other terms are in the title's texts."""
    if term.kind == "seat":
        return names[int(term.value)]
    if term.kind == "word":
        return keep(str(term.value), term.language)
    return name_term(title, term.kind, str(term.value), find_language())


@cached(KEPT)
def name_term(title: AnyTitle, kind: str, value: str, language: str) -> str:
    """`language` must be the active one: it is part of the cache key."""
    if kind == "reason":
        return gettext(title.TEXTS.reasons[value])
    name = title.TEXTS.terms[kind][value]
    return gettext(name) if isinstance(name, str) else fill_sentence(title, name.sentence, name.params)


def word_label(title: AnyTitle, label: Sentence | Phrase) -> str:
    if isinstance(label, Phrase):
        return fill_sentence(title, label.sentence, label.params)
    return word_sentence(label)


def word_event(title: AnyTitle, event: Event, names: Names) -> str:
    return fill_sentence(title, find_sentence(title, event), event.params, names)


def find_sentence(title: AnyTitle, event: Event) -> Sentence:
    return EVENTS[event.code] if event.code in EVENTS else title.TEXTS.events[event.code]


def word_statistics(title: AnyTitle, statistics: Mapping[str, Share]) -> list[tuple[str, Share]]:
    labels = title.STATISTICS.labels if title.STATISTICS else {}
    return [(word_sentence(labels[code]), share) for code, share in statistics.items()]


def list_names(names: Sequence[str]) -> str:
    return list_texts(names, gettext("and"))


def word_duration(seconds: int) -> str:
    """`15 minutes`, `4 hours`, `2 days`"""
    if seconds % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // HOUR) % {"count": seconds // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // MINUTE) % {"count": seconds // MINUTE}


def word_reliability(known: Reliability) -> str:
    """`answered 19 of 20, usually within 3 hours`"""
    if known.is_new:
        return gettext("new here")
    counts = {"answered": known.answered, "asked": known.asked}
    if known.usual is None:
        return gettext("answered %(answered)d of %(asked)d") % counts
    counts_and_time = {**counts, "time": word_duration(known.usual)}
    return gettext("answered %(answered)d of %(asked)d, usually within %(time)s") % counts_and_time


def word_clock(clock: Clock, sleep: Hours | None, *, has_vote: bool) -> str:
    """`at least 1 a day, 2 days in the bank, clocks paused 23–7`

    `sleep` is the reader's hours if clocks sleep.
    """
    parts = [word_pace(int(clock.turn.total_seconds()))]
    if has_vote:
        parts.append(gettext("%(time)s to vote") % {"time": word_duration(int(clock.vote.total_seconds()))})
    if clock.bank:
        parts.append(gettext("%(time)s in the bank") % {"time": word_duration(int(clock.bank.total_seconds()))})
    if sleep is not None:
        night = {"begin": sleep.closes, "end": sleep.opens}
        parts.append(gettext("clocks paused %(begin)d–%(end)d") % night)
    if not clock.vacations:
        parts.append(gettext("no holidays"))
    return ", ".join(parts)


def word_pace(seconds: int) -> str:
    """`at least 1 a day`, `at least 1 every 4 hours`"""
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
    """`Monday 3 March, 18:05`, with the year if it is not this one"""
    is_this_year = timezone.localtime(time).year == timezone.localtime().year
    return word_date(time, gettext("l j F, H:i") if is_this_year else gettext("l j F Y, H:i"))


def word_soon(time: datetime) -> str:
    """`18:05` today, `Monday 18:05` within six days, else as `word_moment`"""
    days = (timezone.localdate(time) - timezone.localdate()).days
    if days == 0:
        return word_date(time, gettext("H:i"))
    return word_date(time, gettext("l H:i")) if 0 < days < 7 else word_moment(time)


def word_deadline(time: datetime) -> str:
    """`Monday 3 March, 18:05 (Paris)`"""
    return f"{word_moment(time)} ({word_zone()})"


def word_time_left(left: timedelta) -> str:
    """`2 d 4 h`, `3 h 12`, `5 min`; never less than a minute"""
    minutes = max(1, int(left.total_seconds()) // 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}
    return gettext("%(minutes)d min") % {"minutes": rest}


def word_away(name: str, back: date) -> str:
    """`Léa is away until Monday`"""
    if (back - timezone.localdate()).days < 7:
        return fill_words(gettext("%(name)s is away until %(day)s"), {"name": name, "day": word_date(back, "l")})
    return fill_words(
        gettext("%(name)s is away until %(date)s"), {"name": name, "date": word_date(back, gettext("j F"))}
    )


def word_days(first: date, last: date) -> str:
    """`3 July 2026`, `3 to 10 July 2026`, `28 December 2026 to 4 January 2027`"""
    if first == last:
        return word_date(first, "j F Y")
    begin = "j" if (first.year, first.month) == (last.year, last.month) else "j F"
    words = {"first": word_date(first, begin if first.year == last.year else "j F Y"), "last": word_date(last, "j F Y")}
    return gettext("%(first)s to %(last)s") % words


def word_season(season: Season) -> str:
    """`October – December 2026`, `November 2025 – January 2026`"""
    first, last = season.first, season.last
    if (first.year, first.month) == (last.year, last.month):
        return capfirst(date_format(first, "F Y"))
    begin = date_format(first, "F" if first.year == last.year else "F Y")
    return f"{capfirst(begin)} – {date_format(last, 'F Y')}"


def word_missing(table_name: str, free: int, kept: Sequence[str]) -> str:
    """`Operation Velvet: 2 seats free, Léa not seated yet`"""
    parts = [ngettext("%(count)d seat free", "%(count)d seats free", free) % {"count": free}] if free else []
    if kept:
        names = {"names": list_names(kept)}
        parts.append(fill_words(ngettext("%(names)s not seated yet", "%(names)s not seated yet", len(kept)), names))
    return fill_words(gettext("%(table)s: %(missing)s"), {"table": table_name, "missing": join(parts, ", ")})


def word_weekly(weekly: Weekly) -> str:
    """`Every Monday at 09:00 (Paris)`"""
    words = {
        "weekday": WEEKDAYS[weekly.weekday],
        "time": time_format(weekly.at, gettext("H:i")),
        "zone": name_place(weekly.zone),
    }
    return gettext("Every %(weekday)s at %(time)s (%(zone)s)") % words


def word_zone() -> str:
    """`Paris`, `Londres`, `Argentina, Salta`"""
    return name_place(str(timezone.get_current_timezone()))


def word_day(time: datetime) -> str:
    return word_date(time, "j F Y")


def word_minute(time: datetime) -> str:
    here = timezone.localtime(time)
    words = {"day": name_day(here.date(), find_language()), "time": f"{here:%H:%M}"}
    return gettext("%(day)s, %(time)s") % words


@cached(KEPT)
def name_day(day: date, language: str) -> str:
    """`3 March`; `language` must be the active one."""
    return word_date(day, gettext("j F"))


def word_date(time: date, pattern: str) -> str:
    """`pattern` is one of Django's."""
    here = timezone.localtime(time) if isinstance(time, datetime) else time
    if here.day == 1:
        # Translators: how a date's pattern writes the first of a month; in French `j\e\r`, which makes `1er mars`.
        pattern = pattern.replace("j", gettext("j"))
    return date_format(here, pattern)
