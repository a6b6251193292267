"""Kinds of players that the onlooker thinks of: what draws each to a card, as an Agent and as the Insider.

Unlike the numbers of `pulls.py`, by which bots play, these also say what changes in the course of a game.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.insidejob.bots.pulls import Pull


class Turn(NamedTuple):
    """How the game stands for a seat when a trick begins, each about 0 on the average."""

    intel: float
    """The intel it holds, as a share of what reveals it."""
    missing: float
    """The missions still to be met, as a share of the tricks that are left."""
    late: float
    """The share of the tricks that are over."""


MEAN = Turn(0.4, 0.7, 0.4)
"""What is taken off."""


class Habit(NamedTuple):
    """What draws a seat to a card, as a `Pull` has it; and how much more so as intel, missions and tricks go."""

    meets: float
    spoils: float
    takes: float
    takes_meeting: float
    holds: float
    value: float
    wager: float
    meets_missing: float
    takes_intel: float
    meets_intel: float
    takes_late: float
    value_late: float
    meets_late: float

    def at(self, turn: Turn) -> Pull:
        """Return what draws the seat at this turn."""
        return Pull(
            self.meets
            + self.meets_missing * turn.missing
            + self.meets_intel * turn.intel
            + self.meets_late * turn.late,
            self.spoils,
            self.takes + self.takes_intel * turn.intel + self.takes_late * turn.late,
            self.takes_meeting,
            self.holds,
            self.value + self.value_late * turn.late,
            self.wager,
        )


Habits = tuple[Habit, Habit, Habit, Habit, Habit]
"""By the place in the trick, as `place_card` says it."""

BY_MISSION, STEADY_AGENT, EXPERT_AGENT = "plays by the mission", "steady Agent", "expert Agent"
STEADY_INSIDER, EXPERT_INSIDER, BLENDING_INSIDER = "steady Insider", "expert Insider", "blending Insider"
SLIPPING = "gentle Insider"
"""Ways to play. Who plays by the mission is a gentle Agent, or a stand-in in any role; the last one slips from it."""


class Kind(NamedTuple):
    """A kind of player: how it plays as an Agent and as the Insider, and which share of players is thought to be so."""

    agent: str
    insider: str
    share: float


KINDS = (
    Kind(STEADY_AGENT, STEADY_INSIDER, 0.15),
    Kind(BY_MISSION, SLIPPING, 0.1),
    Kind(EXPERT_AGENT, EXPERT_INSIDER, 0.1),
    Kind(EXPERT_AGENT, BLENDING_INSIDER, 0.3),
    Kind(BY_MISSION, BY_MISSION, 0.35),
)
"""`steady`, `gentle`, `expert`, `blending`, and `stand_in`, whose plays say nothing of its role."""

HABITS: Mapping[str, Habits] = {
    BY_MISSION: (
        Habit(1.99, -4.87, 0.0, 1.99, 0.96, 2.41, 0.0, -1.64, 0.0, 0.52, 0.0, -8.45, -3.02),
        Habit(6.16, -1.3, 2.61, -2.02, 3.75, -4.98, -13.36, -0.69, -1.85, 0.9, -6.21, -0.98, -0.5),
        Habit(2.52, -2.52, 5.46, -0.99, -0.27, -6.4, -12.22, -0.31, -4.01, 2.23, -5.32, 0.65, 0.13),
        Habit(0.0, 0.0, 2.52, 0.0, 1.49, -5.37, -7.88, 0.0, -1.94, 0.0, -3.54, -1.84, 0.0),
        Habit(0.0, 0.0, 2.47, 0.0, 1.38, -6.44, -8.76, 0.0, -2.6, 0.0, -5.87, -0.59, 0.0),
    ),
    STEADY_AGENT: (
        Habit(1.78, -4.68, 0.0, 1.78, 0.8, 2.52, 0.0, -1.07, 0.0, 0.92, 0.0, -6.45, -3.99),
        Habit(4.65, -1.83, 2.03, -0.82, 4.18, -4.97, -3.45, -0.66, -2.12, -0.7, -5.1, -0.49, -1.75),
        Habit(2.29, -2.29, 4.67, -1.11, 3.01, -6.27, -3.37, -0.15, -2.67, -0.8, -6.91, 0.05, -0.36),
        Habit(0.0, 0.0, 2.8, 0.0, 2.93, -6.28, -3.34, 0.0, -3.13, 0.0, -6.12, -0.79, 0.0),
        Habit(0.0, 0.0, 3.29, 0.0, 3.11, -7.01, -3.36, 0.0, -3.01, 0.0, -6.99, 0.21, 0.0),
    ),
    EXPERT_AGENT: (
        Habit(4.65, -3.86, 0.0, 4.65, 0.22, -0.06, 0.0, -1.23, 0.0, -4.94, 0.0, -3.45, -4.51),
        Habit(11.63, 1.16, 0.95, -0.11, 5.99, -5.96, -3.94, -2.0, -3.03, -4.43, -3.35, -0.39, -1.18),
        Habit(3.13, -3.13, 2.19, -0.23, 3.35, 5.62, -2.97, -1.35, -3.65, -2.74, -4.13, -5.36, -1.2),
        Habit(0.0, 0.0, 3.48, 0.0, 4.71, -6.47, -5.56, 0.0, -4.06, 0.0, -4.11, -2.28, 0.0),
        Habit(0.0, 0.0, 0.31, 0.0, 5.03, 6.19, -3.45, 0.0, -3.04, 0.0, -3.63, -5.92, 0.0),
    ),
    STEADY_INSIDER: (
        Habit(0.06, -5.02, 0.0, 0.06, 1.34, 4.53, 0.0, 0.51, 0.0, 0.31, 0.0, -8.22, -0.81),
        Habit(-5.36, -2.66, 1.65, 0.65, 4.96, -4.65, -2.5, 3.09, 5.55, 1.35, -8.44, -1.71, 0.86),
        Habit(-1.01, 1.01, 5.58, 0.29, 0.78, -4.91, -2.92, 3.39, 5.79, 1.38, -8.81, -1.18, 0.89),
        Habit(0.0, 0.0, 2.5, 0.0, 1.25, -3.65, -1.71, 0.0, 0.88, 0.0, -3.23, -1.07, 0.0),
        Habit(0.0, 0.0, 4.23, 0.0, 1.31, -5.16, -2.22, 0.0, 2.13, 0.0, -4.91, -0.81, 0.0),
    ),
    EXPERT_INSIDER: (
        Habit(0.93, -3.92, 0.0, 0.93, 1.2, 1.2, 0.0, 2.91, 0.0, -1.65, 0.0, -3.99, -3.02),
        Habit(1.15, -0.51, 0.42, -0.43, 4.14, -3.33, -2.5, 3.73, 3.44, -3.09, -4.85, -1.39, -1.88),
        Habit(0.07, -0.07, 2.39, 0.13, 1.63, 0.41, -2.69, 3.53, 4.46, -1.92, -5.88, -5.5, -2.5),
        Habit(0.0, 0.0, 1.86, 0.0, 1.47, -3.31, -1.83, 0.0, 0.63, 0.0, -1.47, -0.96, 0.0),
        Habit(0.0, 0.0, 1.83, 0.0, 1.43, 1.54, -2.27, 0.0, 1.8, 0.0, -1.86, -1.18, 0.0),
    ),
    BLENDING_INSIDER: (
        Habit(3.44, -2.84, 0.0, 3.44, 1.58, -2.68, 0.0, 3.69, 0.0, 1.05, 0.0, 0.06, -6.35),
        Habit(5.73, 0.18, 0.57, 0.56, 4.13, -4.86, -3.22, 3.6, 1.95, -1.93, -2.63, -0.47, -4.18),
        Habit(1.31, -1.31, 0.09, -0.41, 5.24, 4.95, -2.53, 3.47, 4.22, -1.62, -4.42, -1.22, -3.08),
        Habit(0.0, 0.0, 2.86, 0.0, 1.59, -3.53, -2.59, 0.0, -0.4, 0.0, -1.37, -0.74, 0.0),
        Habit(0.0, 0.0, 0.11, 0.0, 3.61, 6.4, -2.28, 0.0, 0.9, 0.0, -1.25, 0.3, 0.0),
    ),
}
"""By the way to play. Fitted by `python -m tests.insidejob.fit_kinds` (docs/bots.md says to what)."""
