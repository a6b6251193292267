"""Predicts the votes and chooses the best one.

Most voters judge each play by itself (`evidence`), others in hindsight (`casts`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.blending import CARELESS, TAKES, miss
from games.titles.insidejob.rules.bots.evidence import TEMPER, weigh_plays
from games.titles.insidejob.rules.bots.goals import Standpoint, agents_chance, find_goal
from games.titles.insidejob.rules.bots.position import PACES, REACHES_VOTE, Plane, tabulate
from games.titles.insidejob.rules.bots.steady import list_hidden_seats, rank
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.options import LARRY_SEATS
from games.titles.insidejob.rules.roles import AGENTS, PROF_NO, ROLES

# How much the evidence against the Insider grows with each trick to come.
DRIFT = 0.03
# At the last card, the evidence is divided by this to estimate the votes. It is more with tricks to come.
DOUBT = 0.15
# A small weight, so that ties go to the likeliest suspect.
HUNCH = 1 / 1000


@dataclass(frozen=True, slots=True)
class Accusers:
    """Voters who judge each play by itself.

    `said` is the evidence against each place, `found` how often a vote usually finds the Insider, and `comes` the
    chance that the game reaches the vote.
    """

    said: Sequence[float]
    hidden: Sequence[Seat]
    tricks_left: int
    found: float
    comes: Plane

    def find(self, insider: Seat, says: Iterable[tuple[Seat, float]]) -> float:
        """Return by how much more evidence changes the chance that the vote finds the Insider."""
        said = list(self.said)
        for seat, more in says:
            said[seat] += TEMPER * more
        lead = said[insider] - max((said[seat] for seat in self.hidden if seat != insider), default=said[insider])
        doubt = DOUBT * sqrt(1 + self.tricks_left)
        return CARELESS * (miss(-(lead + DRIFT * self.tricks_left) / doubt) - self.found)


def hear_accusers(seen: Observation) -> Accusers:
    pace = PACES[seen.seats if seen.controller is None else LARRY_SEATS]
    left = seen.numbers.tricks - seen.trick
    comes = tabulate(replace(pace, taken=pace.taken + TAKES), REACHES_VOTE, seen.numbers)[left]
    return Accusers(weigh_plays(seen), list_hidden_seats(seen), left, pace.found, comes)


def votes_to_find(seen: Observation, stands: Standpoint) -> bool:
    """Whether the bot votes for the likeliest Insider, as Agents do at tables of three or more."""
    role = ROLES[stands.role]
    plain = role.side == AGENTS and find_goal(role) is agents_chance
    return plain and seen.controller is None and PROF_NO not in seen.in_play


def name_with_others(seen: Observation, said: Sequence[float], suspicion: Mapping[Seat, float], votes: int) -> Seat:
    """Choose the vote that makes it most likely that the Insider alone has the most votes.

    `said` is the evidence for those who judge in hindsight, `suspicion` what the viewer believes. Other players are
    expected to vote for the first of one of two rankings.
    """
    hidden = list_hidden_seats(seen)
    rankings = [rank(seen, hidden, weigh_plays(seen)), rank(seen, hidden, said)]
    others = [seat for seat in range(seen.seats) if seat != seen.viewer]
    ballots = [(names, _count_likely(seen, seat)) for seat in others if (names := _list_firsts(rankings, seat))]
    worth = {}
    for suspect in dict.fromkeys(_list_firsts(rankings, seen.viewer)):
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


def _list_firsts(rankings: Sequence[Sequence[Seat]], voter: Seat | None) -> list[Seat]:
    """Return the first seat of each ranking, leaving out the voter."""
    return [next(seat for seat in ranking if seat != voter) for ranking in rankings if {*ranking} - {voter}]


def _count_likely(seen: Observation, seat: Seat) -> int:
    role = ROLES[str(seen.roles[seat])] if seat in seen.revealed else None
    return 1 if role is None else role.votes * role.revealed_votes
