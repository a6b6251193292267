"""Which role each seat may have: all ways in which the hidden ones may lie, and how likely each is by what was played.

Roles that gain by looking like the Insider are thought of, too: who looks like one may be the Decoy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import exp, log

from games.rules.engine.values import Seat
from games.rules.insidejob.bots.evidence import find_breakers, weigh_breaking
from games.rules.insidejob.bots.likelihood import Narration, weigh_roles
from games.rules.insidejob.bots.listening import listen
from games.rules.insidejob.bots.onlooker import ALIKE, weigh_suspects
from games.rules.insidejob.bots.pulls import PULLS
from games.rules.insidejob.cards import Card
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import (
    AGENT,
    DAREDEVIL,
    INSIDER,
    INSIDERS,
    LOSES,
    NEIGHBOUR,
    PROF_NO,
    ROLES,
    TIM_SHADY,
    WINS,
    is_insider,
)

TEMPER = 0.7
"""Plays of one seat are no independent witnesses: what they say together counts by so much."""
NOBODY = -50.0
"""What is said against a seat that cannot be the Insider."""

Cast = tuple[str, ...]
"""A role for each place. Roles that play as others do are called so, unless they are known."""


@dataclass(frozen=True, slots=True)
class Casts:
    """All casts that agree with what everybody knows, of which roles, and what was said of each, as a logarithm."""

    roles: Sequence[str]
    casts: Sequence[Cast]
    said: Sequence[float]

    def group(self, seat: Seat) -> "Groups":
        """Return how likely the casts are, by who the Insider is in them and by the role of a seat."""
        weights: dict[tuple[Seat, str], float] = {}
        for cast, said in zip(self.casts, self.said, strict=True):
            key = find_insider(cast), cast[seat]
            weights[key] = weights.get(key, 0.0) + exp(TEMPER * said)
        return Groups(len(self.casts[0]), weights)

    def share(self, known: Sequence[str | None]) -> dict[Cast, float]:
        """Return how likely each cast is to somebody who knows these roles by place. The same work for anybody."""
        highest = max(self.said)
        weights = {
            cast: exp(TEMPER * (said - highest)) * agrees(cast, known)
            for cast, said in zip(self.casts, self.said, strict=True)
        }
        total = sum(weights.values())
        return {cast: weight / total for cast, weight in weights.items() if weight}


@dataclass(frozen=True, slots=True)
class Groups:
    """How likely it is who the Insider is, by what a seat of the own is: up to a factor."""

    seats: int
    weights: Mapping[tuple[Seat, str], float]

    def accuse(self, narration: Narration) -> list[float]:
        """Return by place how much is said for its being the Insider, once the seat has told so much more."""
        totals = [0.0] * self.seats
        for (insider, role), weight in self.weights.items():
            totals[insider] += weight * exp(TEMPER * narration.get(role, 0.0))
        return [log(total) / TEMPER if total else NOBODY for total in totals]


def weigh_casts(seen: Observation, hidden: Sequence[Card] = ()) -> Casts:
    """Return what everybody may think of the roles; `hidden` as in `weigh_roles`."""
    shown = tuple(role if seat in seen.revealed else None for seat, role in enumerate(seen.roles))
    casts = list_casts(seen.in_play, shown)
    played = set(map(name_player, seen.in_play))
    roles = [role for role in PULLS if role != AGENT and role in played]
    told = weigh_roles(seen, roles, hidden)
    said = [sum(told[seat].get(role, 0.0) for seat, role in enumerate(cast)) for cast in casts]
    return Casts(roles, casts, add_kinds(seen, casts, said) if roles == [INSIDER] else said)


def add_kinds(seen: Observation, casts: Sequence[Cast], said: Sequence[float]) -> list[float]:
    """Return the mean of what was said of casts of Agents and the Insider and of what the onlooker thinks of them.

    The onlooker knows kinds of players, and each of the two makes other mistakes.
    """
    insiders, breakers = [find_insider(cast) for cast in casts], find_breakers(seen)
    kinds = weigh_suspects(listen(seen, draws=1), {*insiders}, TEMPER, ALIKE)
    highest = max(kinds.values())
    breaking = weigh_breaking(seen)
    return [
        (one + (kinds[insider] - highest) / TEMPER + breaking * (insider in breakers)) / 2
        for insider, one in zip(insiders, said, strict=True)
    ]


@lru_cache(1024)
def list_casts(in_play: tuple[str, ...], known: tuple[str | None, ...]) -> tuple[Cast, ...]:
    """Return the ways in which the roles may lie."""
    left = list(in_play)
    for role in known:
        if role is not None:
            left.remove(role)
    ways = dict.fromkeys(permutations(map(name_player, left)))
    return tuple(fill_in(known, way) for way in ways)


def fill_in(known: Sequence[str | None], way: Sequence[str]) -> Cast:
    """Return a cast: the roles known by place, and others in turn."""
    given = iter(way)
    return tuple(next(given) if role is None else role for role in known)


def agrees(cast: Cast, known: Sequence[str | None]) -> bool:
    """Tell whether a cast has these roles where they are known."""
    return all(role is None or each in (role, name_player(role)) for each, role in zip(cast, known, strict=True))


def name_player(role: str) -> str:
    """Return as which role one plays, by its parts: as an Agent, if nothing else is known of it."""
    card = ROLES[role]
    if role in PULLS:
        return role
    if card.side == INSIDERS:
        return PROF_NO if card.revealed == LOSES else INSIDER
    if card.wins_by == NEIGHBOUR:
        return TIM_SHADY
    return DAREDEVIL if card.revealed == WINS else AGENT


@lru_cache(1024)
def find_insider(cast: Cast) -> Seat:
    """Return the seat of the Insider, or of Prof. No."""
    return next(seat for seat, role in enumerate(cast) if is_insider(role))


def suspect(shares: Mapping[Cast, float]) -> dict[Seat, float]:
    """Return how likely each seat is to be the Insider."""
    suspicion: dict[Seat, float] = {}
    for cast, share in shares.items():
        seat = find_insider(cast)
        suspicion[seat] = suspicion.get(seat, 0.0) + share
    return suspicion
