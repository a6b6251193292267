"""Section 8: the Accomplice, who picks a partner before the first mission and shares that player's fate."""

import pytest

from games.rules.engine.values import Term
from games.titles.insidejob.rules.fallback import fallback
from games.titles.insidejob.rules.legality import decision, legal_moves, objection, to_act
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Vote
from games.titles.insidejob.rules.narrate import narrate
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENT, DAREDEVIL, INSIDER, PARANOID, PROF_NO, SLEEPER
from games.titles.insidejob.tests.builders import Table, read_play, table

OTHERS = (0, 2, 3, None)


def unpaired(seats: int = 4) -> Table:
    """Return a table with the Accomplice in seat 1 before she picks her partner."""
    return table(seats, insider=3, roles={1: ACCOMPLICE})


def paired(partner: int, *, intel: tuple[int, ...] = (1, 0, 1, 1), met: int = 0, tricks: int = 0) -> Table:
    """Return a table with the Accomplice in seat 1, the Insider in seat 3, and her partner."""
    return table(4, insider=3, roles={1: ACCOMPLICE}, partner=partner, intel=intel, met=met, tricks=tricks)


def test_8_accomplice_is_revealed_at_the_start() -> None:
    now = unpaired()
    assert now.state.revealed == (1,)
    assert all(now.seen_by(viewer).roles[1] == ACCOMPLICE for viewer in OTHERS)


def test_8_accomplice_or_the_clock_picks_another_player_before_the_first_mission() -> None:
    now, others = unpaired(), {ChoosePartner(1, 0), ChoosePartner(1, 2), ChoosePartner(1, 3)}
    assert to_act(now.state) == (1,)
    asked = decision(now.state, 1)
    assert asked is not None
    assert not asked.sealed
    assert set(legal_moves(now.state, 1)) == set(fallback(now.seen_by(1))) == others
    assert objection(now.state, ChooseMission(0, now.state.drawn[0])) == "not_your_turn"
    assert to_act(now.picks(2).state) == (0,)


def test_8_accomplice_alone_picks_another_player_who_is_there_and_only_once() -> None:
    now = unpaired()
    assert objection(now.state, ChoosePartner(1, 1)) == "partner_self"
    assert objection(now.state, ChoosePartner(1, 4)) == objection(now.state, ChoosePartner(1, -1)) == "no_partner"
    assert objection(now.state, ChoosePartner(0, 2)) == "not_your_turn"
    assert objection(now.picks(2).state, ChoosePartner(1, 3)) == "not_your_turn"
    assert objection(now.but(leader=1).picks(2).state, ChoosePartner(1, 3)) == "other_choice"


def test_8_accomplice_picks_publicly_and_sees_that_role_alone() -> None:
    now = unpaired().picks(3)
    assert all(now.seen_by(viewer).partner == 3 for viewer in (*OTHERS, 1))
    assert unpaired().seen_by(1).roles == (None, ACCOMPLICE, None, None)
    assert now.seen_by(1).roles == (None, ACCOMPLICE, None, INSIDER)
    assert now.seen_by(0).roles == (AGENT, ACCOMPLICE, None, None)
    assert now.seen_by(2).roles == (None, ACCOMPLICE, AGENT, None)
    assert now.seen_by(None).roles == (None, ACCOMPLICE, None, None)


def test_8_accomplice_alone_is_told_her_partners_role() -> None:
    before, move = unpaired(), ChoosePartner(1, 3)
    after = before.moves(move)
    for viewer in OTHERS:
        told = narrate(before.state, move, after.state, viewer, after.state)
        assert [event.code for event in told] == ["partner_chosen"]
    told = narrate(before.state, move, after.state, 1, after.state)
    assert [event.code for event in told] == ["partner_chosen", "partner_seen"]
    assert [term.value for term in told[1].params.values() if isinstance(term, Term)] == [3, INSIDER]


@pytest.mark.parametrize(("seats", "reserve"), [(4, 11), (5, 10)])
def test_8_accomplice_starts_with_no_intel_and_the_reserve_has_one_more(seats: int, reserve: int) -> None:
    now = unpaired(seats)
    assert (now.state.intel, now.state.reserve) == ((1, 0, *[1] * (seats - 2)), reserve)


def test_8_accomplice_has_nothing_to_wager() -> None:
    led = paired(2).hold("", "B2").mission("first-wins-yellow").plays("B5")
    assert (led.offers(), led.refuses("B2+")) == ({"B2"}, "wager_revealed")


def test_8_accomplice_wins_a_trick_the_reserve_gives_nothing_and_she_leads_the_next() -> None:
    after = paired(2, intel=(1, 0, 3, 1)).won_by(1)
    assert (after.trick.intel, after.state.reserve, to_act(after.state)) == (0, 10, (1,))


def test_8_accomplice_wins_a_trick_and_wagers_on_it_go_to_the_reserve() -> None:
    before = paired(2).mission("last-wins-blue").plays("B1", "B13", "B2+")
    assert before.state.reserve == 11
    after = before.plays("B3+")
    assert after.trick.winner == 1
    assert (after.state.intel, after.state.reserve) == ((1, 0, 0, 0), 13)


def test_8_accomplice_wins_a_trick_whose_mission_counts_as_ever() -> None:
    assert paired(2).won_by(1, met=True).state.met == 1
    assert paired(2).won_by(1).state.met == 0


@pytest.mark.parametrize(
    ("winner", "held", "after"),
    [
        pytest.param(1, (1, 0, 3, 1), (1, 0, 2, 1), id="she wins"),
        pytest.param(1, (1, 0, 0, 1), (1, 0, 0, 1), id="her partner has none"),
        pytest.param(0, (1, 0, 3, 1), (2, 0, 3, 1), id="another wins"),
        pytest.param(2, (1, 0, 3, 1), (1, 0, 4, 1), id="her partner wins"),
    ],
)
def test_8_her_partner_loses_intel_if_she_wins(winner: int, held: tuple[int, ...], after: tuple[int, ...]) -> None:
    assert paired(2, intel=held).won_by(winner).state.intel == after


@pytest.mark.parametrize(("held", "before", "after"), [(5, (1,), (1,)), (6, (1,), (1, 2)), (5, (1, 2), (1, 2))])
def test_8_what_her_partner_loses_is_lost_before_reveals_are_looked_at_and_nobody_is_hidden_again(
    held: int, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    over = paired(2, intel=(1, 0, held, 1)).but(revealed=before).won_by(1)
    assert (over.state.intel[2], over.state.revealed) == (held - 1, after)


@pytest.mark.parametrize(
    ("partner_holds", "codes"),
    [(2, ["played", "trick_won_for_nothing", "partner_loses_intel"]), (0, ["played", "trick_won_for_nothing"])],
)
def test_8_everybody_is_told_what_her_partner_loses(partner_holds: int, codes: list[str]) -> None:
    before = paired(2, intel=(1, 0, partner_holds, 1)).mission("odd-only-green").plays("B2", "B13", "B4")
    move = read_play(3, "B6")
    after = before.plays("B6")
    for viewer in (*OTHERS, 1):
        told = narrate(before.state, move, after.state, viewer, after.state)
        assert [event.code for event in told] == [*codes, "mission_missed"]


def test_8_a_partner_who_wagered_their_last_intel_on_the_last_card_is_not_said_to_lose_another() -> None:
    before = paired(2).but(leader=3).mission("even-only-blue").plays("B2", "B4", "B13")
    after = before.plays("B6+")
    assert (before.state.intel[2], after.state.intel[2]) == (1, 0)
    told = narrate(before.state, read_play(2, "B6+"), after.state, None, after.state)
    assert [event.code for event in told] == ["wagered", "trick_won_for_nothing", "mission_missed"]


def test_8_accomplice_has_no_vote_and_no_one_may_vote_against_her() -> None:
    end = paired(2, tricks=10)
    assert to_act(end.state) == (0, 2, 3)
    assert objection(end.state, Vote(0, (1,))) == "vote_revealed"


@pytest.mark.parametrize(("partner", "with_agents"), [(0, True), (2, True), (3, False)])
def test_8_accomplice_wins_only_if_her_partner_wins(partner: int, with_agents: bool) -> None:
    assert paired(partner, tricks=10).votes(3, 3, 0).winners == ((0, 1, 2) if with_agents else (0, 2))
    assert paired(partner, tricks=10).votes(2, 0, 0).winners == ((3,) if with_agents else (1, 3))


@pytest.mark.parametrize("role", [PARANOID, DAREDEVIL])
def test_8_accomplice_wins_with_a_partner_who_has_a_card_on_the_agents_side(role: str) -> None:
    now = table(4, insider=3, roles={1: ACCOMPLICE, 2: role}, partner=2, met=6)
    assert now.won_by(0, met=True).winners == (0, 1, 2)


def test_8_accomplice_wins_with_a_sleeper_by_the_side_he_is_on() -> None:
    asleep = table(4, insider=3, roles={1: ACCOMPLICE, 2: SLEEPER}, partner=2, tricks=10)
    assert asleep.votes(3, 3, 0).winners == (0, 1, 2)
    assert asleep.votes(2, 0, 0).winners == (3,)
    awake = asleep.but(revealed=(1, 2))
    assert awake.votes(3, None).winners == (0,)
    assert awake.votes(None, 0).winners == (1, 2, 3)


def test_8_accomplice_wins_with_prof_no() -> None:
    now = table(4, roles={1: ACCOMPLICE, 3: PROF_NO}, partner=3, tricks=10)
    assert (now.votes(2, 0, 0).winners, now.votes(3, 3, 0).winners) == ((1, 3), (0, 2))
