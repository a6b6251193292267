"""How all players did with a case. The totals of a few players are not shown."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache

from games.cases.runs import Run
from games.cases.selectors.files import CaseFile
from games.models import CaseTally
from games.rules.engine.values import Seat

# Fewer accusations than this might give a person away.
ENOUGH = 20
KEPT_FOR = 30


@dataclass(frozen=True)
class Row:
    scenes: int
    count: int
    right: int


@dataclass(frozen=True)
class Totals:
    """How all readers of a case did.

    Shares are in per cent. `usual` is the number of scenes that most right accusations took.
    """

    count: int
    right: int
    usual: int | None
    rows: tuple[Row, ...]
    accused: Seat
    accused_share: int
    counts: Mapping[tuple[int, Seat], int]
    guilty: Seat

    def better_than(self, run: Run) -> int:
        """Return the share of players who were wrong, or were right after more scenes."""
        later = (n for (scenes, seat), n in self.counts.items() if seat != self.guilty or scenes > run.score)
        return round(100 * sum(later) / self.count)


def find_totals(file: CaseFile) -> Totals | None:
    """Return the totals of a case, which may be half a minute old."""
    name = f"case:totals:{file.commitment}"
    kept: tuple[Totals | None] | None = cache.get(name)
    if kept is None:
        kept = (_count_totals(file),)
        cache.set(name, kept, KEPT_FOR)
    return kept[0]


def _count_totals(file: CaseFile) -> Totals | None:
    rows = CaseTally.objects.filter(case=file.key).values_list("scenes", "accused", "count")
    counts = {(scenes, accused): count for scenes, accused, count in rows if count}
    total = sum(counts.values())
    return _add_up(counts, total, file.guilty) if total >= ENOUGH else None


def _add_up(counts: Mapping[tuple[int, Seat], int], total: int, guilty: Seat) -> Totals:
    by_scene, right, by_seat = Counter[int](), Counter[int](), Counter[Seat]()
    for (scenes, accused), count in counts.items():
        by_scene[scenes] += count
        by_seat[accused] += count
        right[scenes] += count * (accused == guilty)
    seat, most = max(by_seat.items(), key=lambda item: (item[1], -item[0]))
    return Totals(
        count=total,
        right=round(100 * right.total() / total),
        usual=max(right, key=lambda scenes: (right[scenes], -scenes)) if right.total() else None,
        rows=tuple(Row(n, by_scene[n], round(100 * right[n] / by_scene[n])) for n in sorted(by_scene)),
        accused=seat,
        accused_share=round(100 * most / total),
        counts=counts,
        guilty=guilty,
    )
