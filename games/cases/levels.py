"""The level of each day's case.

It depends on the date alone, so that it can be announced without reading a case to come.
"""

from datetime import date

from games.cases.days import DAY
from games.rules.cases import get_rules_of_cases
from games.rules.engine.cases import Level
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term

SATURDAY, WEEK = 5, 7
EASIEST = 3
"""Levels up to this one are for readers who have solved no case yet."""


def choose_level(title: AnyTitle, day: date) -> Level:
    """Return the level of a day: one per weekday, and a special role every other Saturday."""
    rules, _ = get_rules_of_cases(title)
    fortnight, is_second = divmod(day.toordinal() // WEEK, 2)
    if day.weekday() == SATURDAY and is_second:
        return rules.specials[fortnight % len(rules.specials)]
    return rules.levels[day.weekday()]


def number_level_of_day(day: date) -> int:
    """Return the number of the level of a day. A level with a special role has the number of the level it replaces."""
    return day.weekday() + 1


def find_coming_special(title: AnyTitle, today: date) -> tuple[date, Term] | None:
    """Return the Saturday of this week and its special role, or None if it has none or is not to come."""
    saturday = today + DAY * ((SATURDAY - today.weekday()) % WEEK)
    special = choose_level(title, saturday).special
    return (saturday, special) if special and saturday > today else None
