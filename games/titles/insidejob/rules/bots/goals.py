"""Values the end of a trick for each role."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.evidence import suspect
from games.titles.insidejob.rules.bots.position import PACES, REACHES_VOTE, Plane, agents_ends, tabulate
from games.titles.insidejob.rules.ending import WIRETAP_LIMIT
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.options import LARRY_SEATS
from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    ACCUSED,
    AGENT,
    AGENTS,
    DAREDEVIL,
    INSIDERS,
    LOSES,
    NEIGHBOUR,
    NOTHING,
    PARTNER,
    PROF_NO,
    ROBS,
    ROLES,
    SIDE,
    TURNS,
    WINS,
    WIRETAPPED,
    Role,
    find_foe,
    is_insider,
)


@dataclass(frozen=True, slots=True)
class Standpoint:
    """What a bot needs to value the end of a trick.

    `suspicion` has each seat's probability to be the Insider. `agents` and `vote` have the chances that the Agents win
    and that the game reaches the vote, indexed by the missions and the intel still needed.
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
    """The position after a trick: the intel of each place, and the missions still needed."""

    intel: Sequence[int]
    missions: int


def stand(seen: Observation) -> Standpoint:
    return stand_with(seen, seen.roles)


def stand_as_agent(seen: Observation) -> Standpoint:
    return stand_with(seen, tuple(AGENT if seat == seen.viewer else None for seat in range(seen.seats)))


def stand_with(seen: Observation, roles: tuple[str | None, ...]) -> Standpoint:
    assert seen.viewer is not None
    pace = PACES[seen.seats if seen.controller is None else LARRY_SEATS]
    ends = agents_ends(pace, exposes=ROLES[find_foe(seen.options.roles)].revealed == LOSES)
    left = seen.numbers.tricks - seen.trick
    return Standpoint(
        seat=seen.viewer,
        role=str(roles[seen.viewer]),
        roles=roles,
        suspicion=_suspect_others(seen, roles),
        revealed=seen.revealed,
        partner=seen.partner,
        wiretapped=roles.index(WIRETAPPED) if WIRETAPPED in roles else None,
        needed=seen.numbers.intel_needed,
        agents=tabulate(pace, ends, seen.numbers)[left],
        vote=tabulate(pace, REACHES_VOTE, seen.numbers)[left],
    )


def _suspect_others(seen: Observation, roles: tuple[str | None, ...]) -> Mapping[Seat, float]:
    known = next((seat for seat, role in enumerate(roles) if role is not None and is_insider(role)), None)
    hidden = [seat for seat, role in enumerate(roles) if role is None and seat not in seen.revealed]
    suspicion = suspect(seen, hidden or range(seen.seats))
    return suspicion if known is None else {known: 1.0}


def follow_up(seen: Observation, stands: Standpoint, winner: Seat, *, met: bool, wager: bool) -> After:
    """Return the position after a trick that `winner` takes. Later players are assumed not to wager."""
    intel = list(seen.intel)
    intel[stands.seat] -= wager
    if stands.roles[winner] != ACCOMPLICE:
        intel[winner] += 1 + wager + sum(played.wager for played in seen.plays)
    elif seen.partner is not None:
        intel[seen.partner] = max(0, intel[seen.partner] - 1)
    return After(intel, max(0, seen.numbers.missions_needed - seen.met - met))


def find_end(cast: Sequence[str], stands: Standpoint, after: After) -> str | None:
    """Return the side that has won after this trick, or None.

    If both sides would win, the Insider's side does.
    """
    shown = {seat for seat, intel in enumerate(after.intel) if seat in stands.revealed or intel >= stands.needed}
    if stands.wiretapped is not None and after.intel[stands.wiretapped] > WIRETAP_LIMIT:
        return INSIDERS
    if PROF_NO in cast and shown == {*range(len(cast))} - {cast.index(PROF_NO)}:
        return INSIDERS
    return AGENTS if any(cast[seat] in (DAREDEVIL, PROF_NO) for seat in shown) else None


def settle(stands: Standpoint, side: str) -> Standpoint:
    """Return a standpoint where it is certain that `side` has won."""
    agents, vote = (tuple((chance,) * len(row) for row in stands.agents) for chance in (float(side == AGENTS), 0.0))
    return replace(stands, wiretapped=None, agents=agents, vote=vote)


def value(stands: Standpoint, after: After) -> float:
    """Return the chance to win, as a mean over the possible Insiders."""
    goal = find_goal(ROLES[stands.role])
    return sum(weight * goal(stands, after, insider) for insider, weight in stands.suspicion.items())


def look_up(stands: Standpoint, plane: Plane, after: After, insider: Seat) -> float:
    return plane[after.missions][max(0, stands.needed - after.intel[insider])]


def agents_chance(stands: Standpoint, after: After, insider: Seat) -> float:
    if stands.wiretapped is not None and after.intel[stands.wiretapped] > WIRETAP_LIMIT:
        return 0
    return look_up(stands, stands.agents, after, insider)


def _is_exposed(stands: Standpoint, after: After) -> bool:
    return stands.seat in stands.revealed or after.intel[stands.seat] >= stands.needed


# A function of standpoint, position and the Insider's seat that returns the chance to win.
Goal = Callable[[Standpoint, After, Seat], float]


def _as_insider(stands: Standpoint, after: After, insider: Seat) -> float:
    return 1 - agents_chance(stands, after, insider)


def _as_doomed(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return the chance to win of a role that loses the game when revealed."""
    return 0 if _is_exposed(stands, after) else agents_chance(stands, after, insider)


def _as_daredevil(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return the chance to win of a role that wins at once when revealed."""
    return 1 if _is_exposed(stands, after) else agents_chance(stands, after, insider)


def _as_sleeper(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return the chance to win of a role that changes sides when revealed."""
    chance = agents_chance(stands, after, insider)
    return 1 - chance if _is_exposed(stands, after) else chance


def _as_tim_shady(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return the chance to win of Tim Shady, who wins if the seat before him loses."""
    chance = agents_chance(stands, after, insider)
    return chance if insider == (stands.seat - 1) % len(stands.roles) else 1 - chance


def _as_accomplice(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return the chance to win of the Accomplice, who wins with her partner. The partner may change sides."""
    chance = agents_chance(stands, after, insider)
    role = None if stands.partner is None else stands.roles[stands.partner]
    turned = stands.partner in stands.revealed and role is not None and ROLES[role].revealed == TURNS
    return 1 - chance if turned or insider == stands.partner else chance


def _as_decoy(stands: Standpoint, after: After, insider: Seat) -> float:
    """Return the Decoy's chance to reach the vote without being revealed."""
    return 0 if _is_exposed(stands, after) else look_up(stands, stands.vote, after, insider)


# The goals of roles that do not win with a side, by `wins_by`.
OWN_GOALS: Mapping[str, Goal] = {NEIGHBOUR: _as_tim_shady, PARTNER: _as_accomplice, ACCUSED: _as_decoy}
# The goals of roles on the Agents' side, by the effect of being revealed.
AGENTS_GOALS: Mapping[str, Goal] = {
    NOTHING: agents_chance,
    ROBS: agents_chance,
    WINS: _as_daredevil,
    LOSES: _as_doomed,
    TURNS: _as_sleeper,
}


def find_goal(role: Role) -> Goal:
    if role.wins_by != SIDE:
        return OWN_GOALS[role.wins_by]
    return _as_insider if role.side == INSIDERS else AGENTS_GOALS[role.revealed]
