"""Charts of suspicions for an SVG template, and a table of the same values.

Scenes are equally wide. Lengths are in units of the `viewBox`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules.engine.suspicion import Shares
from games.tables.selectors.notes import Line, Suspect

LEFT, TOP, WIDTH, STEP = 2, 26, 356, 26
STEPS = 5
BELOW = 46
APART = 3
LABELS = 10


@dataclass(frozen=True)
class Band:
    left: float
    width: float
    top: float


@dataclass(frozen=True)
class Path:
    """A line of a chart. `d` is an SVG path; `index` selects the line style."""

    seat: int
    index: int
    d: str


@dataclass(frozen=True)
class Label:
    """A label on the horizontal axis. The end has a negative number."""

    number: int
    middle: float


@dataclass(frozen=True)
class Row:
    """The values at the end of a scene (None: no value), and the truth, as a row of the table."""

    scene: int
    steps: tuple[int | None, ...]
    percent: int | None
    truth: bool | None


@dataclass(frozen=True)
class Proof:
    scene: int
    code: str
    left: float
    top: float


@dataclass(frozen=True)
class Observed:
    """Lines of the model's shares and of the share before the first move, and the proofs."""

    d: str
    level: str
    proofs: tuple[Proof, ...]


@dataclass(frozen=True)
class Chart:
    about: int
    paths: tuple[Path, ...]
    bands: tuple[Band, ...]
    labels: tuple[Label, ...]
    rows: tuple[Row, ...]
    observed: Observed | None = None
    grid: tuple[int, ...] = tuple(TOP + STEP * step for step in range(STEPS))
    width: int = LEFT * 2 + WIDTH
    base: int = TOP + STEP * (STEPS - 1)
    height: int = TOP + STEP * (STEPS - 1) + BELOW


@dataclass(frozen=True)
class Scale:
    """The horizontal axis. `starts` and `last` count moves."""

    starts: Mapping[int, int]
    last: int

    @property
    def room(self) -> float:
        return WIDTH / len(self.starts)

    @property
    def ends(self) -> dict[int, int]:
        """The number of moves at the end of each scene."""
        return dict(zip(self.starts, [*list(self.starts.values())[1:], self.last], strict=True))

    def place(self, at: int) -> float:
        """Return the x of the moment after `at` moves.

        What was written after the last move, as in a game that ended by agreement, stands at the end.
        """
        for index, (begin, end) in enumerate(pairwise([*self.starts.values(), self.last])):
            if at < end:
                return round(LEFT + self.room * (index + (at - begin) / (end - begin)), 1)
        return LEFT + WIDTH


def draw_suspects(
    suspects: Sequence[Suspect], starts: Mapping[int, int], last: int, shares: Mapping[int, Shares] | None = None
) -> list[Chart]:
    """Return a chart for each suspect.

    `starts` has the number of moves at the start of each scene, and `shares` the model's shares by number of moves.
    """
    writers = sorted({line.seat for suspect in suspects for line in suspect.lines})
    return [_draw_suspect(suspect, writers, Scale(starts, last), shares or {}) for suspect in suspects]


def _draw_suspect(suspect: Suspect, writers: Sequence[int], scale: Scale, shares: Mapping[int, Shares]) -> Chart:
    paths = (_draw_line(line, writers.index(line.seat), len(writers), scale) for line in suspect.lines)
    return Chart(
        about=suspect.about,
        paths=tuple(paths),
        bands=tuple(_draw_bands(suspect.truth, scale)),
        labels=tuple(_list_labels(scale)),
        rows=tuple(_list_rows(suspect, scale, shares)),
        observed=_draw_observed(suspect.about, scale, shares) if shares else None,
    )


def _draw_observed(seat: int, scale: Scale, shares: Mapping[int, Shares]) -> Observed:
    return Observed(
        d=_draw_steps({at: each.percents[seat] for at, each in shares.items()}, scale),
        level=_draw_steps({at: each.levels[seat] for at, each in shares.items()}, scale),
        proofs=tuple(_list_proofs(seat, scale, shares)),
    )


def _draw_steps(percents: Mapping[int, float], scale: Scale) -> str:
    ends = [*list(percents)[1:], None]
    parts: list[str] = []
    for (at, percent), end in zip(percents.items(), ends, strict=True):
        top = _find_top(percent)
        parts.append(f"V{top:g}" if parts else f"M{scale.place(at):g} {top:g}")
        parts.append(f"H{LEFT + WIDTH if end is None else scale.place(end):g}")
    return " ".join(parts)


def _find_top(percent: float) -> float:
    return round(TOP + STEP * (STEPS - 1) * (1 - percent / 100), 1)


def _list_proofs(seat: int, scale: Scale, shares: Mapping[int, Shares]) -> Iterator[Proof]:
    known = set[str]()
    scenes = {end: scene for scene, end in scale.ends.items()}
    for at, each in shares.items():
        code = each.proofs.get(seat)
        if code is not None and code not in known:
            known.add(code)
            yield Proof(scenes[at], code, scale.place(at), _find_top(each.percents[seat]))


def _draw_line(line: Line, index: int, count: int, scale: Scale) -> Path:
    parts, ends = [], [*list(line.steps)[1:], None]
    is_drawn = False
    for (at, step), end in zip(line.steps.items(), ends, strict=True):
        if step is not None:
            top = TOP + STEP * (STEPS - step) + APART * (index - (count - 1) / 2)
            parts.append(f"V{top:g}" if is_drawn else f"M{scale.place(at):g} {top:g}")
            parts.append(f"H{LEFT + WIDTH if end is None else scale.place(end):g}")
        is_drawn = step is not None
    return Path(line.seat, index, " ".join(parts))


def _draw_bands(truth: Mapping[int, bool | None], scale: Scale) -> Iterator[Band]:
    known = ((scene, is_so) for scene, is_so in truth.items() if is_so is not None)
    for scene, is_so in known:
        top = TOP if is_so else TOP + STEP * (STEPS - 1)
        yield Band(scale.place(scale.starts[scene]), round(scale.room, 1), top)


def _list_labels(scale: Scale) -> Iterator[Label]:
    every = -(-len(scale.starts) // LABELS)
    for index, scene in enumerate(scale.starts):
        if index % every == 0 or scene < 0:
            yield Label(scene, round(LEFT + scale.room * (index + 0.5), 1))


def _list_rows(suspect: Suspect, scale: Scale, shares: Mapping[int, Shares]) -> Iterator[Row]:
    for scene, end in scale.ends.items():
        steps = tuple(_find_last(line, end) for line in suspect.lines)
        percent = shares[end].percents[suspect.about] if end in shares else None
        if percent is not None or any(step is not None for step in steps):
            yield Row(scene, steps, percent, suspect.truth.get(scene))


def _find_last(line: Line, end: int) -> int | None:
    said = [step for at, step in line.steps.items() if at < end]
    return said[-1] if said else None
