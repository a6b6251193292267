"""What a position is worth: the chance that the Agents win from it, by backward induction over the tricks left."""

from dataclasses import dataclass
from functools import cache

from games.rules.insidejob.numbers import Numbers


@dataclass(frozen=True, slots=True)
class Pace:
    """How games go at one number of seats.

    `met`: how often a trick meets its mission, `taken`: how often the Insider takes it, `found`: how often the vote
    finds the Insider.
    """

    met: float
    taken: float
    found: float


PACES = {
    2: Pace(met=0.72, taken=0.33, found=0.6),
    3: Pace(met=0.72, taken=0.36, found=0.7),
    4: Pace(met=0.72, taken=0.3, found=0.7),
    5: Pace(met=0.72, taken=0.24, found=0.6),
}
"""`taken` and `found` are what tables of `steady` bots bring (docs/bots.md).

`met` is what such tables reach while the Insider plays along. With the 0.4 that is left when they do not, missions look
hopeless to all: Agents no longer try, and then nothing tells the Insider from them.
"""


@dataclass(frozen=True, slots=True)
class Ends:
    """What each way of ending is worth: enough missions, enough intel in the wrong hands, the vote."""

    missions: float
    intel: float
    vote: float


REACHES_VOTE = Ends(missions=0, intel=0, vote=1)
"""Worth the chance that a vote decides."""


def agents_ends(pace: Pace, *, exposes: bool) -> Ends:
    """Return what the ends are worth to the Agents; `exposes`: Prof. No's intel is their victory, not his."""
    return Ends(missions=1, intel=float(exposes), vote=pace.found)


Plane = tuple[tuple[float, ...], ...]
"""What positions with as many tricks left are worth: `[missions still needed][intel the Insider still needs]`."""


@cache
def tabulate(pace: Pace, ends: Ends, numbers: Numbers) -> tuple[Plane, ...]:
    """Return by the number of tricks left what positions are worth.

    From the last trick backwards: a trick meets its mission or does not, and is the Insider's or another's.
    """
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
    """Return the worth of an end that has come, the Insider's first (section 5), or `otherwise`."""
    return ends.intel if wanted == 0 else ends.missions if needed == 0 else otherwise


def step(pace: Pace, after: list[list[float]], needed: int, wanted: int) -> float:
    """Return what a position is worth before a trick, out of the four that may follow."""
    if not needed or not wanted:
        return 0
    met = pace.taken * after[needed - 1][wanted - 1] + (1 - pace.taken) * after[needed - 1][wanted]
    failed = pace.taken * after[needed][wanted - 1] + (1 - pace.taken) * after[needed][wanted]
    return pace.met * met + (1 - pace.met) * failed
