"""Charts of wins and losses, as the numbers that a template draws an SVG with, and a table of the same figures.

Lengths are in whole units of the chart's `viewBox`: a fraction would be written as the reader's language does. All that
a page shows of a chart comes from its bars or columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.utils.formats import date_format

from games.people.selectors.statistics import Tally

Key = TypeVar("Key")

WIDTH, LINE = 300, 44
"""The width of a chart of bars and the height of one of its lines."""
FIELD_WIDTH, FIELD_HEIGHT, FIELD_TOP, FIELD_LEFT = 360, 120, 22, 4
"""The field in which columns stand, and how far it is from the upper and the left edge."""
BELOW = 40
"""What the names below the columns need."""
MIN_MONTHS, MAX_MONTHS = 6, 24
NAMES = 6
"""How many names there is room for below the columns."""
COUNTED = 12
"""Up to how many columns there is room for a figure on each; on the highest there always is."""
COLUMN = 0.7
"""The share of its room that a column takes."""


@dataclass(frozen=True)
class Bar:
    """One line of a chart and of its table; `top` is where the line begins."""

    name: str
    tally: Tally
    top: int
    won_width: int
    lost_width: int


@dataclass(frozen=True)
class Chart:
    """Wins and losses by one thing that games differ in; `key` tells the charts of a page apart."""

    key: str
    heading: str
    bars: tuple[Bar, ...]

    @property
    def height(self) -> int:
        """The height in the chart's units."""
        return LINE * len(self.bars)


def draw_chart(key: str, heading: str, names: Mapping[Key, str], tallies: Mapping[Key, Tally]) -> Chart:
    """Return a chart with a bar for each of `names` that has games. The longest is as wide as the chart."""
    most = max(tally.games for tally in tallies.values())
    shown = [(name, tallies[value]) for value, name in names.items() if value in tallies]
    return Chart(key, heading, tuple(draw_bar(name, tally, line, most) for line, (name, tally) in enumerate(shown)))


def draw_bar(name: str, tally: Tally, line: int, most: int) -> Bar:
    """Return the bar on a line of a chart in which the longest stands for `most` games."""
    won, whole = (round(WIDTH * count / most) for count in (tally.won, tally.games))
    return Bar(name, tally, line * LINE, won, whole - won)


@dataclass(frozen=True)
class Column:
    """One month: losses stand on wins. Where there is room, `label` and `year` stand below and `count` on top."""

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
    """Wins and losses by month, the last month with a game on the right."""

    columns: tuple[Column, ...]
    # Earlier months are left out.
    is_cut: bool

    @property
    def width(self) -> int:
        """The width in the chart's units."""
        return FIELD_LEFT + FIELD_WIDTH

    @property
    def height(self) -> int:
        """The height in the chart's units."""
        return FIELD_TOP + FIELD_HEIGHT + BELOW

    @property
    def base(self) -> int:
        """Where the columns stand."""
        return FIELD_TOP + FIELD_HEIGHT


def draw_months(tallies: Mapping[date, Tally]) -> Months:
    """Return the chart of results by the first days of months, of which there is one at least; those between are empty.

    It shows six months at least, and the last two years at most.
    """
    months = list_months(min(tallies), max(tallies))
    shown = months[-MAX_MONTHS:]
    most = max(tallies[month].games for month in shown if month in tallies)
    columns = (draw_column(place, shown, tallies.get(month, Tally()), most) for place, month in enumerate(shown))
    return Months(tuple(columns), len(shown) < len(months))


def list_months(first: date, last: date) -> list[date]:
    """Return the first days of all months from one to another, and of as many before as make six."""
    begin, end = (12 * day.year + day.month - 1 for day in (first, last))
    begin = min(begin, end - MIN_MONTHS + 1)
    return [date(month // 12, month % 12 + 1, 1) for month in range(begin, end + 1)]


def draw_column(place: int, months: Sequence[date], tally: Tally, most: int) -> Column:
    """Return the column of one of `months` in a chart whose highest stands for `most` games."""
    month, room = months[place], FIELD_WIDTH // len(months)
    width = round(room * COLUMN)
    left = FIELD_LEFT + room * place + (room - width) // 2
    won, whole = (round(FIELD_HEIGHT * count / most) for count in (tally.won, tally.games))
    named = [each for each in months if has_name(each, len(months))]
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
        label=date_format(month, "M") if month in named else "",
        year=str(month.year) if month == named[0] or month.month == 1 else "",
    )


def has_name(month: date, count: int) -> bool:
    """Tell whether a month is named below its column where there are so many: January always is."""
    return (month.month - 1) % -(-count // NAMES) == 0
