"""What it costs to look like the Insider: how likely the vote is to find a seat that plays so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from games.rules.engine.values import Seat
from games.rules.insidejob.bots.casts import Casts, Groups
from games.rules.insidejob.bots.evidence import TEMPER, hear, weigh_plays
from games.rules.insidejob.bots.likelihood import Narration, compare, list_options
from games.rules.insidejob.bots.position import PACES, REACHES_VOTE, Ends, Plane, tabulate
from games.rules.insidejob.bots.tricks import NUMBERS, Lie, number
from games.rules.insidejob.missions import Mission
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.options import LARRY_SEATS
from games.rules.insidejob.roles import LOSES, ROLES, find_foe
from games.rules.insidejob.trick import Played

MET, TAKES = 0.55, 0.06
"""How often a trick meets its mission when the Insider spoils some and plays along with others, and how much more often
than a `steady` one an expert takes a trick."""
CARELESS = 0.6
"""How many observers look at each play by itself, as `evidence` does, and not at what could have been played."""
SHOWS = 0.95
"""The same for those whom the Decoy plays for: if it looked as much for all others, it would be named nearly always."""
DOUBT = 0.3
"""How much evidence it takes to sway a vote: the scale of its curve when the last card is played."""
SHARP = 1.5
"""How much more the careless are swayed by as much evidence, since less of it speaks to them."""

REVEALED = Ends(missions=0, intel=1, vote=0)
"""Worth the chance that the Insider gets enough intel."""
LOST = Ends(missions=0, intel=0, vote=0)
"""That of Prof. No, whom enough intel reveals: nothing."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """The chances of the Insider to be revealed by intel and to come to a vote, by missions and intel still needed."""

    intel: Plane
    vote: Plane


def look_ahead(seen: Observation) -> Prospects:
    """Return the prospects once the trick under way is over."""
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
    """How a seat looks to others: by how much more it is suspected than the next one, in two ways of looking."""

    seat: Seat
    rivals: Sequence[Seat]
    roles: Sequence[str]
    groups: Groups
    by_play: float

    def stand_out(self, narration: Narration) -> float:
        """Return how much more the seat is suspected in hindsight than the next, after one more play that tells so."""
        said = self.groups.accuse(narration)
        return said[self.seat] - max(said[other] for other in self.rivals)

    def hides(self, apart: float, heard: float, careless: float) -> float:
        """Return how likely a vote is to miss the seat that stands out so, after a play of which so much is heard."""
        careful = miss(TEMPER * apart / DOUBT)
        return careless * self.escapes(heard) + (1 - careless) * careful

    def escapes(self, heard: float) -> float:
        """Return how likely those miss it who judge each play by itself."""
        return miss(SHARP * (self.by_play + TEMPER * heard) / DOUBT)


def miss(evidence: float) -> float:
    """Return how likely it is that a vote misses a seat with so much more evidence against it than the next."""
    return 1 / (1 + exp(min(50.0, evidence)))


def look_at(seen: Observation, seat: Seat, casts: Casts) -> Looks:
    """Return how a seat looks, given what `weigh_casts` says."""
    by_play = weigh_plays(seen)
    others = [other for other in range(seen.seats) if other != seat and other not in seen.revealed] or [seat]
    return Looks(seat, others, casts.roles, casts.group(seat), by_play[seat] - max(by_play[other] for other in others))


def tell(
    seen: Observation, mission: Mission, before: Lie, play: Played, roles: Sequence[str]
) -> tuple[Narration, float]:
    """Return what a play tells of its seat in hindsight, by role, and what is heard in it by itself."""
    hand = [NUMBERS[card] for card in (seen.shown or seen.hand)]
    chosen = number(play)
    options = list_options(before, chosen, hand, wagers=play.wager)
    if chosen not in options:
        options.append(chosen)
    narration = compare(before, chosen, options, mission, seen.seats, roles)
    return narration, hear(mission, (*seen.plays, play), seen.seats)
