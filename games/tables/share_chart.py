"""A chart of what an observer could have suspected, with one line for each place, scene by scene.

Lengths are in units of the `viewBox`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.state.table import Table
from games.tables.selectors.notes import find_scene
from games.tables.selectors.suspicion import observe_game

LEFT, RIGHT, TOP, BASE = 26, 306, 8, 102
FACE = 22
LABELS = 5


@dataclass(frozen=True)
class ShareLine:
    """The line of one place, with its face at the end: `top` is the middle of the face."""

    seat: int
    d: str
    top: float
    percents: tuple[int, ...]


@dataclass(frozen=True)
class ShareChart:
    """The chart. `labels` has the numbers of scenes, each with its place on the horizontal axis."""

    lines: tuple[ShareLine, ...]
    labels: tuple[tuple[int, float], ...]
    scenes: tuple[int, ...]
    grid: tuple[tuple[int, float], ...]


def draw_shares(table: Table) -> ShareChart | None:
    """Draw the chart.

    Return None if the title has no suspicion model, or if too little was played for a line.
    """
    observer = observe_game(table)
    if observer is None or len(observer.shares) < 2:
        return None
    moments = list(observer.shares.items())
    scenes = tuple(find_scene(table, at - 1) if at else 0 for at, _ in moments)
    step = (RIGHT - LEFT) / (len(moments) - 1)
    xs = [round(LEFT + step * place, 1) for place in range(len(moments))]
    percents = list(zip(*(shares.percents for _, shares in moments), strict=True))
    tops = _spread(_find_top(each[-1]) for each in percents)
    every = -(-len(moments) // LABELS)
    return ShareChart(
        lines=tuple(
            ShareLine(seat, " ".join(_draw_points(xs, each)), tops[seat], each) for seat, each in enumerate(percents)
        ),
        labels=tuple((scene, x) for scene, x in zip(scenes, xs, strict=True) if scene > 0 and scene % every == 0),
        scenes=scenes,
        grid=tuple((percent, _find_top(percent)) for percent in (0, 50, 100)),
    )


def _find_top(percent: float) -> float:
    return round(BASE - (BASE - TOP) * percent / 100, 1)


def _draw_points(xs: Iterable[float], percents: Iterable[int]) -> Iterator[str]:
    for place, (x, percent) in enumerate(zip(xs, percents, strict=True)):
        yield f"{'L' if place else 'M'}{x:g} {_find_top(percent):g}"


def _spread(tops: Iterable[float]) -> dict[int, float]:
    """Move faces apart, upwards from the lowest, so that none covers another."""
    spread_out: dict[int, float] = {}
    below: float = BASE + 2 * FACE
    for seat, top in sorted(enumerate(tops), key=lambda each: (-each[1], each[0])):
        below = min(top, below - FACE)
        spread_out[seat] = below
    highest = min(spread_out.values())
    down = max(0, TOP + FACE / 2 - highest)
    return {seat: round(top + down, 1) for seat, top in spread_out.items()}
