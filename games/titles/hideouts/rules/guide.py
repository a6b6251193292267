from dataclasses import dataclass

from games.titles.hideouts.rules.ending import POINT_EACH
from games.titles.hideouts.rules.material import PLACES, ROLES, SPIES, TOKENS


@dataclass(frozen=True, slots=True)
class Guide:
    roles: tuple[str, ...]
    spies: int
    lowest: int
    highest: int
    hideouts: int
    hand: int
    tokens: int
    point_each: int


def make_guide() -> Guide:
    return Guide(
        roles=ROLES,
        spies=len(SPIES),
        lowest=SPIES[0],
        highest=SPIES[-1],
        hideouts=len(PLACES),
        hand=len(SPIES) - len(PLACES),
        tokens=TOKENS,
        point_each=POINT_EACH,
    )
