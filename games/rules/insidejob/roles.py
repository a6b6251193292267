"""The secret roles as rows of facts (sections 3 and 8), and which of them may sit at one table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

AGENT, INSIDER = "agent", "insider"
WIRETAPPED, PARANOID, DAREDEVIL, DECOY = "wiretapped", "paranoid", "daredevil", "decoy"
ACCOMPLICE, TIM_SHADY, SLEEPER, PROF_NO = "accomplice", "tim_shady", "sleeper", "prof_no"

AGENTS, INSIDERS, NEUTRAL = "agents", "insiders", "neutral"
"""The sides."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a role card says that can be said in a row.

    `is_open`: everybody knows it from the start. `breaks_suit`: need not follow suit. `revealed_votes`: still votes
    once revealed by intel.
    """

    side: str
    is_open: bool = False
    breaks_suit: bool = False
    revealed_votes: bool = True


ROLES = {
    AGENT: Role(AGENTS),
    INSIDER: Role(INSIDERS, breaks_suit=True),
    WIRETAPPED: Role(AGENTS, is_open=True),
    PARANOID: Role(AGENTS),
    DAREDEVIL: Role(AGENTS),
    DECOY: Role(NEUTRAL),
    ACCOMPLICE: Role(NEUTRAL, is_open=True),
    TIM_SHADY: Role(NEUTRAL, revealed_votes=False),
    SLEEPER: Role(AGENTS, revealed_votes=False),
    PROF_NO: Role(INSIDERS, breaks_suit=True),
}
SIDES: Mapping[str, str] = {name: role.side for name, role in ROLES.items()}
SPECIAL = tuple(role for role in ROLES if role not in (AGENT, INSIDER))
SPECIAL_SEATS = (4, 5)
"""At how many seats special roles may be dealt."""
MAX_SPECIAL = 2
RECOMMENDED = ((PARANOID, SLEEPER), (DAREDEVIL, TIM_SHADY), (ACCOMPLICE, PROF_NO), (SLEEPER, TIM_SHADY))
"""The pairs that the rulebook recommends."""
SHIELDED = (WIRETAPPED, ACCOMPLICE)
"""The roles that go first to players who would rather not be the Insider: being open, they cannot be."""


def object_to_lineup(roles: Collection[str]) -> str | None:
    """Return why these special roles may not sit at one table, or None when they may."""
    if len(set(roles)) != len(roles) or not set(roles) <= set(SPECIAL):
        return "unknown_value"
    if len(roles) > MAX_SPECIAL:
        return "roles_too_many"
    if sum(ROLES[role].side == NEUTRAL for role in roles) > 1:
        return "roles_two_neutral"
    if sum(ROLES[role].is_open for role in roles) > 1:
        return "roles_two_open"
    return None


def list_lineups() -> tuple[tuple[str, ...], ...]:
    """Return every allowed choice of special roles, each sorted: none, then one, then two."""
    every = (choice for count in range(MAX_SPECIAL + 1) for choice in combinations(sorted(SPECIAL), count))
    return tuple(choice for choice in every if object_to_lineup(choice) is None)


def list_roles(seats: int, special: Sequence[str]) -> list[str]:
    """Return the roles to be dealt to `seats` places, in order: special ones in place of Agents, or of the Insider."""
    insiders = [] if PROF_NO in special else [INSIDER]
    return [*special, *insiders, *[AGENT] * (seats - len(special) - len(insiders))]


def is_insider(role: str) -> bool:
    """Tell whether the Agents are after this role: the Insider, or Prof. No in the Insider's place."""
    return ROLES[role].side == INSIDERS
