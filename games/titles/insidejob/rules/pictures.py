"""Pictograms of missions.

Bars are cards in order of play. Red bars matter, a dashed line is a limit. A crown marks the winning card, a briefcase
intel.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from games.titles.insidejob.rules.missions import (
    CONDITIONS,
    FIRST,
    LAST,
    SECOND,
    THIRD,
    Extreme,
    SameSuit,
    Stairs,
    Values,
    Wagered,
    Wins,
)

PLACES = {FIRST: "first", SECOND: "second", THIRD: "third", LAST: "last"}
# Lengths in the picture, in pixels.
STEP, WIDTH, MARGIN = 22, 16, 5
FLOOR, HEIGHT = 50, 64
# The values of bars, as shares of the allowed range.
UNEVEN = (0.4, 0.99, 0.0, 0.75, 0.55)
MIDDLE = (6, 8, 5, 7, 6)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture.

    `x` is its distance from the left edge. `place` is a code that names the card's place in the trick.
    """

    x: int
    height: int
    is_red: bool = False
    value: int | None = None
    dots: tuple[int, ...] = ()
    place: str = ""
    has_crown: bool = False
    has_intel: bool = False
    has_suit: bool = False

    @property
    def y(self) -> int:
        return FLOOR - self.height

    @property
    def middle(self) -> int:
        return self.x + WIDTH // 2

    @property
    def text_y(self) -> int:
        return self.y + 13

    @property
    def sign_y(self) -> int:
        return self.y + 12

    @property
    def top(self) -> int:
        return self.y - 3


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a mission. `limit` is the height of a dashed line, `arrow` an SVG path."""

    bars: tuple[Bar, ...]
    limit: int | None = None
    limit_y: int = 0
    arrow: str = ""

    @property
    def width(self) -> int:
        return 2 * MARGIN + STEP * len(self.bars) - (STEP - WIDTH) + (10 if self.limit else 0)

    @property
    def label_x(self) -> int:
        return self.width - 1

    @property
    def label_y(self) -> int:
        return self.limit_y + 4

    @property
    def line_end(self) -> int:
        return self.width - 10


@lru_cache(maxsize=256)
def draw_condition(condition: str, seats: int) -> Picture:
    match CONDITIONS[condition]:
        case Values(allowed):
            return _draw_values(allowed, seats)
        case Stairs(rises):
            return _draw_stairs(seats, rises=rises)
        case SameSuit(places):
            return _draw_suits({place % seats for place in places} or set(range(seats)), seats)
        case Extreme(place, is_highest):
            return _mark(_stand_up(MIDDLE, seats), place, 12 if is_highest else 2)
        case Wins(place):
            return _mark(_stand_up(MIDDLE, seats), place, 9, has_crown=True)
        case Wagered(places):
            picture = _stand_up((7,) * seats, seats)
            for place in places:
                picture = _mark(picture, place, 7, has_intel=True)
            return picture


def _measure(value: int) -> int:
    return 10 + 26 * value // 10


def _stand_up(values: tuple[int, ...], seats: int) -> Picture:
    return Picture(tuple(Bar(MARGIN + STEP * place, _measure(values[place])) for place in range(seats)))


def _mark(picture: Picture, place: int, value: int, *, has_crown: bool = False, has_intel: bool = False) -> Picture:
    bars = list(picture.bars)
    bars[place] = Bar(
        bars[place].x,
        _measure(value),
        is_red=True,
        place=PLACES[place],
        has_crown=has_crown,
        has_intel=has_intel,
    )
    return replace(picture, bars=tuple(bars))


def _draw_values(allowed: range, seats: int) -> Picture:
    """Draw which values are allowed: as a limit, or as dots for even or odd values."""
    values = tuple(allowed[int(share * len(allowed))] for share in UNEVEN)
    bars = _stand_up(values, seats).bars
    shown = tuple(replace(bar, value=value) for bar, value in zip(bars, values, strict=False))
    if allowed.step > 1:
        return Picture(tuple(replace(bar, dots=_place_dots(bar, 2 - allowed.start % 2)) for bar in shown))
    is_ceiling = allowed.start == 1
    limit = allowed[-1] if is_ceiling else allowed[0]
    return Picture(shown, limit=limit, limit_y=FLOOR - _measure(limit) + (-4 if is_ceiling else 0))


def _place_dots(bar: Bar, count: int) -> tuple[int, ...]:
    return (bar.middle,) if count == 1 else (bar.middle - 3, bar.middle + 3)


def _draw_stairs(seats: int, *, rises: bool) -> Picture:
    steps = tuple(2 + 9 * place // (seats - 1) for place in range(seats))
    bars = _stand_up(steps if rises else steps[::-1], seats).bars
    first, last = bars[0], bars[-1]
    start, end = (first.middle - 4, first.y - 6), (last.middle - 4, last.y - 6)
    head = "m0 0h-8m8 0-3 7" if rises else "m0 0-8-1m8 1-3-7"
    return Picture(bars, arrow=f"M{start[0]} {start[1]}L{end[0]} {end[1]}{head}")


def _draw_suits(places: set[int], seats: int) -> Picture:
    bars = _stand_up((7,) * seats, seats).bars
    return Picture(tuple(replace(bar, has_suit=place in places) for place, bar in enumerate(bars)))
