"""Sections 8 and 12: how a game ends, what comes first when one trick does several things, and who wins."""

from collections.abc import Callable

import pytest

from games.rules.engine.values import Term
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.roles import (
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
)
from games.titles.insidejob.rules.state import voters
from games.titles.insidejob.tests.builders import Table, table

ENDINGS: dict[str, tuple[Callable[[], Table], tuple[int, ...]]] = {
    "insider_intel": (lambda: table(4, insider=3, intel=(1, 1, 1, 4)).won_by(3), (3,)),
    "missions": (lambda: table(4, insider=3, met=6).won_by(0, met=True), (0, 1, 2)),
    "wiretap": (lambda: table(4, insider=3, roles={0: WIRETAPPED}).won_by(0), (3,)),
    "daredevil": (lambda: table(4, insider=3, roles={0: DAREDEVIL}, intel=(4, 1, 1, 1)).won_by(0), (0, 1, 2)),
    "prof_no_exposed": (lambda: table(4, roles={3: PROF_NO}, intel=(1, 1, 1, 3)).won_by(3), (0, 1, 2)),
    "all_revealed": (lambda: table(4, roles={3: PROF_NO}, intel=(3, 4, 4, 1), revealed=(1, 2)).won_by(0), (3,)),
    "vote_insider": (lambda: table(4, insider=3, tricks=10).votes(3, 3, None, None), (0, 1, 2)),
    "vote_wrong": (lambda: table(4, insider=3, tricks=10).votes(1, None, 1, None), (3,)),
    "vote_tie": (lambda: table(4, insider=3, tricks=10).votes(3, 0, None, None), (3,)),
    "decoy": (lambda: table(4, insider=3, roles={0: DECOY}, tricks=10).votes(3, 0, 0, None), (0,)),
    "decoy_shared": (lambda: table(4, insider=3, roles={0: DECOY}, tricks=10).votes(3, 0, None, None), (0, 3)),
    "house_agents": (lambda: table(4, insider=3, roles={0: "house-agents-w"}, intel=(4, 1, 1, 1)).won_by(0), (0, 1, 2)),
    "house_insiders": (lambda: table(4, insider=3, roles={0: "house-agents-l"}, intel=(4, 1, 1, 1)).won_by(0), (3,)),
}


@pytest.mark.parametrize("reason", ENDINGS)
def test_12_every_way_in_which_a_game_ends(reason: str) -> None:
    end, winners = ENDINGS[reason]
    assert end().end == (reason, winners)


def test_12_there_are_no_other_ways() -> None:
    assert ENDINGS.keys() == END_REASONS.keys()


@pytest.mark.parametrize(
    ("before", "winner", "reason"),
    [
        (table(4, insider=3, intel=(1, 1, 1, 4)), 3, "insider_intel"),
        (table(4, insider=3, roles={0: WIRETAPPED}), 0, "wiretap"),
        (table(4, roles={3: PROF_NO}, intel=(3, 4, 4, 1), revealed=(1, 2)), 0, "all_revealed"),
    ],
)
def test_8_the_insiders_side_comes_before_the_last_mission(before: Table, winner: int, reason: str) -> None:
    over = before.but(met=6).won_by(winner, met=True)
    assert (over.state.met, over.end) == (7, (reason, (3,)))


def test_8_prof_no_wins_when_the_last_to_be_revealed_is_the_daredevil_agent() -> None:
    over = table(4, roles={3: PROF_NO, 0: DAREDEVIL}, intel=(3, 4, 4, 1), revealed=(1, 2)).won_by(0)
    assert over.end == ("all_revealed", (3,))


@pytest.mark.parametrize(
    ("before", "winner", "alone"),
    [
        (table(4, insider=3, roles={0: DAREDEVIL}, intel=(4, 1, 1, 1)), 0, "daredevil"),
        (table(4, roles={3: PROF_NO}, intel=(1, 1, 1, 3)), 3, "prof_no_exposed"),
    ],
)
def test_12_of_two_agent_reasons_the_missions_come_first(before: Table, winner: int, alone: str) -> None:
    assert before.won_by(winner).reason == alone
    assert before.but(met=6).won_by(winner, met=True).end == ("missions", (0, 1, 2))


def test_12_of_two_agent_reasons_daredevil_comes_before_prof_no_exposed() -> None:
    assert table(4, roles={3: PROF_NO, 0: DAREDEVIL}, intel=(4, 1, 1, 4)).won_by(1).reason == "daredevil"


def test_8_what_a_reveal_brings_comes_before_the_end_of_the_game() -> None:
    robbed = table(4, insider=3, roles={1: TIM_SHADY}, intel=(2, 4, 1, 1), met=6).won_by(1, met=True)
    assert (robbed.reason, robbed.state.intel) == ("missions", (1, 6, 1, 1))
    turned = table(4, roles={3: PROF_NO, 0: SLEEPER}, intel=(3, 4, 4, 1), revealed=(1, 2)).won_by(0)
    assert turned.end == ("all_revealed", (0, 3))


def test_5_4_no_vote_follows_when_the_last_trick_decides() -> None:
    last = table(4, insider=3, roles={0: WIRETAPPED}, tricks=9)
    assert last.won_by(0).reason == "wiretap"
    assert last.won_by(1).state.is_vote


def test_5_4_the_figures_of_the_outcome_are_those_after_the_last_effect() -> None:
    outcome = table(4, insider=3, roles={1: TIM_SHADY}, intel=(2, 4, 1, 1), met=6).won_by(1, met=True).state.outcome
    assert outcome is not None
    assert outcome.figures == {"missions": 7, "intel": [1, 6, 1, 1], "revealed": [1], "tricks": 1}


def win_for_agents(now: Table) -> Table:
    return now.but(met=6).won_by(0, met=True)


def win_for_insider(now: Table) -> Table:
    """Let the one the Agents are after, in seat 3, win: by intel, or Prof. No as the last who is not revealed."""
    if now.state.deal.roles[3] == PROF_NO:
        return now.but(intel=(3, 0, 4, 1), revealed=(1, 2)).won_by(0)
    return now.but(intel=(1, 0, 1, 4)).won_by(3)


@pytest.mark.parametrize("hunted", [INSIDER, PROF_NO])
@pytest.mark.parametrize(
    ("role", "with_agents", "with_insider"),
    [
        (AGENT, True, False),
        (WIRETAPPED, True, False),
        (PARANOID, True, False),
        (DAREDEVIL, True, False),
        (DECOY, False, False),
        (ACCOMPLICE, True, False),
        (TIM_SHADY, False, True),
    ],
)
def test_8_who_wins_seat_by_seat(role: str, with_agents: bool, with_insider: bool, hunted: str) -> None:
    special = {seat: name for seat, name in {1: role, 3: hunted}.items() if name not in (AGENT, INSIDER)}
    now = table(4, insider=3, roles=special, partner=0)
    assert win_for_agents(now).winners == ((0, 1, 2) if with_agents else (0, 2))
    assert win_for_insider(now).winners == ((1, 3) if with_insider else (3,))


@pytest.mark.parametrize(("awake", "with_agents", "with_insider"), [(False, True, False), (True, False, True)])
def test_8_sleeper_wins_by_the_side_he_is_on(awake: bool, with_agents: bool, with_insider: bool) -> None:
    now = table(4, insider=3, roles={1: SLEEPER}, revealed=(1,) if awake else ())
    assert win_for_agents(now).winners == ((0, 1, 2) if with_agents else (0, 2))
    assert win_for_insider(now).winners == ((1, 3) if with_insider else (3,))


OTHERS = [
    (WIRETAPPED, False),
    (PARANOID, False),
    (DAREDEVIL, False),
    (SLEEPER, False),
    (SLEEPER, True),
    (AGENT, False),
    (INSIDER, False),
]
"""Whom a neutral role may depend on, and whether that role is revealed by intel."""


def beside(neutral: str, other: str, revealed: bool) -> Table:
    """Return a table with a neutral role in seat 1 and the one it depends on in seat 0."""
    special = {0: other} if other not in (AGENT, INSIDER) else {}
    insider = 0 if other == INSIDER else 3
    return table(4, insider=insider, roles={1: neutral, **special}, partner=0, revealed=(0,) if revealed else ())


def end_both_ways(now: Table) -> tuple[Table, Table]:
    vote = now.but(tricks=table(4, tricks=10).state.tricks)
    over = now.but(met=6).won_by(2, met=True), vote.votes(*[None] * len(voters(vote.state)))
    assert [end.reason for end in over] == ["missions", "vote_tie"]
    return over


@pytest.mark.parametrize(("neighbour", "revealed"), OTHERS)
def test_8_tim_shady_wins_exactly_when_his_neighbour_does_not(neighbour: str, revealed: bool) -> None:
    for over in end_both_ways(beside(TIM_SHADY, neighbour, revealed)):
        assert (1 in over.winners) != (0 in over.winners)


@pytest.mark.parametrize(("partner", "revealed"), [other for other in OTHERS if other[0] != WIRETAPPED])
def test_8_accomplice_wins_exactly_when_her_partner_does(partner: str, revealed: bool) -> None:
    for over in end_both_ways(beside(ACCOMPLICE, partner, revealed)):
        assert (1 in over.winners) == (0 in over.winners)


def verdicts(over: Table) -> list[str]:
    told = [event.code for event in over.seen_by(None).verdicts]
    assert all(over.seen_by(viewer).verdicts == over.seen_by(None).verdicts for viewer in range(over.state.seats))
    return told


def test_12_why_each_seat_has_won_or_lost_with_the_sides() -> None:
    now = table(4, insider=3, roles={1: SLEEPER})
    awake = now.but(revealed=(1,))
    assert verdicts(win_for_agents(now)) == ["agent_wins", "agent_wins", "agent_wins", "insider_loses"]
    assert verdicts(win_for_insider(now)) == ["agent_loses", "agent_loses", "agent_loses", "insider_wins"]
    assert verdicts(win_for_agents(awake)) == ["agent_wins", "turned_loses", "agent_wins", "insider_loses"]
    assert verdicts(win_for_insider(awake)) == ["agent_loses", "turned_wins", "agent_loses", "insider_wins"]


def test_12_why_each_seat_has_won_or_lost_when_the_decoy_wins() -> None:
    end = table(4, insider=3, roles={0: DECOY, 1: SLEEPER}, revealed=(1,), tricks=10)
    alone = ["decoy_wins", "fooled_loses", "fooled_loses", "fooled_loses"]
    shared = ["decoy_wins", "fooled_together_loses", "fooled_together_loses", "fooled_together_wins"]
    assert verdicts(end.votes(2, 0, 0)) == alone
    assert verdicts(end.votes(3, 0, None)) == shared
    assert {told.params["other"] for told in end.votes(3, 0, None).seen_by(None).verdicts[1:]} == {Term("seat", 3)}
    assert verdicts(end.votes(3, 3, 2)) == ["decoy_loses", "turned_loses", "agent_wins", "insider_loses"]


@pytest.mark.parametrize(("role", "other"), [(TIM_SHADY, 0), (ACCOMPLICE, 2)])
def test_12_why_a_role_that_depends_on_another_has_won_or_lost_names_that_player(role: str, other: int) -> None:
    now = table(4, insider=3, roles={1: role}, partner=2)
    for over in (win_for_agents(now), win_for_insider(now)):
        told = over.seen_by(None).verdicts[1]
        assert told.code == f"{role}_{'wins' if 1 in over.winners else 'loses'}"
        assert told.params == {"player": Term("seat", 1), "other": Term("seat", other)}
