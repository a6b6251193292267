"""A run: what a person did with a case.

It is the same for users, who have a row, and for visitors, who have a session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from games.cases.days import is_open
from games.rules.engine.values import Seat

STEPS = range(1, 6)
"""The levels of suspicion that a player can note, from 1 to 5."""


@dataclass(frozen=True)
class Run:
    """What one user or visitor has done with a case.

    The fields after `accused` are set together with it. `has_row` says whether a member's run is stored. `clue_at` is
    how many scenes were seen when the clue was bought, or 0 without a clue.
    """

    has_row: bool = False
    seen: int = 1
    clue_at: int = 0
    marks: tuple[str, ...] = ()
    steps: Mapping[Seat, int] = field(default_factory=dict)
    accused: Seat | None = None
    is_right: bool = False
    is_in_time: bool = False
    ended_at: datetime | None = None

    @property
    def is_over(self) -> bool:
        return self.accused is not None

    @property
    def has_clue(self) -> bool:
        return self.clue_at > 0

    @property
    def score(self) -> int:
        """The number of scenes seen. A clue counts as one more scene."""
        return self.seen + self.has_clue


@dataclass(frozen=True)
class Result:
    number: int
    day: date
    score: int
    is_right: bool
    is_in_time: bool
    has_clue: bool = False


def is_of_newcomer(day: date, run: Run) -> bool:
    """Whether a run counts in time although the day of its case was over: the first one of a newcomer."""
    return run.is_in_time and run.ended_at is not None and not is_open(day, run.ended_at)


def make_result(number: int, day: date, run: Run) -> Result:
    """Return the result of a finished run. A newcomer's first case is an older one, and counts on the day it ended."""
    counted_on = timezone.localdate(run.ended_at) if is_of_newcomer(day, run) else day
    return Result(number, counted_on, run.score, run.is_right, run.is_in_time, run.has_clue)


def dump_run(run: Run, day: date) -> dict[str, Any]:
    """Return the run as stored in a session. The notes of a finished run are left out."""
    clue = {"clue": run.has_clue, "clue_at": run.clue_at}
    written: dict[str, Any] = {"day": day.isoformat(), "seen": run.seen, **clue}
    if run.ended_at is None:
        return {**written, "marks": list(run.marks), "steps": {str(seat): step for seat, step in run.steps.items()}}
    ended = {"accused": run.accused, "right": run.is_right, "in_time": run.is_in_time}
    return {**written, **ended, "ended": run.ended_at.isoformat()}


def load_run(raw: Mapping[str, Any]) -> Run:
    return Run(
        seen=raw["seen"],
        clue_at=find_clue(raw["clue"], raw.get("clue_at", 0), raw["seen"]),
        marks=tuple(raw.get("marks", ())),
        steps=load_steps(raw.get("steps", {})),
        accused=raw.get("accused"),
        is_right=raw.get("right", False),
        is_in_time=raw.get("in_time", False),
        ended_at=datetime.fromisoformat(raw["ended"]) if "ended" in raw else None,
    )


def find_clue(has_clue: bool, clue_at: int, seen: int) -> int:
    """Return when the clue was bought. A run of an older release does not say it: then it was the last thing done."""
    return (clue_at or seen) if has_clue else 0


def load_steps(raw: Mapping[str, int]) -> dict[Seat, int]:
    return {int(seat): step for seat, step in raw.items()}


def clean_marks(marks: Sequence[str], scenes: int, seats: int) -> tuple[str, ...]:
    """Keep only marks of scenes that the reader has seen."""
    known = {_name_mark(scene, seat) for scene in range(1, scenes + 1) for seat in range(seats)}
    return tuple(sorted(known.intersection(marks)))


def _name_mark(scene: int, seat: Seat) -> str:
    return f"{scene}-{seat}"
