"""No viewer receives what they may not know (section 13): the world swap of Inside Job, and its power."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from games.rules.engine.values import Seat
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.moves import Move, PlayForLarry, Vote
from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENT, HOUSE_ROLES, INSIDER, PARANOID, list_lineups
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests import worlds
from games.titles.insidejob.tests.larry_leaks import draw_larrys_table
from games.titles.insidejob.tests.lineups import LINEUPS, PAIRS, check_lineup, choose_lineups
from games.titles.insidejob.tests.role_leaks import seating
from games.titles.insidejob.tests.worlds import differing_secrets, imagine
from tests.rounds import count_rounds, one_in
from tests.rules.leaks import Planter, at_tables
from tests.rules.swap import Game, play_game
from tests.rules.worlds import Log, World


def play_at(draw_table: Callable[[Random], tuple[Options, int]], seed: str) -> Game:
    return play_game(at_tables(worlds, draw_table), seed)


def imagine_often(state: State, log: Log, viewer: Seat | None, count: int = 70) -> list[World]:
    return [imagine(state, log, log, viewer, Random(number)) for number in range(count)]


def test_another_world_differs_in_something_secret_and_in_nothing_known() -> None:
    game = play_at(seating(), "worlds")
    state, log = game.states[12], game.log[:12]
    roles = (*state.deal.roles[1:], state.deal.roles[0])
    assert differing_secrets(state, log, World(state.deal, log)) == set()
    assert differing_secrets(state, log, World(replace(state.deal, roles=roles), log)) == {"roles"}


def test_every_seat_that_may_be_the_insider_is_imagined_as_one() -> None:
    state = play_at(seating(), "insiders").states[0]
    agent = state.deal.roles.index(AGENT)
    for viewer, suspected in ((None, {*range(state.seats)}), (agent, {*range(state.seats)} - {agent})):
        assert {world.deal.roles.index(INSIDER) for world in imagine_often(state, (), viewer)} == suspected


@pytest.mark.parametrize("lineup", one_in(4, [",".join(roles) for roles in list_lineups() if roles]))
def test_every_hidden_role_is_imagined_in_every_hidden_seat(lineup: str) -> None:
    state = play_at(seating(*lineup.split(",")), "roles").states[0]
    hidden = {seat for seat in range(state.seats) if seat not in state.revealed}
    imagined = imagine_often(state, (), None)
    for role in {state.deal.roles[seat] for seat in hidden}:
        assert {seat for world in imagined for seat in hidden if world.deal.roles[seat] == role} == hidden


def test_the_accomplice_knows_her_partners_role_and_the_others_do_not() -> None:
    game = play_at(seating(ACCOMPLICE), "partner")
    state, log = game.states[1], game.log[:1]
    assert state.partner is not None
    for viewer in (None, *range(state.seats)):
        seen = {world.deal.roles[state.partner] for world in imagine_often(state, log, viewer)}
        knows_it = viewer in (state.accomplice, state.partner) or (viewer is not None and is_insider(state, viewer))
        assert (len(seen) == 1) is knows_it


def is_insider(state: State, seat: Seat) -> bool:
    return state.deal.roles[seat] == INSIDER


def is_vote(move: Move) -> bool:
    """Tell whether a player voted against someone: that the clock casts no vote for them is known to all."""
    return isinstance(move, Vote) and bool(move.against)


def test_who_may_be_the_paranoid_agent_may_have_voted_twice() -> None:
    games = (play_at(seating(PARANOID), f"votes {number}") for number in range(100))
    game = next(game for game in games if is_vote(game.log[-2].move) and not game.states[-2].revealed)
    state, log = game.states[-2], game.log[:-1]
    voter = log[-1].move.seat
    votes = {world.log[-1].move.against for world in imagine_often(state, log, None, 200)}
    suspects = [seat for seat in range(state.seats) if seat != voter and seat not in state.revealed]
    assert votes == {*combinations(suspects, 1), *combinations(suspects, 2)}


def test_what_the_controller_saw_of_larrys_cards_stays_and_no_one_else_knows_it() -> None:
    game = play_at(draw_larrys_table, "looks")
    step = 1 + max(step for step, entry in enumerate(game.log[:12]) if isinstance(entry.move, PlayForLarry))
    state, log = game.states[step], game.log[:step]
    look = state.looks[-1]
    for viewer in (None, 0, 1):
        imagined = [replay_looks(state, world)[-1] for world in imagine_often(state, log, viewer)]
        assert {each.card for each in imagined} == {look.card}
        assert (len({(each.back, each.boxed) for each in imagined}) == 1) is (viewer == look.seat)


def replay_looks(state: State, world: World) -> list[worlds.Look]:
    return worlds.use_pile(world.deal.larry, world.log)[0]


def test_larrys_role_is_known_to_none_but_the_insider() -> None:
    state = play_at(draw_larrys_table, "larry").states[0]
    for viewer in (None, 0, 1):
        seen = {world.deal.roles[LARRY] for world in imagine_often(state, (), viewer)}
        assert seen == ({AGENT} if viewer is not None and is_insider(state, viewer) else {AGENT, INSIDER})


@pytest.mark.rounds
def test_worlds_look_alike_at_line_ups_with_a_house_role() -> None:
    for lineup in choose_lineups(count_rounds("lineups")):
        report = check_lineup(PAIRS, "ci", lineup)
        assert not report.complaints, "\n".join(report.complaints)
        assert report.pairs >= PAIRS
        assert sum(report.counts[f"{seats} seats: {' and '.join(lineup)}"] for seats in (4, 5)) == report.pairs


def test_line_ups_are_spread_over_all_and_each_is_met_once() -> None:
    assert choose_lineups(10 * len(LINEUPS)) == [*LINEUPS]
    for count in (1, 8, 91):
        chosen = choose_lineups(count)
        assert len({*chosen}) == len(chosen) == count
    houses = {role for lineup in choose_lineups(91) for role in lineup if role in HOUSE_ROLES}
    assert houses == {*HOUSE_ROLES}


def test_a_leak_at_one_line_up_alone_is_caught_there() -> None:
    lineup, other = LINEUPS[5], LINEUPS[6]

    def leak(state: State, viewer: Seat | None) -> object:
        return state.deal.roles if state.options.roles == lineup else None

    channels = Planter(insidejob).while_running(leak)
    assert check_lineup(PAIRS, "leak", lineup, channels).complaints
    assert not check_lineup(PAIRS, "leak", other, channels).complaints
