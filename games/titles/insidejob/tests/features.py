"""What a record of Inside Job shows of its rules: the golden games, together, must show all of it."""

from collections.abc import Iterator
from typing import Any

from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.options import OPTIONS
from games.titles.insidejob.rules.roles import AGENTS, HOUSE_ROLES

SPECIAL = ("wiretapped", "paranoid", "daredevil", "decoy", "accomplice", "tim_shady", "sleeper", "prof_no")
MADE = {
    "player": ("accomplice", "mission", "play", "larry", "vote"),
    "bot": ("accomplice", "mission", "play", "larry", "vote"),
    "clock": ("accomplice", "mission", "play", "larry", "vote"),
}
CAN_BE_REVEALED = ("agent", "insider", "paranoid", "daredevil", "decoy", "tim_shady", "sleeper", "prof_no")
PLAYERS = (BOTS["random"],)
REQUIRED: frozenset[Any] = frozenset(
    [
        *(("ends", reason) for reason in END_REASONS),
        *(("seats", seats) for seats in (2, 3, 4, 5)),
        *(("special", role) for role in (*SPECIAL, *HOUSE_ROLES)),
        *(("house role revealed", role) for role in HOUSE_ROLES if role[-1] in "wltr"),
        *(("rules", 2, seats) for seats in (2, 3, 4, 5)),
        *(("revealed", role) for role in CAN_BE_REVEALED),
        *(("made", chooser, kind) for chooser, kinds in MADE.items() for kind in kinds),
        *(("votes against", count) for count in (0, 1, 2)),
        ("votes twice",),
        ("changed sides in vain",),
        ("Larry ends with", "vote_insider"),
        ("Larry ends with", "vote_wrong"),
        ("Larry is revealed",),
        *((name, value) for name in ("wagers", "risky") for value in (True, False)),
        *(("memory", value) for value in ("open", "last_trick")),
    ]
)
REFUSED = (
    "not_by_clock", "must_follow", "card_not_held", "wager_leader", "wager_revealed", "wager_off_suit",
    "wager_no_intel", "wager_off", "vote_self", "vote_revealed", "no_suspect", "vote_one", "vote_two",
    "mission_not_drawn", "risky_first", "larry_not_shown", "partner_self", "no_partner",
)  # fmt: skip
"""Why wrong moves in records are refused, at least."""


def name_features(record: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    options, result = record["options"], record["result"]
    yield "ends", result["reason"]
    yield "seats", record["seats"]
    if not HOUSE_ROLES.keys() & {*options["roles"]}:
        yield "line-up", record["seats"], *options["roles"]
    yield "rules", record["rules"], record["seats"]
    yield from (("special", role) for role in options["roles"])
    for seat in result["revealed"]:
        role = record["deal"]["roles"][seat]
        yield "house role revealed" if role in HOUSE_ROLES else "revealed", role
        if role == "sleeper" and END_REASONS[result["reason"]].side == AGENTS:
            yield ("changed sides in vain",)
    yield from ((name, options[name]) for name in ("wagers", "risky", "memory"))
    if record["seats"] == 2:
        yield "Larry ends with", result["reason"]
        if 2 in result["revealed"]:
            yield ("Larry is revealed",)
    for move in record["moves"]:
        yield "made", move["by"], move["type"]
        if move["type"] == "vote":
            yield "votes against", len(move["against"])
            if len(move["against"]) > len(set(move["against"])):
                yield ("votes twice",)


def name_tables(number: int) -> Iterator[tuple[int, dict[str, Any]]]:
    memory = "last_trick" if number % 5 == 4 else "open"
    line_ups = [value for value, _ in next(option for option in OPTIONS if option.name == "roles").choices]
    house = [role for place, role in enumerate(HOUSE_ROLES) if place % 2 == number % 2]
    for seats in (2, 3, 4, 5):
        for roles in [*line_ups, *house] if seats > 3 else [""]:
            wagers = number % 4 != 3 or "daredevil" in roles
            risky = wagers and seats > 2 and number % 2 == 1
            yield seats, {"roles": roles, "wagers": wagers, "risky": risky, "memory": memory}
