"""The secret roles as rows of facts (sections 3 and 8). House roles are rows, too."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

AGENT, INSIDER = "agent", "insider"
WIRETAPPED, PARANOID, DAREDEVIL, DECOY = "wiretapped", "paranoid", "daredevil", "decoy"
ACCOMPLICE, TIM_SHADY, SLEEPER, PROF_NO = "accomplice", "tim_shady", "sleeper", "prof_no"
# The prefix of a house role's code, as in `house-agents-2bt`.
HOUSE = "house"

AGENTS, INSIDERS, NEUTRAL = "agents", "insiders", "neutral"
# How a role wins: with its side, if the neighbour on the right loses, with a partner, or by being accused.
SIDE, NEIGHBOUR, PARTNER, ACCUSED = "side", "neighbour", "partner", "accused"
# What happens to a role that is revealed by intel: it wins or loses at once, changes sides, or takes intel from its
# neighbour.
NOTHING, WINS, LOSES, TURNS, ROBS = "nothing", "wins", "loses", "turns", "robs"


@dataclass(frozen=True, slots=True)
class Role:
    """A role as a row of facts.

    With `is_open` everyone knows it from the start. `revealed` is what happens when intel reveals it.
    """

    side: str
    is_open: bool = False
    breaks_suit: bool = False
    votes: int = 1
    revealed: str = NOTHING
    wins_by: str = SIDE

    @property
    def revealed_votes(self) -> bool:
        return self.revealed not in (TURNS, ROBS)


# The roles of the rulebook.
PRINTED = {
    AGENT: Role(AGENTS),
    INSIDER: Role(INSIDERS, breaks_suit=True, revealed=WINS),
    WIRETAPPED: Role(AGENTS, is_open=True),
    PARANOID: Role(AGENTS, votes=2),
    DAREDEVIL: Role(AGENTS, revealed=WINS),
    DECOY: Role(NEUTRAL, wins_by=ACCUSED),
    ACCOMPLICE: Role(NEUTRAL, is_open=True, votes=0, wins_by=PARTNER),
    TIM_SHADY: Role(NEUTRAL, revealed=ROBS, wins_by=NEIGHBOUR),
    SLEEPER: Role(AGENTS, revealed=TURNS),
    PROF_NO: Role(INSIDERS, breaks_suit=True, revealed=LOSES),
}
# What may happen to a house role that is revealed, by its side. Without an effect, an Insider could not be found by
# intel.
EFFECTS = {AGENTS: (NOTHING, WINS, LOSES, TURNS, ROBS), INSIDERS: (WINS, LOSES), NEUTRAL: (NOTHING, ROBS)}


def object_to_parts(role: Role) -> tuple[str, str] | None:
    """Return a field that makes a house role impossible, and why, or None.

    Everyone sees who votes, so a hidden role without a vote would be found out.
    """
    if role.is_open and role.side == INSIDERS:
        return "is_open", "house_open_insider"
    if not role.votes and not role.is_open:
        return "votes", "house_no_vote"
    if role.is_open and role.revealed != NOTHING:
        return "revealed", "house_open_revealed"
    return None if role.revealed in EFFECTS[role.side] else ("revealed", "house_revealed")


def name_house_role(role: Role) -> str:
    votes = "" if role.votes == 1 else str(role.votes)
    effect = "" if role.revealed == NOTHING else role.revealed[0]
    parts = "o" * role.is_open + votes + "b" * role.breaks_suit + effect
    return "-".join((HOUSE, role.side, *([parts] if parts else [])))


def _list_house_roles() -> Mapping[str, Role]:
    roles = (
        Role(side, is_open, breaks_suit, votes, revealed, NEIGHBOUR if side == NEUTRAL else SIDE)
        for side, is_open, breaks_suit, votes in product(EFFECTS, (False, True), (False, True), (1, 0, 2))
        for revealed in EFFECTS[side]
    )
    return {name_house_role(role): role for role in roles if object_to_parts(role) is None}


HOUSE_ROLES = _list_house_roles()
ROLES: Mapping[str, Role] = {**PRINTED, **HOUSE_ROLES}
SIDES: Mapping[str, str] = {name: role.side for name, role in ROLES.items()}
SPECIAL = tuple(role for role in PRINTED if role not in (AGENT, INSIDER))
# With special roles.
SPECIAL_SEATS = (4, 5)
MAX_SPECIAL = 2
# By the rulebook.
RECOMMENDED = ((PARANOID, SLEEPER), (DAREDEVIL, TIM_SHADY), (ACCOMPLICE, PROF_NO), (SLEEPER, TIM_SHADY))


def object_to_lineup(roles: Collection[str]) -> str | None:
    if len(set(roles)) != len(roles) or not set(roles) <= {*SPECIAL, *HOUSE_ROLES}:
        return "unknown_value"
    if len(roles) > MAX_SPECIAL:
        return "roles_too_many"
    if sum(map(is_house, roles)) > 1:
        return "roles_two_house"
    if sum(ROLES[role].side == NEUTRAL for role in roles) > 1:
        return "roles_two_neutral"
    if sum(ROLES[role].is_open for role in roles) > 1:
        return "roles_two_open"
    return "roles_two_insiders" if sum(map(is_insider, roles)) > 1 else None


def list_lineups() -> tuple[tuple[str, ...], ...]:
    """Return the sets of special roles that may be combined: none, one, then two. House roles are left out."""
    every = (choice for count in range(MAX_SPECIAL + 1) for choice in combinations(sorted(SPECIAL), count))
    return tuple(choice for choice in every if object_to_lineup(choice) is None)


def list_house_lineups() -> tuple[tuple[str, ...], ...]:
    every = (tuple(sorted((role, *other))) for role in HOUSE_ROLES for other in ((), *((name,) for name in SPECIAL)))
    return tuple(choice for choice in every if object_to_lineup(choice) is None)


def list_roles(seats: int, special: Sequence[str]) -> list[str]:
    """Return the roles in play. Each special role replaces an Agent, or the Insider."""
    insiders = [] if any(map(is_insider, special)) else [INSIDER]
    return [*special, *insiders, *[AGENT] * (seats - len(special) - len(insiders))]


def is_house(role: str) -> bool:
    return role in HOUSE_ROLES


def is_insider(role: str) -> bool:
    return ROLES[role].side == INSIDERS


def find_foe(special: Collection[str]) -> str:
    return next(filter(is_insider, special), INSIDER)
