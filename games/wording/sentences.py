"""Puts codes into the reader's language. Unknown codes raise `KeyError`."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, gettext_noop, ngettext, pgettext

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
from games.rules.engine.values import FINALE, Event, Param, Phrase, Term
from insidejob.active_language import find_language
from insidejob.untranslated import fill_places, fill_words, join, keep, list_texts

LINE = "\x1e"
"""Separates the lines of an email in templates, which may break lines anywhere."""
KEPT = 4096
"""How many names of terms a process keeps: enough for all of them in every language."""
EVENING = 16
"""From this hour on, a table of today is one of tonight."""
Names = Sequence[str]
"""The players' names by seat."""
Params = Mapping[str, Param]


UNKNOWN = gettext_noop("rules unknown to this site")
"""What the site says of a table whose title it does not have, or in another version of the rules."""
LEVELS = {
    "gentle": gettext_noop("gentle"),
    "steady": gettext_noop("steady"),
    "expert": gettext_noop("expert"),
}
"""The levels of bots that a host may choose."""
NUMBERS = (
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
)


def word_sentence(sentence: Sentence, count: int = 0) -> str:
    """Translate a sentence, with its placeholders. `count` chooses the plural."""
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
    """Say which bots lost, by level, the strongest first. It is empty if there are none."""
    counts = {
        "expert": ngettext("an expert bot", "%(count)s expert bots", bots.count("expert")),
        "steady": ngettext("a steady bot", "%(count)s steady bots", bots.count("steady")),
        "gentle": ngettext("a gentle bot", "%(count)s gentle bots", bots.count("gentle")),
    }
    beaten = [
        fill_words(words, {"count": _word_number(bots.count(bot))}) for bot, words in counts.items() if bot in bots
    ]
    return fill_words(gettext("You beat %(bots)s."), {"bots": list_names(beaten)}) if beaten else ""


def _word_number(count: int) -> str:
    return gettext(NUMBERS[count - 2]) if count > 1 else ""


def word_param(title: AnyTitle, param: Param, names: Names = ()) -> str:
    if isinstance(param, tuple):
        return list_names([word_term(title, term, names) for term in param])
    return word_term(title, param, names) if isinstance(param, Term) else str(param)


def word_term(title: AnyTitle, term: Term, names: Names = ()) -> str:
    """Return a term in words. Seats are in `names`, words stay as they are, other terms are in the title's texts."""
    if term.kind == "seat":
        return names[int(term.value)]
    if term.kind == "word":
        return keep(str(term.value), term.language)
    return _name_term(title, term.kind, str(term.value), find_language())


@cached(KEPT)
def _name_term(title: AnyTitle, kind: str, value: str, language: str) -> str:
    """Return the name of a term. `language` must be the active one, because it is part of the cache key."""
    if kind == "reason":
        return gettext(title.TEXTS.reasons[value])
    name = title.TEXTS.terms[kind][value]
    return gettext(name) if isinstance(name, str) else fill_sentence(title, name.sentence, name.params)


def word_label(title: AnyTitle, label: Sentence | Phrase) -> str:
    if isinstance(label, Phrase):
        return fill_sentence(title, label.sentence, label.params)
    return word_sentence(label)


def word_event(title: AnyTitle, event: Event, names: Names, reader: int | None = None) -> str:
    return fill_sentence(title, find_sentence(title, event, reader), event.params, names)


def find_sentence(title: AnyTitle, event: Event, reader: int | None = None) -> Sentence:
    """Return the sentence of an event. For the seat `reader`, its own moves are worded as “You play …”."""
    if reader is not None and event.params.get("player") == Term("seat", reader):
        own = title.TEXTS.own_events.get(event.code)
        if own is not None:
            return own
    return EVENTS[event.code] if event.code in EVENTS else title.TEXTS.events[event.code]


def word_scene(title: AnyTitle, number: int) -> str:
    if number == 0:
        return gettext("Before the start")
    if number == FINALE:
        return gettext("Finale")
    return gettext(title.TEXTS.scene).format(number=number)


def word_statistics(title: AnyTitle, statistics: Mapping[str, Share]) -> list[tuple[str, Share]]:
    labels = title.STATISTICS.labels if title.STATISTICS else {}
    return [(word_sentence(labels[code]), share) for code, share in statistics.items()]


def list_names(names: Sequence[str]) -> str:
    return list_texts(names, gettext("and"))


def word_duration(seconds: int) -> str:
    """Return a duration in words, such as `15 minutes`, `4 hours` or `2 days`."""
    if seconds % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    if seconds % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // HOUR) % {"count": seconds // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // MINUTE) % {"count": seconds // MINUTE}


def word_reliability(known: Reliability) -> str:
    """Say how reliably a player answers: `answered 19 of 20, usually within 3 hours`."""
    if known.is_new:
        return gettext("new here")
    counts = {"answered": known.answered, "asked": known.asked}
    if known.usual is None:
        return gettext("answered %(answered)d of %(asked)d turns") % counts
    counts_and_time = {**counts, "time": word_duration(known.usual)}
    return gettext("answered %(answered)d of %(asked)d turns, usually within %(time)s") % counts_and_time


def word_clock(clock: Clock, sleep: Hours | None, *, has_vote: bool) -> str:
    """Say how fast a table is played. `sleep` has the reader's hours if the clocks stop at night.

    `at least one move a day, 2 days in the time bank, clocks paused 23:00–7:00`
    """
    parts = [_word_pace(int(clock.turn.total_seconds()))]
    if has_vote:
        parts.append(gettext("%(time)s to vote") % {"time": word_duration(int(clock.vote.total_seconds()))})
    if clock.bank:
        parts.append(gettext("%(time)s in the time bank") % {"time": word_duration(int(clock.bank.total_seconds()))})
    if sleep is not None:
        night = {"begin": sleep.closes, "end": sleep.opens}
        parts.append(gettext("clocks paused %(begin)d:00–%(end)d:00") % night)
    if not clock.vacations:
        parts.append(gettext("no holidays"))
    return ", ".join(parts)


def _word_pace(seconds: int) -> str:
    """Return a pace in words, such as `at least one move a day` or `at least one move every 4 hours`."""
    if seconds % (7 * DAY) == 0:
        count = seconds // (7 * DAY)
        words = ngettext("at least one move a week", "at least one move every %(count)d weeks", count)
    elif seconds % DAY == 0:
        count = seconds // DAY
        words = ngettext("at least one move a day", "at least one move every %(count)d days", count)
    elif seconds % HOUR == 0:
        count = seconds // HOUR
        words = ngettext("at least one move an hour", "at least one move every %(count)d hours", count)
    else:
        count = seconds // MINUTE
        words = ngettext("at least one move a minute", "at least one move every %(count)d minutes", count)
    return words % {"count": count}


def word_tempo(clock: Clock, title: AnyTitle) -> str:
    """Say how long a game takes: `Tonight, about an hour: 5 minutes a move`."""
    turn = int(clock.turn.total_seconds())
    pace = {"pace": _word_pace(turn), "time": word_duration(turn), "duration": word_sentence(title.TEXTS.duration)}
    if clock.is_live and timezone.localtime().hour >= EVENING:
        return gettext("Tonight, %(duration)s: %(time)s a move") % pace
    if clock.is_live:
        return gettext("Today, %(duration)s: %(time)s a move") % pace
    if turn < DAY:
        return gettext("Over a day or two: %(pace)s") % pace
    if turn < 7 * DAY:
        return gettext("Over several days: %(pace)s") % pace
    return gettext("Over several weeks: %(pace)s") % pace


def word_moment(time: datetime) -> str:
    """Return a moment in words: `Monday 3 March, 18:05`, with the year if it is not this one."""
    is_this_year = timezone.localtime(time).year == timezone.localtime().year
    return word_date(time, gettext("l j F, H:i") if is_this_year else gettext("l j F Y, H:i"))


def word_soon(time: datetime) -> str:
    """Return a moment in words: `18:05` if it is today, `Monday 18:05` within six days, else as `word_moment` does."""
    days = (timezone.localdate(time) - timezone.localdate()).days
    if days == 0:
        return word_date(time, gettext("H:i"))
    return word_date(time, gettext("l H:i")) if 0 < days < 7 else word_moment(time)


def word_deadline(time: datetime) -> str:
    """Return a deadline in words with the time zone: `Monday 3 March, 18:05 (Paris)`."""
    return f"{word_moment(time)} ({word_zone()})"


def word_time_left(left: timedelta) -> str:
    """Return a time span in short: `2 d 4 h`, `3 h 12` or `5 min`. It is never less than a minute."""
    minutes = max(1, int(left.total_seconds()) // 60)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return gettext("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}
    return gettext("%(minutes)d min") % {"minutes": rest}


def word_away(name: str, back: date) -> str:
    """Say that a player is on vacation: `Léa is away, back on Monday`."""
    if (back - timezone.localdate()).days < 7:
        return fill_words(gettext("%(name)s is away, back on %(day)s"), {"name": name, "day": word_date(back, "l")})
    return fill_words(
        gettext("%(name)s is away, back on %(date)s"), {"name": name, "date": word_date(back, gettext("j F"))}
    )


def word_days(first: date, last: date) -> str:
    """Return a range of days in words: `3 July 2026`, `3 to 10 July 2026`, `28 December 2026 to 4 January 2027`."""
    if first == last:
        return word_date(first, "j F Y")
    begin = "j" if (first.year, first.month) == (last.year, last.month) else "j F"
    words = {"first": word_date(first, begin if first.year == last.year else "j F Y"), "last": word_date(last, "j F Y")}
    return gettext("%(first)s to %(last)s") % words


def word_season(season: Season) -> str:
    """Return a season in words: `October – December 2026`, `November 2025 – January 2026`."""
    first, last = season.first, season.last
    if (first.year, first.month) == (last.year, last.month):
        return date_format(first, "F Y")
    begin = date_format(first, "F" if first.year == last.year else "F Y")
    return f"{begin} – {date_format(last, 'F Y')}"


def word_missing(table_name: str, free: int, kept: Sequence[str]) -> str:
    """Say what an open table lacks: `Operation Velvet: 2 seats free, Léa not seated yet`."""
    parts = [ngettext("%(count)d seat free", "%(count)d seats free", free) % {"count": free}] if free else []
    if kept:
        names = {"names": list_names(kept)}
        parts.append(fill_words(ngettext("%(names)s not seated yet", "%(names)s not seated yet", len(kept)), names))
    return fill_words(gettext("%(table)s: %(missing)s"), {"table": table_name, "missing": join(parts, ", ")})


def word_weekly(weekly: Weekly) -> str:
    """Return a weekly time in words: `Every Monday at 09:00 (Paris)`."""
    words = {
        "weekday": WEEKDAYS[weekly.weekday],
        "time": word_time(weekly.at),
        "zone": name_place(weekly.zone),
    }
    return gettext("Every %(weekday)s at %(time)s (%(zone)s)") % words


def word_zone() -> str:
    """Return the name of the active time zone: `Paris`, `Londres`, `Argentina, Salta`."""
    return name_place(str(timezone.get_current_timezone()))


def word_day(time: datetime) -> str:
    return word_date(time, "j F Y")


def word_recent_day(day: date) -> str:
    """Return a day in words: `Today`, `Yesterday` or `3 March`."""
    match (timezone.localdate() - day).days:
        case 0:
            return gettext("Today")
        case 1:
            return gettext("Yesterday")
    return _name_day(day, find_language())


def word_minute(time: datetime) -> str:
    here = timezone.localtime(time)
    words = {"day": _name_day(here.date(), find_language()), "time": word_time(here.time())}
    return gettext("%(day)s, %(time)s") % words


@cached(KEPT)
def _name_day(day: date, language: str) -> str:
    """Return a day such as `3 March`. `language` must be the active one, because it is part of the cache key."""
    return word_date(day, gettext("j F"))


def word_time(clock: time) -> str:
    """Return a time of day in words: `18:05`, in French `18 h 05` or `18 h`."""
    return time_format(clock, _choose_time_pattern(clock))


def _choose_time_pattern(clock: time) -> str:
    return gettext("H:i") if clock.minute else pgettext("full hour", "H:i")


def word_date(time: date, pattern: str) -> str:
    """Return a date in one of Django's patterns."""
    here = timezone.localtime(time) if isinstance(time, datetime) else time
    if isinstance(here, datetime):
        pattern = pattern.replace("H:i", _choose_time_pattern(here.time()))
    if here.day == 1:
        # Translators: how a date's pattern writes the first of a month; in French `j\e\r`, which makes `1er mars`.
        pattern = pattern.replace("j", gettext("j"))
    return date_format(here, pattern)
