"""Section 8: Prof. No in place of the Insider; his table's threshold, and how revealed players fall silent."""

import pytest

from games.titles.insidejob.rules.legality import objection, to_act
from games.titles.insidejob.rules.moves import Vote
from games.titles.insidejob.rules.numbers import NUMBERS
from games.titles.insidejob.rules.roles import (
    ACCOMPLICE,
    DAREDEVIL,
    DECOY,
    PARANOID,
    PROF_NO,
    SLEEPER,
    TIM_SHADY,
    WIRETAPPED,
)
from games.titles.insidejob.tests.builders import Table, table

any_seats = pytest.mark.parametrize(("seats", "needed"), [(4, 4), (5, 3)])


def prof_at(
    seats: int = 4,
    *,
    other: str | None = None,
    intel: tuple[int, ...] | None = None,
    revealed: tuple[int, ...] = (),
    partner: int | None = None,
    met: int = 0,
    tricks: int = 0,
) -> Table:
    """Return a table with Prof. No in seat 3 and another role, if any, in seat 1."""
    roles = {3: PROF_NO, **({1: other} if other else {})}
    return table(seats, roles=roles, intel=intel, revealed=revealed, partner=partner, met=met, tricks=tricks)


def test_8_prof_no_replaces_the_insider_and_need_not_follow_suit() -> None:
    assert "insider" not in prof_at().state.deal.roles
    assert prof_at().seen_by(0).roles == ("agent", None, None, None)
    led = prof_at().but(leader=2).hold("", "", "", "B2 G1").mission("first-wins-yellow").plays("B5")
    assert led.offers() == {"B2", "B2+", "G1"}


@any_seats
def test_8_prof_no_every_player_is_revealed_at_his_tables_threshold(seats: int, needed: int) -> None:
    for seat in (0, 1, 2):
        intel = tuple(needed - 2 if other == seat else 0 for other in range(seats))
        assert prof_at(seats, intel=intel).won_by(seat).state.revealed == ()
        assert prof_at(seats, intel=intel).won_by(seat).won_by(seat).state.revealed == (seat,)


@any_seats
def test_8_prof_no_the_agents_mission_target_stays(seats: int, needed: int) -> None:
    target = NUMBERS[seats].missions_needed
    assert prof_at(seats).state.numbers.intel_needed == needed
    assert prof_at(seats, met=target - 2).won_by(0, met=True).reason is None
    assert prof_at(seats, met=target - 1).won_by(0, met=True).reason == "missions"


@any_seats
def test_8_prof_no_revealed_himself_loses_at_once(seats: int, needed: int) -> None:
    over = prof_at(seats, intel=tuple(needed - 1 if seat == 3 else 1 for seat in range(seats))).won_by(3)
    assert over.end == ("prof_no_exposed", tuple(seat for seat in range(seats) if seat != 3))


@pytest.mark.parametrize("other", [None, PARANOID, DECOY])
def test_8_prof_no_a_player_revealed_by_intel_votes_no_more(other: str | None) -> None:
    assert to_act(prof_at(other=other, tricks=10).state) == (0, 1, 2, 3)
    assert to_act(prof_at(other=other, tricks=10, revealed=(1,)).state) == (0, 2, 3)


def test_8_without_prof_no_a_revealed_agent_and_a_revealed_paranoid_agent_vote() -> None:
    assert to_act(table(4, insider=3, tricks=10, revealed=(0,)).state) == (0, 1, 2, 3)
    assert to_act(table(4, insider=3, roles={1: PARANOID}, tricks=10, revealed=(1,)).state) == (0, 1, 2, 3)


@pytest.mark.parametrize(("other", "voters"), [(WIRETAPPED, (0, 1, 2, 3)), (ACCOMPLICE, (0, 2, 3))])
def test_8_prof_no_a_player_revealed_from_the_start_was_not_by_intel(other: str, voters: tuple[int, ...]) -> None:
    assert to_act(prof_at(other=other, partner=0, tricks=10).state) == voters


def test_8_prof_no_votes_alone_against_the_last_who_are_hidden() -> None:
    end = prof_at(tricks=10, revealed=(0, 1))
    assert to_act(end.state) == (2, 3)
    assert objection(end.state, Vote(3, (0,))) == "vote_revealed"
    assert end.votes(3, None).reason == "vote_insider"
    assert end.votes(3, 2).reason == "vote_tie"


def test_8_prof_no_wins_if_all_the_others_are_revealed() -> None:
    before = prof_at(intel=(4, 4, 3, 1), revealed=(0, 1))
    assert before.won_by(0).reason is None
    assert before.won_by(2).end == ("all_revealed", (3,))


@pytest.mark.parametrize("other", [WIRETAPPED, ACCOMPLICE])
def test_8_prof_no_roles_open_from_the_start_count_as_revealed(other: str) -> None:
    over = prof_at(other=other, partner=0, intel=(4, 0, 3, 1), revealed=(0,)).won_by(2)
    assert over.end == ("all_revealed", (3,))


@pytest.mark.parametrize(
    ("votes", "end"),
    [
        ((2, 2, 0, 2), ("vote_wrong", (3,))),
        ((3, 3, 0, 0), ("vote_tie", (3,))),
        ((3, 3, 0, 1), ("vote_insider", (0, 1, 2))),
    ],
)
def test_8_prof_no_wins_if_he_survives_the_vote(votes: tuple[int, ...], end: tuple[str, tuple[int, ...]]) -> None:
    assert prof_at(tricks=10).votes(*votes).end == end


def test_8_prof_no_wins_by_the_wiretapped_agents_second_intel_and_loses_by_a_daredevil_agent_at_his_threshold() -> None:
    assert prof_at(other=WIRETAPPED).won_by(1).end == ("wiretap", (3,))
    assert prof_at(other=DAREDEVIL, intel=(1, 3, 1, 1)).won_by(1).end == ("daredevil", (0, 1, 2))


def test_8_prof_no_and_a_sleeper_who_changes_sides_at_his_threshold_win_together() -> None:
    woken = prof_at(other=SLEEPER, intel=(1, 3, 1, 1)).won_by(1)
    assert woken.state.revealed == (1,)
    assert woken.but(intel=(4, 4, 3, 1), revealed=(0, 1)).won_by(2).winners == (1, 3)
    assert woken.but(intel=(1, 4, 1, 3)).won_by(3).winners == (0, 2)


def test_8_prof_no_and_tim_shady_who_takes_his_neighbours_intel_at_his_threshold() -> None:
    assert prof_at(other=TIM_SHADY, intel=(2, 3, 1, 1)).won_by(1).state.intel == (1, 5, 1, 1)


def test_8_without_prof_no_nothing_ends_when_all_but_the_insider_are_revealed() -> None:
    now = table(4, insider=3, intel=(5, 5, 4, 1), revealed=(0, 1)).won_by(2)
    assert now.state.revealed == (0, 1, 2)
    assert now.reason is None
