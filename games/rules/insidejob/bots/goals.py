"""What the end of a trick is worth to a seat, by its role: the value of the position that it leads to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.insidejob.bots.evidence import suspect
from games.rules.insidejob.bots.position import PACES, REACHES_VOTE, Plane, agents_ends, tabulate
from games.rules.insidejob.ending import WIRETAP_LIMIT
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.options import LARRY_SEATS
from games.rules.insidejob.roles import (
    ACCOMPLICE,
    AGENT,
    DAREDEVIL,
    DECOY,
    INSIDER,
    PARANOID,
    PROF_NO,
    SLEEPER,
    TIM_SHADY,
    WIRETAPPED,
    is_insider,
)
from games.rules.protocol import Seat


@dataclass(frozen=True, slots=True)
class Standpoint:
    """From where the end of the trick under way is judged.

    `roles` are those known by place, `suspicion` is how likely each seat is to be the Insider: 1 for a known one.
    `needed` is the intel that reveals. `agents` and `vote` are the chances that the Agents win and that a vote
    decides, once the trick is over: by missions still needed and by intel that the Insider still needs.
    """

    seat: Seat
    role: str
    roles: tuple[str | None, ...]
    suspicion: Mapping[Seat, float]
    revealed: tuple[Seat, ...]
    partner: Seat | None
    wiretapped: Seat | None
    needed: int
    agents: Plane
    vote: Plane


@dataclass(frozen=True, slots=True)
class After:
    """A position after the trick under way: intel by place, and how many missions are still needed."""

    intel: Sequence[int]
    missions: int


def stand(seen: Observation) -> Standpoint:
    """Return the standpoint of the viewer, who knows their role."""
    return stand_with(seen, seen.roles)


def stand_as_agent(seen: Observation) -> Standpoint:
    """Return the standpoint of an Agent in the viewer's seat. Looks at no role."""
    return stand_with(seen, tuple(AGENT if seat == seen.viewer else None for seat in range(seen.seats)))


def stand_with(seen: Observation, roles: tuple[str | None, ...]) -> Standpoint:
    """Return the standpoint of a viewer who knows these roles, their own among them."""
    assert seen.viewer is not None
    pace = PACES[seen.seats if seen.controller is None else LARRY_SEATS]
    ends = agents_ends(pace, exposes=PROF_NO in seen.options.roles)
    left = seen.numbers.tricks - seen.trick
    return Standpoint(
        seat=seen.viewer,
        role=str(roles[seen.viewer]),
        roles=roles,
        suspicion=suspect_others(seen, roles),
        revealed=seen.revealed,
        partner=seen.partner,
        wiretapped=roles.index(WIRETAPPED) if WIRETAPPED in roles else None,
        needed=seen.numbers.intel_needed,
        agents=tabulate(pace, ends, seen.numbers)[left],
        vote=tabulate(pace, REACHES_VOTE, seen.numbers)[left],
    )


def suspect_others(seen: Observation, roles: tuple[str | None, ...]) -> Mapping[Seat, float]:
    """Return how likely each seat is to be the Insider: certain for those who know, else from what was played."""
    known = next((seat for seat, role in enumerate(roles) if role is not None and is_insider(role)), None)
    hidden = [seat for seat, role in enumerate(roles) if role is None and seat not in seen.revealed]
    suspicion = suspect(seen, hidden or range(seen.seats))
    return suspicion if known is None else {known: 1.0}


def follow_up(seen: Observation, stands: Standpoint, winner: Seat, *, met: bool, wager: bool) -> After:
    """Return the position after the trick, if `winner` takes it and no intel is put on it but by `wager`."""
    intel = list(seen.intel)
    intel[stands.seat] -= wager
    if stands.roles[winner] != ACCOMPLICE:
        intel[winner] += 1 + wager + sum(played.wager for played in seen.plays)
    elif seen.partner is not None:
        intel[seen.partner] = max(0, intel[seen.partner] - 1)
    return After(intel, max(0, seen.numbers.missions_needed - seen.met - met))


def value(stands: Standpoint, after: After) -> float:
    """Return the chance that the own seat wins from a position, over the seats that may be the Insider."""
    goal = GOALS[stands.role]
    return sum(weight * goal(stands, after, insider) for insider, weight in stands.suspicion.items())


def look_up(stands: Standpoint, plane: Plane, after: After, insider: Seat) -> float:
    """Return what a position is worth by its table, if `insider` is the one."""
    return plane[after.missions][max(0, stands.needed - after.intel[insider])]


def agents_chance(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return how likely the Agents are to win, if `insider` is the one."""
    if stands.wiretapped is not None and after.intel[stands.wiretapped] > WIRETAP_LIMIT:
        return 0
    return look_up(stands, stands.agents, after, insider)


def is_exposed(stands: Standpoint, after: After) -> bool:
    """Tell whether the own seat is, or would be, revealed by its intel."""
    return stands.seat in stands.revealed or after.intel[stands.seat] >= stands.needed


Goal = Callable[[Standpoint, After, Seat], float]
"""Returns the chance that the own seat wins from a position, if the last argument is the Insider."""


def as_insider(stands: Standpoint, after: After, insider: Seat) -> float:
    """Win against the Agents."""
    return 1 - agents_chance(stands, after, insider)


def as_daredevil(stands: Standpoint, after: After, insider: Seat) -> float:
    """Win with the Agents, or by one's own intel at once."""
    return 1 if is_exposed(stands, after) else agents_chance(stands, after, insider)


def as_sleeper(stands: Standpoint, after: After, insider: Seat) -> float:
    """Win with the Agents until revealed, with the Insider from then on."""
    chance = agents_chance(stands, after, insider)
    return 1 - chance if is_exposed(stands, after) else chance


def as_tim_shady(stands: Standpoint, after: After, insider: Seat) -> float:
    """Win when the seat before one's own loses."""
    chance = agents_chance(stands, after, insider)
    return chance if insider == (stands.seat - 1) % len(stands.roles) else 1 - chance


def as_accomplice(stands: Standpoint, after: After, insider: Seat) -> float:
    """Win with the partner, whose role she knows; the Sleeper changes sides."""
    chance = agents_chance(stands, after, insider)
    turned = stands.partner in stands.revealed and stands.roles[stands.partner] == SLEEPER
    return 1 - chance if turned or insider == stands.partner else chance


def as_decoy(stands: Standpoint, after: After, insider: Seat) -> float:
    """See the game through to the vote, unrevealed."""
    return 0 if is_exposed(stands, after) else look_up(stands, stands.vote, after, insider)


GOALS: Mapping[str, Goal] = {
    AGENT: agents_chance,
    WIRETAPPED: agents_chance,
    PARANOID: agents_chance,
    INSIDER: as_insider,
    PROF_NO: as_insider,
    DAREDEVIL: as_daredevil,
    SLEEPER: as_sleeper,
    TIM_SHADY: as_tim_shady,
    ACCOMPLICE: as_accomplice,
    DECOY: as_decoy,
}
