"""Estimates how suspicious a play looks to others, for an Insider who wants to blend in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.casts import Casts, Groups
from games.titles.insidejob.rules.bots.denials import denies
from games.titles.insidejob.rules.bots.evidence import TEMPER, hear, weigh_plays
from games.titles.insidejob.rules.bots.likelihood import Narration, compare, list_options
from games.titles.insidejob.rules.bots.position import PACES, REACHES_VOTE, Ends, Plane, tabulate
from games.titles.insidejob.rules.bots.tricks import NUMBERS, PartialTrick, number
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.options import LARRY_SEATS
from games.titles.insidejob.rules.roles import LOSES, ROLES, find_foe, is_insider
from games.titles.insidejob.rules.trick import Played

# How often a mission is met despite the Insider, and how much more often an expert takes a trick than `steady` does.
MET, TAKES = 0.55, 0.06
# The share of observers who judge each play by itself, as `evidence` does.
CARELESS = 0.6
# The same share in the eyes of the Decoy. With a lower share the vote would nearly always find the Decoy.
SHOWS = 0.95
# At the last card, the evidence is divided by this to estimate the votes.
DOUBT = 0.3
# Careless observers have less evidence, so each piece of it counts more for them.
SHARP = 1.5

# The values with which `tabulate` gives the chance to get enough intel.
REVEALED = Ends(missions=0, intel=1, vote=0)
# Prof. No loses when revealed, so enough intel is worth nothing.
LOST = Ends(missions=0, intel=0, vote=0)


@dataclass(frozen=True, slots=True)
class Prospects:
    """The Insider's chances to win by intel and by the vote.

    Both are indexed by the missions and the intel still needed.
    """

    intel: Plane
    vote: Plane


def look_ahead(seen: Observation) -> Prospects:
    pace = PACES[seen.seats if seen.controller is None else LARRY_SEATS]
    pace = replace(pace, met=MET, taken=pace.taken + TAKES)
    left = seen.numbers.tricks - seen.trick
    revealed = LOST if ROLES[find_foe(seen.in_play)].revealed == LOSES else REVEALED
    return Prospects(
        tabulate(pace, revealed, seen.numbers)[left],
        tabulate(pace, REACHES_VOTE, seen.numbers)[left],
    )


@dataclass(frozen=True, slots=True)
class Looks:
    """How much more suspicious a seat is than the others, as both kinds of observers see it."""

    seat: Seat
    rivals: Sequence[Seat]
    roles: Sequence[str]
    groups: Groups
    by_play: float

    def stand_out(self, narration: Narration) -> float:
        """Return the seat's lead in suspicion after one more play, for observers who judge in hindsight."""
        said = self.groups.accuse(narration)
        return said[self.seat] - max(said[other] for other in self.rivals)

    def hides(self, apart: float, heard: float, careless: float) -> float:
        """Return how likely the vote misses the seat.

        `apart` is its lead in suspicion for observers who judge in hindsight, `heard` the evidence of the play itself,
        and `careless` the share of observers who judge each play by itself.
        """
        careful = miss(TEMPER * apart / DOUBT)
        return careless * self.escapes(heard) + (1 - careless) * careful

    def escapes(self, heard: float) -> float:
        return miss(SHARP * (self.by_play + TEMPER * heard) / DOUBT)


def miss(evidence: float) -> float:
    """Return how likely the vote misses a seat whose lead over the next one is `evidence`."""
    return 1 / (1 + exp(min(50.0, evidence)))


def look_at(seen: Observation, seat: Seat, casts: Casts) -> Looks:
    by_play = weigh_plays(seen)
    others = [other for other in range(seen.seats) if other != seat and other not in seen.revealed] or [seat]
    return Looks(seat, others, casts.roles, casts.group(seat), by_play[seat] - max(by_play[other] for other in others))


def weigh_play(
    seen: Observation, mission: Mission, before: PartialTrick, play: Played, roles: Sequence[str], denying: float
) -> tuple[Narration, float]:
    """Return the evidence of a play.

    The first value has it by role for observers who judge in hindsight, the second is for those who judge it by itself.
    """
    hand = [NUMBERS[card] for card in (seen.shown or seen.hand)]
    chosen = number(play)
    options = list_options(before, chosen, hand, wagers=play.wager)
    if chosen not in options:
        options.append(chosen)
    denying *= denies(seen, play)
    compared = compare(before, chosen, options, mission, seen.seats, roles)
    narration = {role: each + denying * is_insider(role) for role, each in compared.items()}
    return narration, hear(mission, (*seen.plays, play), seen.seats) + denying
