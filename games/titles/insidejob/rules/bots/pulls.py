"""Pulls: how strongly the features of a card attract a player. They model how bots choose."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from games.titles.insidejob.rules.bots.tricks import SUIT, TOP, WAGER, Guess, Option, PartialTrick
from games.titles.insidejob.rules.roles import (
    AGENT,
    DAREDEVIL,
    DECOY,
    INSIDER,
    INSIDERS,
    LOSES,
    NEIGHBOUR,
    PROF_NO,
    ROLES,
    TIM_SHADY,
    WINS,
)
from games.titles.insidejob.rules.trick import TRUMPS


class Pull(NamedTuple):
    """How strongly each feature of a play attracts a player."""

    meets: float
    spoils: float
    takes: float
    takes_meeting: float
    holds: float
    value: float
    wager: float


RANKS = TOP + TRUMPS
# The kinds of places in a trick, apart from whether the mission was already lost.
LEADS, FOLLOWS, ENDS, FOLLOWS_LOST, ENDS_LOST = range(5)
Pulls = tuple[Pull, Pull, Pull, Pull, Pull]
# The pulls of each role, as log weights for each kind of place. Other roles play as Agents. The values are fitted by
# `python -m tools.bots.fit` (docs/bots.md).
PULLS: Mapping[str, Pulls] = {
    AGENT: (
        Pull(2.10, -3.77, 0.00, 2.10, 0.59, 1.84, 0.00),
        Pull(4.53, -0.29, 2.79, -0.37, 0.49, -1.01, -4.67),
        Pull(2.03, -2.03, 2.29, 0.21, 0.79, 2.78, -3.51),
        Pull(0.00, 0.00, 2.02, 0.00, 1.53, -1.27, -4.21),
        Pull(0.00, 0.00, 1.94, 0.00, 1.22, 3.26, -3.41),
    ),
    INSIDER: (
        Pull(0.96, -3.56, 0.00, 0.96, 0.90, 3.73, 0.00),
        Pull(-0.10, -0.32, 0.58, -0.24, 2.59, -0.59, -3.15),
        Pull(0.08, -0.08, 1.80, 0.03, 0.91, 1.33, -3.09),
        Pull(0.00, 0.00, 1.46, 0.00, 0.44, -0.08, -2.22),
        Pull(0.00, 0.00, 1.68, 0.00, 0.31, 1.66, -2.74),
    ),
    PROF_NO: (
        Pull(0.31, -3.89, 0.00, 0.31, 0.16, -5.04, 0.00),
        Pull(-1.16, -2.09, 0.55, -0.10, -4.13, -4.12, -0.48),
        Pull(-0.20, 0.20, -1.67, 0.39, -2.42, -2.03, -0.50),
        Pull(0.00, 0.00, -0.62, 0.00, -2.36, -3.28, -0.37),
        Pull(0.00, 0.00, -1.62, 0.00, -2.15, -2.34, -0.26),
    ),
    DECOY: (
        Pull(-0.56, -4.27, 0.00, -0.56, 0.92, -0.39, 0.00),
        Pull(-2.04, 1.03, 0.21, 0.01, 1.40, -0.69, -0.40),
        Pull(-1.13, 1.13, 0.05, 0.79, 0.33, -1.19, -0.14),
        Pull(0.00, 0.00, 0.97, 0.00, 0.45, -1.41, -0.58),
        Pull(0.00, 0.00, 0.76, 0.00, -0.21, -0.48, -0.66),
    ),
    TIM_SHADY: (
        Pull(0.05, -3.40, 0.00, 0.05, -0.28, -2.12, 0.00),
        Pull(-1.50, -1.37, 1.53, 0.19, -1.17, -2.87, -0.49),
        Pull(0.19, -0.19, -0.57, -0.38, 0.86, -2.05, 0.08),
        Pull(0.00, 0.00, 0.14, 0.00, -0.07, -3.30, -0.56),
        Pull(0.00, 0.00, 0.42, 0.00, 0.03, -2.54, -0.35),
    ),
    DAREDEVIL: (
        Pull(2.25, -1.65, 0.00, 2.25, 0.42, 1.44, 0.00),
        Pull(4.03, -0.53, 1.32, 0.81, 3.29, -4.08, -2.58),
        Pull(1.38, -1.38, 1.69, 0.93, 1.95, 0.20, -2.20),
        Pull(0.00, 0.00, 2.24, 0.00, 1.83, -2.48, -1.86),
        Pull(0.00, 0.00, 1.25, 0.00, 1.80, -0.69, -1.87),
    ),
}

# The pulls next to a Decoy. There the Insider leaves suspicious plays to the Decoy.
BESIDE_DECOY: Mapping[str, Pulls] = {
    **PULLS,
    INSIDER: (
        Pull(0.69, -3.63, 0.00, 0.69, 0.52, 1.69, 0.00),
        Pull(-0.02, -0.70, 0.25, 0.41, 1.69, -1.65, -1.56),
        Pull(0.14, -0.14, 0.51, 0.61, 1.27, 0.47, -1.26),
        Pull(0.00, 0.00, 1.21, 0.00, 1.29, -3.04, -1.97),
        Pull(0.00, 0.00, 0.93, 0.00, 1.21, -0.86, -1.75),
    ),
}


def name_player(role: str) -> str:
    """Return the role whose style of play is the model for `role`."""
    card = ROLES[role]
    if role in PULLS:
        return role
    if card.side == INSIDERS:
        return PROF_NO if card.revealed == LOSES else INSIDER
    if card.wins_by == NEIGHBOUR:
        return TIM_SHADY
    return DAREDEVIL if card.revealed == WINS else AGENT


def pulls_of(role: str, beside: Collection[str]) -> Pulls:
    return (BESIDE_DECOY if DECOY in beside else PULLS).get(role, PULLS[AGENT])


def place_card(before: PartialTrick, left: int, guess: Guess) -> int:
    """Return the kind of place where a card is played. `left` cards come after it."""
    if not before.values:
        return LEADS
    return place_after(left, guess(before, left + 1))


def place_after(left: int, hope: float) -> int:
    if left:
        return FOLLOWS if hope else FOLLOWS_LOST
    return ENDS if hope else ENDS_LOST


def draw(pull: Pull, options: Iterable[Option]) -> list[float]:
    meets_w, spoils, takes, takes_meeting, holds, value, wager = pull
    drawn = []
    for (values, _, best, rank, _), card, meets in options:
        total = meets_w * meets + value * (card % SUIT) / TOP
        if not meets:
            total += spoils
        if best == len(values) - 1:
            total += takes + takes_meeting * meets + holds * rank / RANKS
        drawn.append(total + wager if card >= WAGER else total)
    return drawn
