"""The Agents' chance to win, by backward induction over the tricks left."""

from dataclasses import dataclass
from functools import cache

from games.titles.insidejob.rules.numbers import Numbers


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a mission is met, how often the Insider takes a trick, and how often the vote finds the Insider."""

    met: float
    taken: float
    found: float


# `taken` and `found` come from `steady` bots (docs/bots.md). `met` is the rate while the Insider plays along. With the
# real rate of 0.4, Agents would give up, and nothing would give the Insider away.
PACES = {
    2: Pace(met=0.72, taken=0.33, found=0.6),
    3: Pace(met=0.72, taken=0.36, found=0.7),
    4: Pace(met=0.72, taken=0.3, found=0.7),
    5: Pace(met=0.72, taken=0.24, found=0.6),
}


@dataclass(frozen=True, slots=True)
class Ends:
    """The value of each way to end a game: by missions, by the Insider's intel, and by the vote."""

    missions: float
    intel: float
    vote: float


# The values with which `tabulate` gives the chance that the game reaches the vote.
REACHES_VOTE = Ends(missions=0, intel=0, vote=1)


def agents_ends(pace: Pace, *, exposes: bool) -> Ends:
    """Return the value of each end for the Agents.

    With `exposes`, enough intel reveals Prof. No, who then loses.
    """
    return Ends(missions=1, intel=float(exposes), vote=pace.found)


# Values indexed by `[missions needed][intel that the Insider needs]`.
Plane = tuple[tuple[float, ...], ...]


@cache
def tabulate(pace: Pace, ends: Ends, numbers: Numbers) -> tuple[Plane, ...]:
    """Return the value of each position.

    The table is indexed by the tricks left, the missions needed and the intel that the Insider needs.
    """
    missions, intel = range(1, numbers.missions_needed + 1), range(1, numbers.intel_needed + 1)
    before = [[_judge(ends, needed, wanted, ends.vote) for wanted in (0, *intel)] for needed in (0, *missions)]
    table = [before]
    for _ in range(numbers.tricks):
        table.append(
            [
                [_judge(ends, needed, wanted, _step(pace, table[-1], needed, wanted)) for wanted in (0, *intel)]
                for needed in (0, *missions)
            ]
        )
    return tuple(tuple(tuple(row) for row in plane) for plane in table)


def _judge(ends: Ends, needed: int, wanted: int, otherwise: float) -> float:
    """Return the value of a position: that of the end if the game is over, else `otherwise`.

    Enough intel counts before enough missions (section 5).
    """
    return ends.intel if wanted == 0 else ends.missions if needed == 0 else otherwise


def _step(pace: Pace, after: list[list[float]], needed: int, wanted: int) -> float:
    if not needed or not wanted:
        return 0
    met = pace.taken * after[needed - 1][wanted - 1] + (1 - pace.taken) * after[needed - 1][wanted]
    failed = pace.taken * after[needed][wanted - 1] + (1 - pace.taken) * after[needed][wanted]
    return pace.met * met + (1 - pace.met) * failed
