"""Whole games of Inside Job played at random: what is conserved, and what the clock must not betray."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.rules.insidejob import fallback, legal_moves, make_deal, observe, to_act
from games.rules.insidejob.cards import Card
from games.rules.insidejob.moves import Play
from games.rules.insidejob.numbers import INTEL, NUMBERS
from games.rules.insidejob.options import Options
from games.rules.insidejob.roles import AGENT, INSIDER
from games.rules.insidejob.state import State
from games.rules.play import play_out
from games.rules.registry import get_title
from tests.rules.conformance import Setting, base_settings, random_game

TITLE = get_title("insidejob")
TABLES = base_settings()
GAMES = range(15)
any_table = pytest.mark.parametrize("setting", TABLES, ids=str)


def states_of(setting: Setting, seed: int) -> list[State]:
    steps = random_game(setting, seed)
    return [steps[0].before, *(step.after for step in steps)]


def cards_in(state: State) -> Counter[Card]:
    lying = [played.card for trick in state.tricks for played in trick.plays]
    return Counter([*(card for hand in state.hands for card in hand), *(p.card for p in state.plays), *lying])


@any_table
def test_cards_are_conserved_at_every_step(setting: Setting) -> None:
    for seed in GAMES:
        states = states_of(setting, seed)
        dealt = cards_in(states[0])
        assert set(dealt.values()) == {1}
        assert all(cards_in(state) == dealt for state in states)


@any_table
def test_intel_is_conserved_and_never_negative(setting: Setting) -> None:
    for seed in GAMES:
        for state in states_of(setting, seed):
            lying = sum(played.wager for played in state.plays)
            assert min(state.intel) >= 0
            assert sum(state.intel) + lying == setting.seats + len(state.tricks)
            assert state.reserve == INTEL - setting.seats - len(state.tricks)


@any_table
def test_missions_met_are_those_of_the_tricks(setting: Setting) -> None:
    for seed in GAMES:
        for state in states_of(setting, seed):
            assert state.met == sum(trick.met for trick in state.tricks)


@any_table
def test_whoever_holds_enough_intel_between_tricks_is_revealed(setting: Setting) -> None:
    for seed in GAMES:
        for state in states_of(setting, seed):
            enough = {seat for seat, held in enumerate(state.intel) if held >= state.numbers.intel_needed}
            assert enough <= set(state.revealed)


@any_table
def test_no_mission_is_drawn_twice(setting: Setting) -> None:
    for seed in GAMES:
        last = states_of(setting, seed)[-1]
        drawn = [mission for trick in last.tricks for mission in (trick.mission, trick.set_aside)]
        assert len(drawn) == len(set(drawn)) == 2 * len(last.tricks)


@any_table
def test_nobody_but_the_insider_breaks_suit(setting: Setting) -> None:
    for seed in GAMES:
        for step in random_game(setting, seed):
            state, move = step.before, step.entry.move
            if isinstance(move, Play) and state.plays and state.deal.roles[move.seat] == AGENT:
                led = state.plays[0].card.suit
                assert move.card.suit == led or all(card.suit != led for card in state.hands[move.seat])


@any_table
def test_a_game_is_as_long_as_its_table_says(setting: Setting) -> None:
    for seed in GAMES:
        last = states_of(setting, seed)[-1]
        assert last.outcome is not None
        assert len(last.tricks) <= NUMBERS[setting.seats].tricks
        if last.outcome.reason.startswith("vote"):
            assert len(last.tricks) == NUMBERS[setting.seats].tricks
            left = NUMBERS[setting.seats].hand - NUMBERS[setting.seats].tricks
            assert {len(hand) for hand in last.hands} == {left}


@any_table
def test_the_figures_of_the_outcome_are_those_of_the_state(setting: Setting) -> None:
    for seed in GAMES:
        last = states_of(setting, seed)[-1]
        assert last.outcome is not None
        assert last.outcome.roles == last.deal.roles
        assert last.outcome.figures == {
            "missions": last.met,
            "intel": list(last.intel),
            "revealed": list(last.revealed),
            "tricks": len(last.tricks),
        }


def test_every_way_of_ending_of_the_base_game_happens() -> None:
    reasons = {reason_of(states_of(setting, seed)[-1]) for setting in TABLES for seed in GAMES}
    reasons |= {reason_of(play_with_strong_agents(seed)) for seed in range(40)}
    assert reasons == {"insider_intel", "missions", "vote_insider", "vote_wrong", "vote_tie"}


def reason_of(state: State) -> str | None:
    """Return why a game ended."""
    return state.outcome.reason if state.outcome else None


def play_with_strong_agents(seed: int) -> State:
    """Return the end of a game in which the Agents play with sense and the Insider at random."""
    deal = make_deal(Options(), 5, Random(seed))
    bots = {seat: TITLE.BOTS["steady" if role == AGENT else "random"] for seat, role in enumerate(deal.roles)}
    state, _ = play_out(TITLE, Options(), deal, bots, Random(seed))
    assert isinstance(state, State)
    return state


def swap_roles(state: State, insider: int) -> State:
    """Return the state with another Insider."""
    roles = tuple(INSIDER if seat == insider else AGENT for seat in range(state.seats))
    return replace(state, deal=replace(state.deal, roles=roles))


@any_table
def test_what_the_clock_does_is_the_same_whatever_the_seats_role(setting: Setting) -> None:
    broken = 0
    for seed in GAMES:
        for state in states_of(setting, seed)[:-1]:
            seat = to_act(state)[0]
            as_insider, as_agent = swap_roles(state, seat), swap_roles(state, (seat + 1) % state.seats)
            assert fallback(observe(as_insider, seat)) == fallback(observe(as_agent, seat))
            broken += legal_moves(as_insider, seat) != legal_moves(as_agent, seat)
    assert broken  # there were states in which the role makes a difference to the player
