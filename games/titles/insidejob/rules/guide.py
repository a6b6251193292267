from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.engine.options import Option
from games.rules.engine.values import Phrase
from games.titles.insidejob.rules.briefing import note_roles
from games.titles.insidejob.rules.cards import DECK as CARDS
from games.titles.insidejob.rules.cards import SUITS, VALUES
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.ending import WIRETAP_LIMIT
from games.titles.insidejob.rules.house_role import PARTS
from games.titles.insidejob.rules.lessons import SEATS, Lessons, make_lessons
from games.titles.insidejob.rules.missions import DECK, RISKY, Mission
from games.titles.insidejob.rules.numbers import INTEL, NUMBERS, Numbers, find_numbers
from games.titles.insidejob.rules.options import LARRY_SEATS
from games.titles.insidejob.rules.roles import (
    AGENT,
    INSIDER,
    MAX_SPECIAL,
    PROF_NO,
    RECOMMENDED,
    ROLES,
    SPECIAL,
    SPECIAL_SEATS,
    Role,
    list_lineups,
)
from games.titles.insidejob.rules.state import CARDS_SHOWN, INTEL_EACH, INTEL_OF_LARRY


@dataclass(frozen=True, slots=True)
class TableSize:
    """A row of the table of sizes.

    `left` cards stay in each hand at the end. `undealt` cards stay in the box, or are Larry's pile.
    """

    seats: int
    has_larry: bool
    numbers: Numbers
    left: int
    undealt: int
    reserve: int
    with_prof_no: int | None


@dataclass(frozen=True, slots=True)
class Guide:
    """What the rules page shows.

    `partners` has, for each special role, those that may be combined with it. `reasons` has the side that wins for each
    reason (None: the Decoy).
    """

    sizes: tuple[TableSize, ...]
    cards: int
    lowest: int
    highest: int
    suits: tuple[str, ...]
    intel: int
    intel_each: int
    intel_of_larry: int
    cards_shown: int
    wiretap_limit: int
    missions: tuple[Mission, ...]
    risky: tuple[Mission, ...]
    plain_roles: tuple[str, ...]
    special_roles: tuple[str, ...]
    roles: Mapping[str, Role]
    special_seats: tuple[int, ...]
    most_special: int
    lineups: int
    recommended: tuple[tuple[str, ...], ...]
    partners: tuple[tuple[str, tuple[str, ...]], ...]
    house_parts: tuple[Option, ...]
    reasons: Mapping[str, str | None]

    @property
    def with_prof_no(self) -> tuple[TableSize, ...]:
        return tuple(size for size in self.sizes if size.with_prof_no is not None)

    @property
    def plain_notes(self) -> tuple[tuple[str, Phrase], ...]:
        return note_roles(self.plain_roles, (), None)

    @property
    def special_notes(self) -> tuple[tuple[str, Phrase], ...]:
        return note_roles(self.special_roles, (), None)

    @property
    def lessons(self) -> Lessons:
        return make_lessons()

    @property
    def usual(self) -> TableSize:
        return next(size for size in self.sizes if size.seats == SEATS)

    @property
    def larry(self) -> TableSize:
        return next(size for size in self.sizes if size.has_larry)


def make_guide() -> Guide:
    return Guide(
        sizes=tuple(_describe_size(seats) for seats in NUMBERS),
        cards=len(CARDS),
        lowest=VALUES[0],
        highest=VALUES[-1],
        suits=SUITS,
        intel=INTEL,
        intel_each=INTEL_EACH,
        intel_of_larry=INTEL_OF_LARRY,
        cards_shown=CARDS_SHOWN,
        wiretap_limit=WIRETAP_LIMIT,
        missions=DECK,
        risky=RISKY,
        plain_roles=(AGENT, INSIDER),
        special_roles=SPECIAL,
        roles=ROLES,
        special_seats=SPECIAL_SEATS,
        most_special=MAX_SPECIAL,
        lineups=len(list_lineups()),
        recommended=RECOMMENDED,
        partners=tuple((role, _list_partners(role)) for role in SPECIAL),
        house_parts=PARTS,
        reasons={code: reason.side for code, reason in END_REASONS.items()},
    )


def _describe_size(seats: int) -> TableSize:
    numbers, has_larry = NUMBERS[seats], seats == LARRY_SEATS
    larrys_intel = INTEL_OF_LARRY if has_larry else 0
    return TableSize(
        seats=seats,
        has_larry=has_larry,
        numbers=numbers,
        left=numbers.left,
        undealt=len(CARDS) - seats * numbers.hand,
        reserve=INTEL - seats * INTEL_EACH - larrys_intel,
        with_prof_no=find_numbers(seats, (PROF_NO,)).intel_needed if seats in SPECIAL_SEATS else None,
    )


def _list_partners(role: str) -> tuple[str, ...]:
    pairs = [set(lineup) for lineup in list_lineups() if len(lineup) > 1 and role in lineup]
    return tuple(other for other in SPECIAL if other != role and {role, other} in pairs)
