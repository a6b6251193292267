from collections.abc import Mapping
from dataclasses import asdict, dataclass

from games.rules.engine.errors import InvalidOption
from games.rules.engine.options import HouseRoleParts, Option
from games.rules.engine.texts import Sentence, text
from games.rules.engine.values import Json, Phrase, Term
from games.titles.insidejob.rules.chances import find_hard
from games.titles.insidejob.rules.house_role import PARTS, find_house_role, make_house_role, note_house_role
from games.titles.insidejob.rules.roles import (
    DAREDEVIL,
    RECOMMENDED,
    ROLES,
    SPECIAL_SEATS,
    list_lineups,
    object_to_lineup,
)

OPEN, LAST_TRICK = "open", "last_trick"
LARRY_SEATS = 2


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. The special `roles` are sorted; `memory` is `OPEN` or `LAST_TRICK`."""

    roles: tuple[str, ...] = ()
    wagers: bool = True
    risky: bool = False
    memory: str = OPEN

    @property
    def deals_risky(self) -> bool:
        return self.risky or DAREDEVIL in self.roles


def name_lineup(roles: tuple[str, ...]) -> Sentence | Phrase:
    if not roles:
        return text("None: Agents and the Insider")
    names = {f"role{place}": Term("role", role) for place, role in enumerate(roles, start=1)}
    hard = find_hard(roles)
    kind = (len(roles), roles in RECOMMENDED, bool(hard))
    return Phrase(LINEUPS[kind], {**names, "hard": Term("hard", hard)} if hard else names)


# The label of a line-up, by the number of special roles, whether it is recommended, and whether it is hard for a side.
LINEUPS: Mapping[tuple[int, bool, bool], Sentence] = {
    (1, False, False): text("{role1}"),
    (1, False, True): text("{role1} ({hard})"),
    (2, False, False): text("{role1} and {role2}"),
    (2, False, True): text("{role1} and {role2} ({hard})"),
    (2, True, False): text("{role1} and {role2} (recommended)"),
    (2, True, True): text("{role1} and {role2} (recommended, {hard})"),
}


def _order_lineups() -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(list_lineups(), key=lambda roles: (bool(roles), roles not in RECOMMENDED, len(roles))))


OPTIONS: tuple[Option, ...] = (
    Option(
        "roles",
        text("Special roles"),
        text(
            "For four or five players; everyone knows which are in play. At most one neutral role (Decoy, Accomplice "
            "or Tim Shady), and at most one that’s known from the start (Wiretapped Agent or Accomplice). The "
            "Daredevil Agent adds risky missions, so allow wagers too. Two special roles may unbalance a game."
        ),
        default="",
        choices=tuple((",".join(roles), name_lineup(roles)) for roles in _order_lineups()),
        house_role=HouseRoleParts(
            PARTS, make_house_role, find_house_role, note_house_role, lambda value: name_lineup(_read_roles(value))
        ),
    ),
    Option(
        "wagers",
        text("Wagers"),
        text("After playing a card of the led suit, you can put one of your intel tokens on it: it becomes a trump."),
        default=True,
    ),
    Option(
        "risky",
        text("Risky missions"),
        text(
            "Adds four missions that need wagers; a leader who draws one must choose it. They help "
            "the Insider. Not for two players."
        ),
        default=False,
    ),
    Option(
        "memory",
        text("Memory"),
        text("Which finished tricks everyone can look back at. The printed game allows none."),
        default=OPEN,
        choices=((OPEN, text("Every trick")), (LAST_TRICK, text("The last trick only"))),
    ),
)
# The rulebook advises a first game without wagers.
FIRST_OPTIONS: Mapping[str, Json] = {"wagers": False}


def parse_options(raw: Mapping[str, Json], seats: int) -> Options:
    """Parse options. `roles` may be a list, or text with commas. Raises `InvalidOption`."""
    unknown = raw.keys() - {option.name for option in OPTIONS}
    if unknown:
        raise InvalidOption(min(unknown), "unknown_option")
    options = Options(
        roles=_read_roles(raw.get("roles", "")),
        wagers=_read_switch(raw, "wagers", default=True),
        risky=_read_switch(raw, "risky", default=False),
        memory=_read_memory(raw.get("memory", OPEN)),
    )
    _check_together(options, seats)
    return options


def _read_roles(value: Json) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",") if value else []
    if not isinstance(value, list) or not all(isinstance(role, str) for role in value):
        raise InvalidOption("roles", "unknown_value")
    if objection := object_to_lineup(value):
        raise InvalidOption("roles", objection)
    return tuple(sorted(value))


def _read_switch(raw: Mapping[str, Json], name: str, *, default: bool) -> bool:
    """Read a switch. Raises `InvalidOption`."""
    value = raw.get(name, default)
    if not isinstance(value, bool):
        raise InvalidOption(name, "unknown_value")
    return value


def _read_memory(value: Json) -> str:
    """Read the option `memory`. Raises `InvalidOption`."""
    if value not in (OPEN, LAST_TRICK):
        raise InvalidOption("memory", "unknown_value")
    return str(value)


def _check_together(options: Options, seats: int) -> None:
    """Raise `InvalidOption` for options that do not go together (sections 8 to 10)."""
    if options.roles and seats not in SPECIAL_SEATS:
        raise InvalidOption("roles", "roles_seats")
    if DAREDEVIL in options.roles and not options.wagers:
        raise InvalidOption("roles", "daredevil_needs_wagers")
    if options.risky and not options.wagers:
        raise InvalidOption("risky", "risky_needs_wagers")
    if options.risky and seats == LARRY_SEATS:
        raise InvalidOption("risky", "risky_with_larry")


def dump_options(options: Options) -> dict[str, Json]:
    return {**asdict(options), "roles": list(options.roles)}


NOT_INSIDER = "not_insider"


def list_wishes(options: Options) -> tuple[str, ...]:
    """Return the wishes that players may have.

    A player may wish not to be the Insider, if there is an open role to give instead.
    """
    return (NOT_INSIDER,) if any(ROLES[role].is_open for role in options.roles) else ()
