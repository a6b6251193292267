"""Whole games of Inside Job at random, at tables of every kind: what is conserved, what the clock must not betray."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from games.rules.engine.play import play_out
from games.rules.registry import get_title
from games.titles.insidejob.rules.cards import DECK, Card
from games.titles.insidejob.rules.deal import make_deal
from games.titles.insidejob.rules.end_reasons import END_REASONS
from games.titles.insidejob.rules.fallback import fallback
from games.titles.insidejob.rules.legality import to_act
from games.titles.insidejob.rules.moves import Play, PlayForLarry
from games.titles.insidejob.rules.numbers import INTEL, NUMBERS
from games.titles.insidejob.rules.observe import observe
from games.titles.insidejob.rules.options import Options
from games.titles.insidejob.rules.roles import ACCOMPLICE, AGENT, is_insider
from games.titles.insidejob.rules.state import State, find_role
from games.titles.insidejob.tests.builders import many_tables
from tests.rules.conformance import Setting, at_each, random_game

TITLE = get_title("insidejob")
TABLES = many_tables()
GAMES = range(2)
any_table = at_each(TABLES)


def states_of(setting: Setting, seed: int) -> list[State]:
    steps = random_game(setting, seed)
    return [steps[0].before, *(step.after for step in steps)]


def cards_in(state: State) -> Counter[Card]:
    """Return how often each card is in a hand, on the table, in a trick, in Larry's pile or boxed on his turn."""
    lying = [played.card for trick in state.tricks for played in trick.plays]
    held = [card for hand in state.hands for card in hand]
    larrys = [*state.pile, *(look.boxed for look in state.looks)]
    return Counter([*held, *(played.card for played in state.plays), *lying, *larrys])


@any_table
def test_cards_are_conserved_at_every_step(setting: Setting) -> None:
    for seed in GAMES:
        states = states_of(setting, seed)
        dealt = cards_in(states[0])
        assert set(dealt.values()) == {1}
        assert len(dealt) == (len(DECK) if setting.seats == 2 else setting.seats * NUMBERS[setting.seats].hand)
        assert all(cards_in(state) == dealt for state in states)


@any_table
def test_intel_is_conserved_and_never_negative(setting: Setting) -> None:
    for seed in GAMES:
        for state in states_of(setting, seed):
            lying = sum(played.wager for played in state.plays)
            assert min(*state.intel, state.reserve) >= 0
            assert sum(state.intel) + lying + state.reserve == INTEL


@any_table
def test_intel_leaves_the_reserve_for_a_tricks_winner_and_returns_by_the_accomplice_alone(setting: Setting) -> None:
    for seed in GAMES:
        for step in random_game(setting, seed):
            before, after = step.before, step.after
            assert after.reserve == before.reserve - taken_by_trick(before, after)


def taken_by_trick(before: State, after: State) -> int:
    """Return how much intel the end of a trick takes from the reserve: below 0 if it goes back there."""
    if len(after.tricks) == len(before.tricks):
        return 0
    trick = after.tricks[-1]
    if after.partner is None or trick.winner != after.accomplice:
        return 1
    wagers = {played.seat for played in trick.plays if played.wager}
    last = trick.plays[-1].seat
    held = before.intel[after.partner] - (last == after.partner and last in wagers)
    return -len(wagers) - min(held, 1)


@any_table
def test_the_accomplice_never_holds_intel(setting: Setting) -> None:
    accomplices = [find_role(setting.start(seed), ACCOMPLICE) for seed in GAMES]
    for seed, seat in zip(GAMES, accomplices, strict=True):
        assert (seat is not None) == (ACCOMPLICE in setting.parse().roles)
        assert seat is None or all(state.intel[seat] == 0 for state in states_of(setting, seed))


@any_table
def test_missions_met_are_those_of_the_tricks(setting: Setting) -> None:
    for seed in GAMES:
        for state in states_of(setting, seed):
            assert state.met == sum(trick.met for trick in state.tricks)


@any_table
def test_one_who_holds_enough_intel_between_tricks_is_revealed(setting: Setting) -> None:
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
def test_no_one_but_the_insider_and_prof_no_breaks_suit_and_larry_never_does(setting: Setting) -> None:
    for seed in GAMES:
        for step in random_game(setting, seed):
            state, move = step.before, step.entry.move
            if isinstance(move, PlayForLarry):
                held = state.shown
            elif isinstance(move, Play) and state.plays and not is_insider(state.deal.roles[move.seat]):
                held = state.hands[move.seat]
            else:
                continue
            led = state.plays[0].card.suit
            assert move.card.suit == led or all(card.suit != led for card in held)


@any_table
def test_a_game_is_as_long_as_its_table_says(setting: Setting) -> None:
    numbers = NUMBERS[setting.seats]
    for seed in GAMES:
        last = states_of(setting, seed)[-1]
        assert last.outcome is not None
        assert len(last.tricks) <= numbers.tricks
        if last.outcome.reason.startswith(("vote", "decoy")):
            assert len(last.tricks) == numbers.tricks
            assert {len(hand) for hand in last.hands[: setting.seats]} == {numbers.hand - numbers.tricks}


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


def test_every_way_of_ending_happens() -> None:
    reasons = set()
    for end in list_ends():
        assert end.outcome is not None
        reasons.add(end.outcome.reason)
        if reasons == {*END_REASONS}:
            return
    raise AssertionError({*END_REASONS} - reasons)


def list_ends() -> Iterator[State]:
    houses = [Setting(TITLE, 4, (("roles", role),)) for role in ("house-agents-w", "house-agents-l")]
    yield from (states_of(setting, seed)[-1] for setting in houses for seed in range(10))
    yield from map(play_with_strong_agents, range(20))
    yield from (states_of(setting, seed)[-1] for setting in TABLES for seed in GAMES)


def play_with_strong_agents(seed: int) -> State:
    deal = make_deal(Options(), 5, Random(seed))
    bots = {seat: TITLE.BOTS["steady" if role == AGENT else "random"] for seat, role in enumerate(deal.roles)}
    state, _ = play_out(TITLE, Options(), deal, bots, Random(seed))
    assert isinstance(state, State)
    return state


@any_table
def test_the_clock_looks_at_nothing_that_depends_on_a_role(setting: Setting) -> None:
    for state in states_of(setting, 0)[:-1]:
        for seat in to_act(state):
            seen = observe(state, seat)
            blind = replace(seen, roles=(), in_play=(), legal=(), votes_allowed=0)
            assert fallback(blind) == fallback(seen)
