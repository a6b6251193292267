"""How a vote comes to name somebody: how likely it is to find the Insider after a play, and whom to name among others.

Most look at each play by itself, as `evidence` does, and others in hindsight, as `casts` does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt

from games.rules.engine.values import Seat
from games.rules.insidejob.bots.blending import CARELESS, TAKES, miss
from games.rules.insidejob.bots.evidence import TEMPER, weigh_plays
from games.rules.insidejob.bots.goals import Standpoint, agents_chance, find_goal
from games.rules.insidejob.bots.position import PACES, REACHES_VOTE, Plane, tabulate
from games.rules.insidejob.bots.steady import rank
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.options import LARRY_SEATS
from games.rules.insidejob.roles import AGENTS, PROF_NO, ROLES

DRIFT = 0.03
"""By how much the Insider stands out more with each trick to come."""
DOUBT = 0.15
"""How much evidence it takes to sway a vote when the last card is played; the more, the more tricks are to come."""
HUNCH = 1 / 1000
"""Where a vote can no longer change what the others bring about, it names whom one suspects."""


@dataclass(frozen=True, slots=True)
class Accusers:
    """What those who look at each play by itself think so far, and how their vote goes on from there.

    `said` is by place what speaks for its being the Insider, `hidden` are the places that may be it. `found` is how
    often a vote finds the Insider, and `comes` how likely one is to decide, by missions and intel still needed.
    """

    said: Sequence[float]
    hidden: Sequence[Seat]
    tricks_left: int
    found: float
    comes: Plane

    def find(self, insider: Seat, says: Iterable[tuple[Seat, float]]) -> float:
        """Return how much likelier than usual a vote is to find the Insider, once plays have said so much more.

        So many voters as are careless go by that; the others look in hindsight at what could have been played.
        """
        said = list(self.said)
        for seat, more in says:
            said[seat] += TEMPER * more
        lead = said[insider] - max((said[seat] for seat in self.hidden if seat != insider), default=said[insider])
        doubt = DOUBT * sqrt(1 + self.tricks_left)
        return CARELESS * (miss(-(lead + DRIFT * self.tricks_left) / doubt) - self.found)


def hear_accusers(seen: Observation) -> Accusers:
    """Return what those who look at each play by itself think before the next one."""
    pace = PACES[seen.seats if seen.controller is None else LARRY_SEATS]
    left = seen.numbers.tricks - seen.trick
    comes = tabulate(replace(pace, taken=pace.taken + TAKES), REACHES_VOTE, seen.numbers)[left]
    return Accusers(weigh_plays(seen), list_hidden_seats(seen), left, pace.found, comes)


def list_hidden_seats(seen: Observation) -> list[Seat]:
    """Return the places whose roles are not revealed."""
    return [seat for seat in range(seen.seats) if seat not in seen.revealed]


def votes_to_find(seen: Observation, stands: Standpoint) -> bool:
    """Tell whether a seat wins by the vote alone that names the Insider, as Agents do among three and more players."""
    role = ROLES[stands.role]
    plain = role.side == AGENTS and find_goal(role) is agents_chance
    return plain and seen.controller is None and PROF_NO not in seen.in_play


def name_with_others(seen: Observation, said: Sequence[float], suspicion: Mapping[Seat, float], votes: int) -> Seat:
    """Return to whom it is best to give one's `votes`, so that the most fall on the Insider alone.

    `said` is by place what speaks against it in hindsight, `suspicion` how likely the viewer takes each to be the
    Insider. There are two rankings: each of the others names the first of one of them who is not themselves,
    and so does the viewer.
    """
    hidden = list_hidden_seats(seen)
    rankings = [rank(seen, hidden, weigh_plays(seen)), rank(seen, hidden, said)]
    others = [seat for seat in range(seen.seats) if seat != seen.viewer]
    ballots = [(names, count_likely(seen, seat)) for seat in others if (names := list_firsts(rankings, seat))]
    worth = {}
    for suspect in dict.fromkeys(list_firsts(rankings, seen.viewer)):
        found = HUNCH * suspicion.get(suspect, 0.0)
        for ways in product((0, 1), repeat=len(ballots)):
            against = [0] * seen.seats
            against[suspect] += votes
            likely = 1.0
            for (names, count), way in zip(ballots, ways, strict=True):
                against[names[way]] += count
                likely *= 1 - CARELESS if way else CARELESS
            if against.count(max(against)) == 1:
                found += likely * suspicion.get(against.index(max(against)), 0.0)
        worth[suspect] = found, seen.intel[suspect], -suspect
    return max(worth, key=worth.__getitem__)


def list_firsts(rankings: Sequence[Sequence[Seat]], voter: Seat | None) -> list[Seat]:
    """Return whom a voter names by each ranking, who is not themselves; nobody if they alone may be named."""
    return [next(seat for seat in ranking if seat != voter) for ranking in rankings if {*ranking} - {voter}]


def count_likely(seen: Observation, seat: Seat) -> int:
    """Return how many votes another seat is thought to have: one, but for roles that are known."""
    role = ROLES[str(seen.roles[seat])] if seat in seen.revealed else None
    return 1 if role is None else role.votes * role.revealed_votes
