"""What is counted of a player of Inside Job, compared with a slow reading of whole records, and case by case."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from games.rules.engine.statistics import count_statistics
from games.rules.engine.values import PLAYER, Entry
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.roles import DECOY, INSIDER, PARANOID, PROF_NO, SIDES, SLEEPER
from games.titles.insidejob.rules.state import voters
from games.titles.insidejob.rules.statistics import LABELS
from games.titles.insidejob.tests.builders import table
from tests.rules.conformance import Setting, at_each, usual_settings
from tests.rules.whole import require_figures


def read_slowly(states: list[Any], entries: tuple[Entry, ...], seat: int) -> dict[str, list[int]]:
    """Return the figures as someone would count them who reads the log line by line."""
    found = {code: [0, 0] for code in LABELS}

    def add(code: str, is_right: bool) -> None:
        found[code][0] += is_right
        found[code][1] += 1

    roles, led = states[0].deal.roles, False
    for (before, after), entry in zip(pairwise(states), entries, strict=True):
        line = insidejob.dump_move(entry.move)
        led = led or (line["type"] == "mission" and entry.move.seat == seat)
        if line["type"] == "vote" and entry.move.seat == seat and SIDES[roles[seat]] == "agents":
            add("votes", any(is_foe(roles[at]) for at in line["against"]))
        if len(after.tricks) > len(before.tricks):
            add("missions", after.met > before.met)
            if led:
                add("led", after.met > before.met)
            led = False
    return {code: share for code, share in found.items() if share[1]}


def is_foe(role: str) -> bool:
    return role in (INSIDER, PROF_NO) or role.startswith("house-insiders")


@at_each([setting for setting in usual_settings() if setting.title is insidejob])
def test_the_figures_are_those_of_a_slow_reading(setting: Setting) -> None:
    require_figures(setting, read_slowly)


def count_votes(roles: Mapping[int, str], *votes: tuple[int, ...]) -> list[list[int] | None]:
    """Return by seat the share of right votes after these, or None for those whose votes are not looked at."""
    states = [table(4, roles=roles, tricks=7).state]
    entries = [Entry(Vote(seat, against), PLAYER) for seat, against in zip(voters(states[0]), votes, strict=True)]
    for entry in entries:
        states.append(insidejob.apply(states[-1], entry.move))
    assert states[-1].outcome
    return [count_statistics(insidejob.STATISTICS, states, entries, seat).get("votes") for seat in range(4)]


def test_a_vote_is_right_if_it_names_whom_the_agents_are_after_and_the_insiders_is_not_looked_at() -> None:
    assert count_votes({}, (1,), (0,), (0,), (1,)) == [[1, 1], None, [0, 1], [1, 1]]


def test_only_those_on_the_agents_side_vote_to_be_right() -> None:
    assert count_votes({0: DECOY, 2: SLEEPER}, (1,), (2,), (1,), (0,)) == [None, None, [1, 1], [0, 1]]


def test_of_two_votes_one_is_enough() -> None:
    assert count_votes({0: PARANOID}, (1, 2), (0,), (1,), (1,))[0] == [1, 1]
