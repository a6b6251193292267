"""The kinds of players that the onlooker knows.

Unlike the pulls of bots in `pulls.py`, the habits of a kind change during a game.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.titles.insidejob.rules.bots.pulls import Pull


class Turn(NamedTuple):
    """How the game stands for a seat at the start of a trick. All values are differences from `MEAN`."""

    # Its intel, as a share of what reveals it.
    intel: float
    # The missions still needed per trick left.
    missing: float
    # The share of tricks that are finished.
    late: float


# The means, which are subtracted.
MEAN = Turn(0.4, 0.7, 0.4)


class Habit(NamedTuple):
    """A `Pull`, and how it changes during a game."""

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


# A habit for each kind of place that `place_card` returns.
Habits = tuple[Habit, Habit, Habit, Habit, Habit]

BY_MISSION, STEADY_AGENT, EXPERT_AGENT = "plays by the mission", "steady Agent", "expert Agent"
STEADY_INSIDER, EXPERT_INSIDER = "steady Insider", "expert Insider"
# `BY_MISSION` describes a gentle Agent or a stand-in. `SLIPPING` sometimes plays a random card.
SLIPPING = "gentle Insider"
# Beginners, whose plays say nothing.
AIMLESS = "plays any card"


class Kind(NamedTuple):
    """A kind of players: how they play in each role, and which share of all players they are."""

    agent: str
    insider: str
    share: float


# These are `steady`, `gentle`, `expert`, `stand_in` and beginners.
KINDS = (
    Kind(STEADY_AGENT, STEADY_INSIDER, 0.25),
    Kind(BY_MISSION, SLIPPING, 0.05),
    Kind(EXPERT_AGENT, EXPERT_INSIDER, 0.05),
    Kind(BY_MISSION, BY_MISSION, 0.45),
    Kind(AIMLESS, AIMLESS, 0.2),
)

# Fitted by `python -m tools.bots.fit_kinds` (docs/bots.md).
HABITS: Mapping[str, Habits] = {
    BY_MISSION: (
        Habit(1.82, -4.32, 0.0, 1.82, 1.14, 2.69, 0.0, -1.5, 0.0, -0.76, 0.0, -4.51, -1.44, 0.0),
        Habit(3.14, -1.42, 1.46, -1.09, 1.56, 0.66, -8.05, -0.21, -0.67, 0.47, -2.7, -0.73, -2.26, 1.46),
        Habit(1.7, -1.7, 2.23, -0.45, -0.87, 1.05, -6.55, 0.03, -1.32, 0.14, -2.11, 0.43, -0.25, 0.83),
        Habit(0.0, 0.0, 0.74, 0.0, -0.1, 0.61, -4.61, 0.0, -1.77, 0.0, -1.81, -0.53, 0.0, 0.33),
        Habit(0.0, 0.0, 0.87, 0.0, -0.56, 0.69, -4.76, 0.0, -0.8, 0.0, -2.14, -0.69, 0.0, 0.26),
    ),
    STEADY_AGENT: (
        Habit(1.41, -4.29, 0.0, 1.41, 1.21, 3.3, 0.0, -0.26, 0.0, -0.68, 0.0, -4.09, -2.68, 0.0),
        Habit(1.88, -1.74, 2.52, -1.04, 0.73, 0.88, -4.52, -0.22, -1.17, -0.07, -0.44, -0.03, -1.57, 3.49),
        Habit(1.51, -1.51, 2.71, -0.2, 0.26, 0.6, -3.34, -0.24, -1.49, -0.8, -0.98, 0.49, -0.56, 2.04),
        Habit(0.0, 0.0, 1.09, 0.0, 1.58, 0.9, -3.67, 0.0, -1.25, 0.0, -0.82, -0.62, 0.0, 1.61),
        Habit(0.0, 0.0, 1.85, 0.0, 1.14, 0.47, -3.55, 0.0, -1.54, 0.0, -1.49, -0.09, 0.0, 2.49),
    ),
    EXPERT_AGENT: (
        Habit(4.12, -3.18, 0.0, 4.12, 0.3, 0.21, 0.0, -1.53, 0.0, -2.84, 0.0, -2.42, -3.64, 0.0),
        Habit(8.91, 0.31, 2.52, -0.32, 3.21, -4.63, -6.42, -0.45, -1.92, -0.51, 0.11, 0.39, -4.14, 4.48),
        Habit(4.0, -4.0, 1.39, 0.9, 1.61, 9.09, -4.12, -1.07, -3.64, -0.76, 1.19, -2.55, -3.74, 2.5),
        Habit(0.0, 0.0, 3.17, 0.0, 2.66, -5.0, -5.95, 0.0, -0.92, 0.0, 0.45, -1.86, 0.0, 1.67),
        Habit(0.0, 0.0, 2.07, 0.0, 2.71, 9.62, -4.89, 0.0, -0.48, 0.0, 0.56, 0.31, 0.0, 0.82),
    ),
    STEADY_INSIDER: (
        Habit(2.85, -2.36, 0.0, 2.85, 0.6, 2.23, 0.0, -0.4, 0.0, 0.17, 0.0, -5.64, -0.27, 0.0),
        Habit(3.62, 0.32, 4.06, -1.42, 2.16, -2.75, -5.87, 0.99, 4.96, -0.3, -3.7, -0.93, 0.39, 4.98),
        Habit(1.11, -1.11, 3.1, -0.34, 0.6, 5.2, -4.06, 0.65, 4.76, -1.86, -1.48, -1.01, 0.23, 1.53),
        Habit(0.0, 0.0, 1.98, 0.0, 1.88, -2.61, -3.91, 0.0, 1.02, 0.0, -0.29, -0.59, 0.0, 1.0),
        Habit(0.0, 0.0, 2.62, 0.0, 1.3, 5.7, -3.75, 0.0, 2.77, 0.0, 1.14, 0.66, 0.0, 1.36),
    ),
    EXPERT_INSIDER: (
        Habit(1.1, -2.86, 0.0, 1.1, 1.11, 1.66, 0.0, 1.66, 0.0, -1.29, 0.0, -2.83, -2.3, 0.0),
        Habit(1.24, -0.19, 0.85, -0.86, 2.76, -1.63, -3.18, 2.46, 2.83, -2.42, -2.85, 0.14, -0.72, 1.1),
        Habit(0.19, -0.19, 1.26, 0.21, 2.43, 2.58, -3.37, 1.24, 3.4, -1.96, -2.2, -1.88, -0.91, 0.21),
        Habit(0.0, 0.0, 1.11, 0.0, 0.78, -1.12, -2.15, 0.0, 0.3, 0.0, -0.75, -0.43, 0.0, -0.35),
        Habit(0.0, 0.0, 1.06, 0.0, 0.97, 3.54, -2.85, 0.0, 1.27, 0.0, -0.29, -0.42, 0.0, 0.73),
    ),
}
