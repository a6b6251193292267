"""Levels by date alone, so that an announcement reads no case to come."""

from datetime import date

from games.cases.days import DAY
from games.rules.cases import get_rules_of_cases
from games.rules.engine.cases import Level
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Term

SATURDAY, WEEK = 5, 7


def choose_level(title: AnyTitle, day: date) -> Level:
    """Every other Saturday a special role is in play."""
    rules, _ = get_rules_of_cases(title)
    fortnight, is_second = divmod(day.toordinal() // WEEK, 2)
    if day.weekday() == SATURDAY and is_second:
        return rules.specials[fortnight % len(rules.specials)]
    return rules.levels[day.weekday()]


def find_special_of_next_saturday(title: AnyTitle, today: date) -> Term | None:
    saturday = today + DAY * ((SATURDAY - today.weekday() - 1) % WEEK + 1)
    return choose_level(title, saturday).special
