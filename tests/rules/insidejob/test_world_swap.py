"""Nobody receives what they may not know, and everybody what they may (section 13): the world swap and its power."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from games.rules import insidejob, play
from games.rules.insidejob.cards import DECK
from games.rules.insidejob.moves import ChooseMission, Play
from games.rules.insidejob.options import LAST_TRICK
from games.rules.insidejob.roles import AGENT, INSIDER
from games.rules.insidejob.state import State, voters
from games.rules.play import Position
from games.rules.protocol import Seat, Term
from tests.rules.insidejob import worlds
from tests.rules.insidejob.leaks import LEAKS, PLANT
from tests.rules.insidejob.worlds import SECRETS, differing_secrets, imagine, knows
from tests.rules.swap import Game, Log, World, check_game, check_pairs, find_leak, play_game

PAIRS, SEED = 20_000, "ci"
LEAK_PAIRS = 3_000
"""How many pairs a planted leak may need until it is caught."""
HARMLESS = {
    "beside": PLANT.beside(lambda state, viewer: state.met),
    "within": PLANT.within(lambda seen, state: replace(seen, met=state.met)),
    "telling": PLANT.telling(lambda events, before, move, after: (*events, events[0])),
}


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Games of every seat count, with and without wagers, of both memories, some of them decided by vote."""
    return [play_game(worlds, f"knowledge-{number}") for number in range(60)]


def spots(games: Sequence[Game], every: int = 7) -> Iterator[tuple[State, Log, Seat | None]]:
    """Yield states, the log so far and a viewer, from all parts of the games."""
    for number, game in enumerate(games):
        for step in {*range(number % every, len(game.states), every), len(game.log)}:
            for viewer in (None, *range(game.states[0].seats)):
                yield game.states[step], game.log[:step], viewer


@pytest.mark.slow
def test_no_viewer_can_tell_apart_two_worlds_that_are_one_to_them() -> None:
    report = check_pairs(worlds, PAIRS, SEED)
    print(f"seed {SEED!r}: {report.pairs} pairs, {dict(report.counts)}")
    assert not report.complaints, "\n".join(report.complaints[:10])
    assert report.pairs >= PAIRS
    for kind in SECRETS:
        assert report.counts[kind] > PAIRS / 200, f"too few pairs differ in {kind}"
    assert report.counts["later: compared"] > PAIRS / 2


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak: str) -> None:
    assert find_leak(worlds, LEAKS[leak], LEAK_PAIRS).complaints, f"not caught: {leak}"


@pytest.mark.parametrize("harmless", HARMLESS)
def test_what_everyone_knows_is_no_leak(harmless: str) -> None:
    for index in range(20):
        assert not check_game(worlds, index, "harmless", HARMLESS[harmless]).complaints


def test_another_world_differs_in_something_secret_and_in_nothing_known() -> None:
    game = play_game(worlds, "worlds")
    state, log = game.states[12], game.log[:12]
    roles = (*state.deal.roles[1:], state.deal.roles[0])
    assert differing_secrets(state, log, World(state.deal, log)) == set()
    assert differing_secrets(state, log, World(replace(state.deal, roles=roles), log)) == {"roles"}


def test_every_seat_that_may_be_the_insider_is_imagined_as_one() -> None:
    state = play_game(worlds, "insiders").states[0]
    agent = state.deal.roles.index(AGENT)
    for viewer, suspected in ((None, {*range(state.seats)}), (agent, {*range(state.seats)} - {agent})):
        imagined = [imagine(state, (), (), viewer, Random(number)) for number in range(100)]
        assert {world.deal.roles.index(INSIDER) for world in imagined} == suspected


def test_what_a_viewer_knows_tells_their_own_cards_and_role_from_others() -> None:
    state = play_game(worlds, "own").states[0]
    hands = (*state.deal.hands[1:], state.deal.hands[0])
    roles = (*state.deal.roles[1:], state.deal.roles[0])
    for change in ({"hands": hands}, {"roles": roles}):
        deal = replace(state.deal, **change)
        other = insidejob.start(state.options, deal)
        for seat in range(state.seats):
            own = (state.deal.hands[seat], state.deal.roles[seat]) == (deal.hands[seat], deal.roles[seat])
            assert (knows(state, (), seat) == knows(other, (), seat)) is own
        assert knows(state, (), None) == knows(other, (), None)


def test_everyone_is_shown_the_table_as_it_lies(games: list[Game]) -> None:
    for state, log, viewer in spots(games):
        known, seen = knows(state, log, viewer)["everyone"], insidejob.observe(state, viewer)
        assert list(seen.hand_sizes) == known["hand sizes"]
        assert list(seen.intel) == known["intel"]
        assert (seen.reserve, seen.met) == (known["reserve"], known["missions met"])
        assert (seen.mission, seen.leader) == (known["mission"], known["leader"])
        assert [tuple(played) for played in seen.plays] == known["trick"]
        assert {seat: seen.roles[seat] for seat in seen.revealed} == known["revealed"]
        assert list(seen.awaited) == known["asked"]
        if state.is_vote:
            assert [seat for seat in voters(state) if seat not in seen.awaited] == known["voted"]


def test_everyone_is_shown_the_tricks_that_the_memory_keeps_and_no_others(games: list[Game]) -> None:
    for state, log, viewer in spots(games):
        known, seen = knows(state, log, viewer)["everyone"]["tricks"], insidejob.observe(state, viewer)
        shown = [
            (trick.mission, [tuple(played) for played in trick.plays], trick.winner, trick.met, trick.intel)
            for trick in seen.tricks
        ]
        only_last = state.options.memory == LAST_TRICK and state.outcome is None
        assert shown == (known[-1:] if only_last else known)


def test_a_seat_is_shown_its_hand_its_role_and_for_good_what_it_drew_and_set_aside(games: list[Game]) -> None:
    for state, log, viewer in spots(games):
        if viewer is None:
            continue
        known, seen = knows(state, log, viewer)["seat"], insidejob.observe(state, viewer)
        assert list(seen.hand) == known["hand"]
        assert seen.roles[viewer] == known["role"]
        missions = [trick.mission for trick in state.tricks] + [state.mission]
        for place, drawn in known["drawn"].items():
            if missions[place] is None:
                assert list(seen.drawn) == drawn
            else:
                aside = next(mission for mission in drawn if mission != missions[place])
                assert (place + 1, aside) in seen.set_aside


def test_everything_is_open_at_the_end_but_the_missions_never_drawn(games: list[Game]) -> None:
    for game in games:
        state = game.states[-1]
        known = knows(state, game.log, None)["end"]
        for viewer in (None, *range(state.seats)):
            seen = insidejob.observe(state, viewer)
            assert list(seen.roles) == known["roles"]
            assert seen.outcome == known["outcome"]
            assert list(seen.votes) == [entry.move for entry in known["votes"]]
            played = {played for trick in seen.tricks for played in trick.plays}
            for seat, dealt in enumerate(known["dealt"]):
                assert {*seen.hands[seat], *(each.card for each in played if each.seat == seat)} == {*dealt}
            shown = {card for hand in seen.hands for card in hand} | {each.card for each in played}
            assert [card for card in DECK if card not in shown] == known["box"]
            assert len(seen.set_aside) == len(state.tricks)
            drawn = {trick.mission for trick in seen.tricks} | {mission for _, mission in seen.set_aside}
            assert drawn == {*known["drawn"]}


def test_everyone_is_told_each_mission_and_card_while_it_is_in_sight(games: list[Game]) -> None:
    for game in games:
        for step, entry in enumerate(game.log):
            before, after = game.states[step], game.states[step + 1]
            for viewer in (None, *range(before.seats)):
                terms = [
                    term
                    for event in insidejob.narrate(before, entry.move, after, viewer, after)
                    for term in event.params.values()
                ]
                if isinstance(entry.move, ChooseMission):
                    assert Term("mission", entry.move.mission.id) in terms
                if isinstance(entry.move, Play):
                    assert {Term("seat", entry.move.seat), Term("card", entry.move.card.code)} <= {*terms}


def test_a_sealed_vote_changes_nothing_that_is_observed(games: list[Game]) -> None:
    votes = [state for game in games for state in game.states if state.is_vote and not state.votes]
    assert votes
    for state in votes:
        position = Position(state)
        seen = [insidejob.observe(state, viewer) for viewer in (None, *range(state.seats))]
        for seat in voters(state)[:-1]:
            for move in insidejob.legal_moves(state, seat):
                position, appended = play.answer(insidejob, position, seat, "vote-1", (move,))
                assert not appended
                assert [insidejob.observe(position.state, v) for v in (None, *range(state.seats))] == seen
        position, appended = play.settle(insidejob, position, {}, Random(0))
        assert not appended


def test_the_clock_plays_the_same_whatever_the_role_of_the_absent_player(games: list[Game]) -> None:
    for state, _, viewer in spots(games):
        if viewer in insidejob.to_act(state):
            for shift in range(1, state.seats):
                roles = (*state.deal.roles[shift:], *state.deal.roles[:shift])
                other = replace(state, deal=replace(state.deal, roles=roles))
                assert insidejob.fallback(insidejob.observe(other, viewer)) == insidejob.fallback(
                    insidejob.observe(state, viewer)
                )
