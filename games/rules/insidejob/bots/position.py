"""The Agents' chance to win, by backward induction over the tricks left."""

from dataclasses import dataclass
from functools import cache

from games.rules.insidejob.numbers import Numbers


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a mission is met, the Insider takes a trick, and the vote finds the Insider."""

    met: float
    taken: float
    found: float


# `taken` and `found` come from `steady` bots (docs/bots.md). `met` is the rate while the Insider plays along: the real
# 0.4 makes Agents give up, and nothing gives the Insider away.
PACES = {
    2: Pace(met=0.72, taken=0.33, found=0.6),
    3: Pace(met=0.72, taken=0.36, found=0.7),
    4: Pace(met=0.72, taken=0.3, found=0.7),
    5: Pace(met=0.72, taken=0.24, found=0.6),
}


@dataclass(frozen=True, slots=True)
class Ends:
    """The value of each way to end; `intel` is for the Insider's."""

    missions: float
    intel: float
    vote: float


# The chance that a vote decides.
REACHES_VOTE = Ends(missions=0, intel=0, vote=1)


def agents_ends(pace: Pace, *, exposes: bool) -> Ends:
    """`exposes`: intel reveals Prof. No, who loses."""
    return Ends(missions=1, intel=float(exposes), vote=pace.found)


# `[missions needed][intel the Insider needs]`.
Plane = tuple[tuple[float, ...], ...]


@cache
def tabulate(pace: Pace, ends: Ends, numbers: Numbers) -> tuple[Plane, ...]:
    """Return planes by tricks left."""
    missions, intel = range(1, numbers.missions_needed + 1), range(1, numbers.intel_needed + 1)
    before = [[judge(ends, needed, wanted, ends.vote) for wanted in (0, *intel)] for needed in (0, *missions)]
    table = [before]
    for _ in range(numbers.tricks):
        table.append(
            [
                [judge(ends, needed, wanted, step(pace, table[-1], needed, wanted)) for wanted in (0, *intel)]
                for needed in (0, *missions)
            ]
        )
    return tuple(tuple(tuple(row) for row in plane) for plane in table)


def judge(ends: Ends, needed: int, wanted: int, otherwise: float) -> float:
    """Intel comes first (section 5)."""
    return ends.intel if wanted == 0 else ends.missions if needed == 0 else otherwise


def step(pace: Pace, after: list[list[float]], needed: int, wanted: int) -> float:
    if not needed or not wanted:
        return 0
    met = pace.taken * after[needed - 1][wanted - 1] + (1 - pace.taken) * after[needed - 1][wanted]
    failed = pace.taken * after[needed][wanted - 1] + (1 - pace.taken) * after[needed][wanted]
    return pace.met * met + (1 - pace.met) * failed
