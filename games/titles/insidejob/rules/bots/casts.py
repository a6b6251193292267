"""How likely each assignment of roles (a cast) is, given the plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import exp, log

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.evidence import find_breakers, weigh_breaking
from games.titles.insidejob.rules.bots.likelihood import Narration, weigh_roles
from games.titles.insidejob.rules.bots.listening import listen
from games.titles.insidejob.rules.bots.onlooker import ALIKE, weigh_suspects
from games.titles.insidejob.rules.bots.pulls import PULLS, name_player
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENT, INSIDER, is_insider

# Plays of one seat are not independent, so evidence is scaled.
TEMPER = 0.7
# The evidence, as a logarithm, against a seat that cannot be the Insider.
NOBODY = -50.0

# A role for each place. Hidden roles that play alike share a name.
Cast = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Casts:
    """All casts that agree with public facts, with the log evidence for each."""

    roles: Sequence[str]
    casts: Sequence[Cast]
    said: Sequence[float]

    def group(self, seat: Seat) -> "Groups":
        weights: dict[tuple[Seat, str], float] = {}
        for cast, said in zip(self.casts, self.said, strict=True):
            key = find_insider(cast), cast[seat]
            weights[key] = weights.get(key, 0.0) + exp(TEMPER * said)
        return Groups(len(self.casts[0]), weights)

    def share(self, known: Sequence[str | None]) -> dict[Cast, float]:
        """Return how likely each cast is, given the roles that the viewer knows.

        The work does not depend on these roles.
        """
        highest = max(self.said)
        weights = {
            cast: exp(TEMPER * (said - highest)) * _agrees(cast, known)
            for cast, said in zip(self.casts, self.said, strict=True)
        }
        total = sum(weights.values())
        return {cast: weight / total for cast, weight in weights.items() if weight}


@dataclass(frozen=True, slots=True)
class Groups:
    """The weights of casts, summed for each pair of the Insider's seat and the role of one given seat."""

    seats: int
    weights: Mapping[tuple[Seat, str], float]

    def accuse(self, narration: Narration) -> list[float]:
        """Return the log evidence that each place is the Insider, after another play of the given seat."""
        totals = [0.0] * self.seats
        for (insider, role), weight in self.weights.items():
            totals[insider] += weight * exp(TEMPER * narration.get(role, 0.0))
        return [log(total) / TEMPER if total else NOBODY for total in totals]


def weigh_casts(seen: Observation, hidden: Sequence[Card] = ()) -> Casts:
    """Return the evidence for each cast. `hidden` has the same meaning as in `weigh_roles`."""
    shown = tuple(role if seat in seen.revealed else None for seat, role in enumerate(seen.roles))
    casts = _list_casts(seen.in_play, shown)
    played = set(map(name_player, seen.in_play))
    roles = [role for role in PULLS if role != AGENT and role in played]
    told = weigh_roles(seen, roles, hidden)
    said = [sum(told[seat].get(role, 0.0) for seat, role in enumerate(cast)) for cast in casts]
    return Casts(roles, casts, _add_kinds(seen, casts, said) if roles == [INSIDER] else said)


def _add_kinds(seen: Observation, casts: Sequence[Cast], said: Sequence[float]) -> list[float]:
    """Return the mean of the evidence and that of the onlooker. The two models make different mistakes."""
    insiders, breakers = [find_insider(cast) for cast in casts], find_breakers(seen)
    kinds = weigh_suspects(listen(seen, draws=1, slip=0), {*insiders}, TEMPER, ALIKE)
    highest = max(kinds.values())
    breaking = weigh_breaking(seen)
    return [
        (one + (kinds[insider] - highest) / TEMPER + breaking * (insider in breakers)) / 2
        for insider, one in zip(insiders, said, strict=True)
    ]


@lru_cache(1024)
def _list_casts(in_play: tuple[str, ...], known: tuple[str | None, ...]) -> tuple[Cast, ...]:
    left = list(in_play)
    for role in known:
        if role is not None:
            left.remove(role)
    ways = dict.fromkeys(permutations(map(name_player, left)))
    return tuple(_fill_in(known, way) for way in ways)


def _fill_in(known: Sequence[str | None], way: Sequence[str]) -> Cast:
    given = iter(way)
    return tuple(next(given) if role is None else role for role in known)


def _agrees(cast: Cast, known: Sequence[str | None]) -> bool:
    return all(role is None or each in (role, name_player(role)) for each, role in zip(cast, known, strict=True))


@lru_cache(1024)
def find_insider(cast: Cast) -> Seat:
    """Return the seat of the Insider, or of Prof. No."""
    return next(seat for seat, role in enumerate(cast) if is_insider(role))


def suspect(shares: Mapping[Cast, float]) -> dict[Seat, float]:
    suspicion: dict[Seat, float] = {}
    for cast, share in shares.items():
        seat = find_insider(cast)
        suspicion[seat] = suspicion.get(seat, 0.0) + share
    return suspicion
