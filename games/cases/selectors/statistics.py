"""A person's statistics of cases. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import mean

from games.cases.days import DAY
from games.cases.runs import Result


@dataclass(frozen=True)
class Month:
    first: date
    solved: int
    average: float


@dataclass(frozen=True)
class Bar:
    score: int
    count: int
    share: int


@dataclass(frozen=True)
class CaseStatistics:
    """A user's results. `streak` counts days in a row with a case solved in time, up to the last case or later."""

    played: int
    solved: int
    streak: int
    longest: int
    bars: tuple[Bar, ...]
    best: Month | None


def count_cases(results: Sequence[Result], last: date) -> CaseStatistics:
    """Count a person's results. `last` is yesterday, or the last day before with a case (`find_last_day`)."""
    right = [result for result in results if result.is_right]
    solved = [result for result in right if result.is_in_time]
    streaks = _count_streaks(solved)
    return CaseStatistics(
        played=len(results),
        solved=len(right),
        # It may end before today, which is not over. A reader who travelled west may have solved the case of a day that
        # is yet to come.
        streak=max((count for day, count in streaks.items() if day >= last), default=0),
        longest=max(streaks.values(), default=0),
        bars=_draw_bars(right),
        best=_find_best_month(right),
    )


def _count_streaks(solved: Iterable[Result]) -> dict[date, int]:
    """Return by day how many cases in a row were solved until then.

    A day for which the site had no case breaks no row: the numbers of the cases before and after it follow each other.
    """
    streaks: dict[date, int] = {}
    days: dict[int, date] = {}
    for result in sorted(solved, key=lambda result: result.day):
        before = (result.day - DAY, days.get(result.number - 1))
        count = max(streaks[day] if day in streaks and day < result.day else 0 for day in before)
        streaks[result.day] = max(streaks.get(result.day, 0), count + 1)
        days[result.number] = result.day
    return streaks


def _draw_bars(right: Sequence[Result]) -> tuple[Bar, ...]:
    scores = Counter(result.score for result in right)
    most = max(scores.values(), default=0)
    return tuple(Bar(score, scores[score], round(100 * scores[score] / most)) for score in sorted(scores))


def _find_best_month(right: Sequence[Result]) -> Month | None:
    months: dict[date, list[int]] = defaultdict(list)
    for result in right:
        months[result.day.replace(day=1)].append(result.score)
    every = [Month(first, len(scores), mean(scores)) for first, scores in months.items()]
    return max(every, key=lambda month: (month.solved, -month.average, month.first), default=None)
