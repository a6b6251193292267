"""Charts of wins and losses: numbers for SVG templates and tables.

Lengths are integers in units of the `viewBox`: templates would localize a fraction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.utils.formats import date_format
from django.utils.translation import pgettext

from games.people.selectors.statistics import Tally

Key = TypeVar("Key")

WIDTH, LINE = 300, 44
"""Width of a bar chart, and height of a line."""
FIELD_WIDTH, FIELD_HEIGHT, FIELD_TOP, FIELD_LEFT = 360, 120, 22, 4
"""The area of the columns, and its distance from the top and the left."""
BELOW = 40
"""The height left for the names below the columns."""
MIN_MONTHS, MAX_MONTHS = 6, 24
NAMES = 6
"""There is room for this many names below the columns."""
COUNTED = 12
"""With more columns than this, only the highest ones show their figure."""
COLUMN = 0.7
"""A column takes this share of its room."""


@dataclass(frozen=True)
class Bar:
    """A bar of a chart. `top` is the y of its line."""

    name: str
    tally: Tally
    top: int
    won_width: int
    lost_width: int


@dataclass(frozen=True)
class Chart:
    """A bar chart. `key` is unique on a page."""

    key: str
    heading: str
    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        return LINE * len(self.bars)


def draw_chart(key: str, heading: str, names: Mapping[Key, str], tallies: Mapping[Key, Tally]) -> Chart:
    most = max(tally.games for tally in tallies.values())
    shown = [(name, tallies[value]) for value, name in names.items() if value in tallies]
    return Chart(key, heading, tuple(_draw_bar(name, tally, line, most) for line, (name, tally) in enumerate(shown)))


def _draw_bar(name: str, tally: Tally, line: int, most: int) -> Bar:
    """Draw the bar of a tally. `most` is the count of the longest bar."""
    won, whole = (round(WIDTH * count / most) for count in (tally.won, tally.games))
    return Bar(name, tally, line * LINE, won, whole - won)


@dataclass(frozen=True)
class Column:
    """A month, with losses stacked on wins. `label`, `year` and `count` are "" where there is no room."""

    month: date
    tally: Tally
    left: int
    middle: int
    width: int
    top: int
    won_top: int
    lost_height: int
    won_height: int
    count: str
    label: str
    year: str


@dataclass(frozen=True)
class Months:
    columns: tuple[Column, ...]
    # Earlier months are left out.
    is_cut: bool

    @property
    def width(self) -> int:
        return FIELD_LEFT + FIELD_WIDTH

    @property
    def height(self) -> int:
        return FIELD_TOP + FIELD_HEIGHT + BELOW

    @property
    def base(self) -> int:
        return FIELD_TOP + FIELD_HEIGHT


def draw_months(tallies: Mapping[date, Tally]) -> Months:
    """Draw the latest months, at least 6 and at most 24.

    The last month is the latest with a game. `tallies` must not be empty.
    """
    months = _list_months(min(tallies), max(tallies))
    shown = months[-MAX_MONTHS:]
    most = max(tallies[month].games for month in shown if month in tallies)
    columns = (_draw_column(place, shown, tallies.get(month, Tally()), most) for place, month in enumerate(shown))
    return Months(tuple(columns), len(shown) < len(months))


def _list_months(first: date, last: date) -> list[date]:
    begin, end = (12 * day.year + day.month - 1 for day in (first, last))
    begin = min(begin, end - MIN_MONTHS + 1)
    return [date(month // 12, month % 12 + 1, 1) for month in range(begin, end + 1)]


def _draw_column(place: int, months: Sequence[date], tally: Tally, most: int) -> Column:
    """Draw the column of a month. `most` is the count of the highest column."""
    month, room = months[place], FIELD_WIDTH // len(months)
    width = round(room * COLUMN)
    left = FIELD_LEFT + room * place + (room - width) // 2
    won, whole = (round(FIELD_HEIGHT * count / most) for count in (tally.won, tally.games))
    named = [each for each in months if (each.month - 1) % -(-len(months) // NAMES) == 0]
    return Column(
        month=month,
        tally=tally,
        left=left,
        middle=left + width // 2,
        width=width,
        top=FIELD_TOP + FIELD_HEIGHT - whole,
        won_top=FIELD_TOP + FIELD_HEIGHT - won,
        lost_height=whole - won,
        won_height=won,
        count=str(tally.games) if tally.games == most or (tally.games and len(months) <= COUNTED) else "",
        label=date_format(month, pgettext("short month", "M")) if month in named else "",
        year=str(month.year) if month == named[0] or month.month == 1 else "",
    )
