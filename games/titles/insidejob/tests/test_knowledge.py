"""Everyone is shown what they may know (section 13): what the rules allow is held against what is observed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from games.rules.engine import play
from games.rules.engine.play import Position
from games.rules.engine.values import Seat, Term
from games.titles.insidejob.rules import TITLE as insidejob
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Play, PlayForLarry
from games.titles.insidejob.rules.options import LAST_TRICK
from games.titles.insidejob.rules.roles import ACCOMPLICE
from games.titles.insidejob.rules.state import State, voters
from games.titles.insidejob.tests import worlds
from games.titles.insidejob.tests.knowledge import list_looks
from games.titles.insidejob.tests.role_leaks import seating
from games.titles.insidejob.tests.worlds import knows
from tests.rules.leaks import at_tables
from tests.rules.swap import Game, play_game
from tests.rules.worlds import Log


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [play_game(worlds, f"knowledge-{number}") for number in range(36)]


def spots(games: Sequence[Game], every: int = 7) -> Iterator[tuple[State, Log, Seat | None]]:
    """Yield states, the log so far and a viewer, from all parts of the games."""
    for number, game in enumerate(games):
        for step in {*range(number % every, len(game.states), every), len(game.log)}:
            for viewer in (None, *range(game.seats)):
                yield game.states[step], game.log[:step], viewer


def test_what_a_viewer_knows_tells_their_own_cards_and_role_from_others() -> None:
    state = play_game(at_tables(worlds, seating()), "own").states[0]
    hands = (*state.deal.hands[1:], state.deal.hands[0])
    for change in ({"hands": hands}, {"roles": (*state.deal.roles[1:], state.deal.roles[0])}):
        deal = replace(state.deal, **change)
        other = insidejob.start(state.options, deal, state.rules)
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
        assert (seen.partner, seen.controller) == (known["partner"], known["Larry's controller"])
        assert seen.pile == known["cards on Larry's pile"]
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
        assert (list(seen.hand), seen.roles[viewer]) == (known["hand"], known["role"])
        missions = [trick.mission for trick in state.tricks] + [state.mission]
        for place, drawn in known["drawn"].items():
            if missions[place] is None:
                assert list(seen.drawn) == drawn
            else:
                aside = next(mission for mission in drawn if mission != missions[place])
                assert (place + 1, aside) in seen.set_aside


def test_the_accomplice_is_shown_her_partners_role(games: list[Game]) -> None:
    partnered = [(state, log, viewer) for state, log, viewer in spots(games) if state.partner is not None]
    assert partnered
    for state, log, viewer in partnered:
        if viewer is not None and state.deal.roles[viewer] == ACCOMPLICE:
            known = knows(state, log, viewer)["seat"]
            assert insidejob.observe(state, viewer).roles[state.partner or 0] == known["partner's role"]


def test_larrys_controller_is_shown_three_cards_on_that_turn_and_for_good_where_they_went(games: list[Game]) -> None:
    shown = 0
    for state, log, viewer in spots(games):
        if viewer is None or not state.has_larry or state.outcome is not None:
            continue
        known, seen = knows(state, log, viewer)["seat"]["looks"], insidejob.observe(state, viewer)
        past = [(look.card, look.back, look.boxed) for look in known if look.card is not None]
        assert [(look.card, look.back, look.boxed) for look in seen.looks] == past
        now = [look.shown for look in known if look.card is None]
        assert ([seen.shown] if seen.shown else []) == now
        shown += len(now)
    assert shown


def test_everything_is_open_at_the_end_but_the_missions_never_drawn(games: list[Game]) -> None:
    for game in games:
        state = game.states[-1]
        known = knows(state, game.log, None)["end"]
        for viewer in (None, *range(game.seats)):
            seen = insidejob.observe(state, viewer)
            assert (list(seen.roles), seen.outcome) == (known["roles"], known["outcome"])
            assert list(seen.votes) == [entry.move for entry in known["votes"]]
            played = {played for trick in seen.tricks for played in trick.plays}
            for seat, dealt in enumerate(known["dealt"]):
                assert {*seen.hands[seat], *(each.card for each in played if each.seat == seat)} == {*dealt}
            assert list(seen.undealt) == known["box"]
            assert len(seen.set_aside) == len(state.tricks)
            drawn = {trick.mission for trick in seen.tricks} | {mission for _, mission in seen.set_aside}
            assert drawn == {*known["drawn"]}


def test_the_cards_not_dealt_are_shown_at_the_end_and_not_before(games: list[Game]) -> None:
    counts = {insidejob.observe(game.states[-1], None).undealt: game.seats for game in games}
    assert {(seats, len(cards)) for cards, seats in counts.items()} == {(2, 0), (3, 13), (4, 4), (5, 2)}
    for state, _, viewer in spots(games):
        assert state.outcome is not None or not insidejob.observe(state, viewer).undealt


def test_where_larrys_cards_went_is_open_at_the_end_but_for_the_one_on_his_pile(games: list[Game]) -> None:
    finished = [game for game in games if game.states[-1].looks]
    assert finished
    for game in finished:
        state = game.states[-1]
        opened = knows(state, game.log, None)["end"]["looks"]
        seen = insidejob.observe(state, None).looks
        assert [(look.seat, look.card, look.boxed, look.back) for look in seen] == opened
        for viewer in range(game.seats):
            own = [look.back for look in list_looks(state, game.log) if look.seat == viewer]
            assert [look.back for look in insidejob.observe(state, viewer).looks if look.seat == viewer] == own


def test_everyone_is_told_each_mission_and_card_while_it_is_in_sight(games: list[Game]) -> None:
    for game in games:
        for step, entry in enumerate(game.log):
            before, after = game.states[step], game.states[step + 1]
            for viewer in (None, *range(game.seats)):
                terms = [
                    term
                    for event in insidejob.narrate(before, entry.move, after, viewer, after)
                    for term in event.params.values()
                ]
                if isinstance(entry.move, ChooseMission):
                    assert Term("mission", entry.move.mission.id) in terms
                if isinstance(entry.move, Play | PlayForLarry):
                    assert {Term("seat", entry.move.seat), Term("card", entry.move.card.code)} <= {*terms}
                if isinstance(entry.move, ChoosePartner):
                    assert {Term("seat", entry.move.seat), Term("seat", entry.move.partner)} <= {*terms}


def test_a_sealed_vote_changes_nothing_that_is_observed(games: list[Game]) -> None:
    votes = [state for game in games for state in game.states if state.is_vote and not state.votes]
    assert votes
    for state in votes:
        position = Position(state)
        viewers = (None, *range(len(state.deal.hands)))
        seen = [insidejob.observe(state, viewer) for viewer in viewers]
        for seat in voters(state)[:-1]:
            for move in insidejob.legal_moves(state, seat):
                position, appended = play.answer(insidejob, position, seat, "vote-1", (move,))
                assert not appended
                assert [insidejob.observe(position.state, viewer) for viewer in viewers] == seen
        position, appended = play.settle(insidejob, position, {}, Random(0))
        assert not appended
