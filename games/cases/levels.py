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


def choose_level(title: AnyTitle, day: date) -> Level:
    """Return the level of a day: one per weekday, and a special role every other Saturday."""
    rules, _ = get_rules_of_cases(title)
    fortnight, is_second = divmod(day.toordinal() // WEEK, 2)
    if day.weekday() == SATURDAY and is_second:
        return rules.specials[fortnight % len(rules.specials)]
    return rules.levels[day.weekday()]


def find_special_of_next_saturday(title: AnyTitle, today: date) -> Term | None:
    saturday = today + DAY * ((SATURDAY - today.weekday() - 1) % WEEK + 1)
    return choose_level(title, saturday).special
