"""Kinds of players for the onlooker.

Unlike the pulls of bots in `pulls.py`, these habits change during a game.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.insidejob.bots.pulls import Pull


class Turn(NamedTuple):
    """The game for a seat at the start of a trick."""

    # Of what reveals.
    intel: float
    # Missions per trick left.
    missing: float
    # Share of tricks finished.
    late: float


# Subtracted.
MEAN = Turn(0.4, 0.7, 0.4)


class Habit(NamedTuple):
    """A `Pull`, and how it changes during the game."""

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
    wager_late: float = 0.0

    def at(self, turn: Turn) -> Pull:
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
            self.wager + self.wager_late * turn.late,
        )


# See `place_card`.
Habits = tuple[Habit, Habit, Habit, Habit, Habit]

BY_MISSION, STEADY_AGENT, EXPERT_AGENT = "plays by the mission", "steady Agent", "expert Agent"
STEADY_INSIDER, EXPERT_INSIDER, BLENDING_INSIDER = "steady Insider", "expert Insider", "blending Insider"
# `BY_MISSION` is a gentle Agent or a stand-in; `SLIPPING` plays a random card at times.
SLIPPING = "gentle Insider"
# Beginners, whose plays say nothing.
AIMLESS = "plays any card"


class Kind(NamedTuple):
    """Play by role, and the share of players."""

    agent: str
    insider: str
    share: float


# In turn `steady`, `gentle`, `expert`, `blending`, `stand_in` and beginners.
KINDS = (
    Kind(STEADY_AGENT, STEADY_INSIDER, 0.15),
    Kind(BY_MISSION, SLIPPING, 0.1),
    Kind(EXPERT_AGENT, EXPERT_INSIDER, 0.1),
    Kind(EXPERT_AGENT, BLENDING_INSIDER, 0.2),
    Kind(BY_MISSION, BY_MISSION, 0.2),
    Kind(AIMLESS, AIMLESS, 0.25),
)

# Fitted by `python -m tests.insidejob.fit_kinds` (docs/bots.md).
HABITS: Mapping[str, Habits] = {
    BY_MISSION: (
        Habit(1.99, -4.87, 0.0, 1.99, 0.96, 2.41, 0.0, -1.64, 0.0, 0.52, 0.0, -8.45, -3.02),
        Habit(6.16, -1.3, 2.61, -2.02, 3.75, -4.98, -13.36, -0.69, -1.85, 0.9, -6.21, -0.98, -0.5),
        Habit(2.52, -2.52, 5.46, -0.99, -0.27, -6.4, -12.22, -0.31, -4.01, 2.23, -5.32, 0.65, 0.13),
        Habit(0.0, 0.0, 2.52, 0.0, 1.49, -5.37, -7.88, 0.0, -1.94, 0.0, -3.54, -1.84, 0.0),
        Habit(0.0, 0.0, 2.47, 0.0, 1.38, -6.44, -8.76, 0.0, -2.6, 0.0, -5.87, -0.59, 0.0),
    ),
    STEADY_AGENT: (
        Habit(1.89, -4.86, 0.0, 1.89, 0.83, 3.26, 0.0, -0.95, 0.0, 0.28, 0.0, -7.26, -4.27),
        Habit(4.92, -1.6, 2.8, -0.77, 3.87, -4.99, -6.49, -0.3, -1.76, -0.63, -4.09, -0.67, -2.39, 7.62),
        Habit(2.14, -2.14, 4.24, -0.42, 1.91, -5.83, -6.08, -0.41, -2.87, 0.12, -3.24, 0.81, -1.25, 5.8),
        Habit(0.0, 0.0, 2.79, 0.0, 2.88, -5.41, -5.78, 0.0, -2.12, 0.0, -2.21, -0.63, 0.0, 3.96),
        Habit(0.0, 0.0, 3.56, 0.0, 2.71, -7.05, -6.06, 0.0, -1.92, 0.0, -2.81, -1.32, 0.0, 5.72),
    ),
    EXPERT_AGENT: (
        Habit(4.28, -2.76, 0.0, 4.28, 0.34, 0.22, 0.0, -1.1, 0.0, -2.31, 0.0, -2.73, -3.24, 0.0),
        Habit(10.15, 1.01, 1.36, 0.49, 4.15, -4.85, -5.34, -1.17, -1.87, -2.72, -1.63, -0.34, -2.03, 3.75),
        Habit(3.43, -3.43, 2.17, -0.08, 2.05, 7.77, -4.02, -0.8, -3.16, -1.04, 1.64, -2.79, -2.49, 0.6),
        Habit(0.0, 0.0, 3.25, 0.0, 2.71, -4.47, -6.0, 0.0, -1.31, 0.0, -0.05, -1.68, 0.0, 0.38),
        Habit(0.0, 0.0, 1.48, 0.0, 2.27, 7.63, -4.12, 0.0, -2.73, 0.0, 0.04, -1.0, 0.0, 0.97),
    ),
    STEADY_INSIDER: (
        Habit(0.16, -5.11, 0.0, 0.16, 1.43, 5.18, 0.0, -0.09, 0.0, 0.17, 0.0, -8.15, -0.42),
        Habit(-5.68, -2.52, 2.7, 0.46, 3.21, -3.8, -5.85, 4.15, 6.51, 0.46, -5.67, -1.41, 0.53, 6.12),
        Habit(-1.32, 1.32, 3.86, 0.59, 1.12, -4.05, -5.39, 3.79, 5.48, 0.18, -4.4, -0.64, -0.52, 5.11),
        Habit(0.0, 0.0, 2.07, 0.0, 1.45, -3.73, -3.68, 0.0, 2.92, 0.0, -1.57, -1.16, 0.0, 1.78),
        Habit(0.0, 0.0, 3.29, 0.0, 1.52, -5.37, -4.74, 0.0, 2.81, 0.0, -1.59, -1.08, 0.0, 2.06),
    ),
    EXPERT_INSIDER: (
        Habit(1.01, -3.16, 0.0, 1.01, 0.98, 1.63, 0.0, 1.29, 0.0, -0.59, 0.0, -3.01, -1.56, 0.0),
        Habit(-0.15, -0.9, 0.63, -0.17, 2.9, -3.02, -3.03, 1.67, 2.91, -1.76, -1.65, -1.29, -2.74, 0.3),
        Habit(0.2, -0.2, 2.44, -0.35, 0.94, 0.7, -2.6, 2.69, 3.25, -1.28, -2.17, -2.86, -1.14, 0.37),
        Habit(0.0, 0.0, 0.99, 0.0, 0.58, -1.73, -2.15, 0.0, 0.38, 0.0, -0.2, -0.7, 0.0, 0.35),
        Habit(0.0, 0.0, 1.18, 0.0, 1.1, 2.28, -2.05, 0.0, 0.77, 0.0, 0.33, -0.9, 0.0, 0.55),
    ),
    BLENDING_INSIDER: (
        Habit(3.55, -1.82, 0.0, 3.55, 1.6, -1.56, 0.0, 1.91, 0.0, 0.18, 0.0, 0.26, -2.18, 0.0),
        Habit(4.73, 0.08, 0.58, 1.29, 2.01, -3.26, -3.45, 1.97, 1.49, -0.83, -0.73, 0.79, -1.85, 1.1),
        Habit(0.83, -0.83, 1.17, 0.24, 1.88, 4.11, -2.42, 2.28, 3.49, -2.42, -2.35, -1.2, -0.96, 0.12),
        Habit(0.0, 0.0, 1.35, 0.0, 0.84, -1.81, -1.97, 0.0, 0.63, 0.0, 0.47, -0.05, 0.0, 0.03),
        Habit(0.0, 0.0, 1.23, 0.0, 1.16, 3.61, -1.95, 0.0, 0.19, 0.0, -0.39, 0.26, 0.0, -0.15),
    ),
}
