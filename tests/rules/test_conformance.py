"""What must hold for any title, at tables with every number of seats and every combination of options."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from string import Formatter
from typing import Any

import pytest

from games.rules.engine.play import Position, fold, make_move, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.texts import Plural
from games.rules.engine.values import BOT, CLOCK, PLAYER, STAND_IN, Decision, Event, Remaining, Seat
from games.rules.registry import TITLES
from tests.rounds import choose, count_rounds
from tests.rules import conformance
from tests.rules.conformance import Setting, any_setting, mutations, random_game, share
from tests.rules.sealed import find_careless
from tests.titles import is_typed, list_worlds

pytestmark = pytest.mark.rounds
GAMES = count_rounds("games")
ABSENT_GAMES = count_rounds("absent")
"""How many games there are in all, shared among a title's settings."""


@any_setting
def test_a_random_game_ends_and_then_no_one_is_asked(setting: Setting) -> None:
    title = setting.title
    for seed in share(setting, GAMES):
        *running, last = random_game(setting, seed)
        assert all(title.outcome(step.after) is None and title.to_act(step.after) for step in running)
        outcome = title.outcome(last.after)
        assert outcome is not None
        assert title.to_act(last.after) == ()
        assert all(title.decision(last.after, seat) is None for seat in range(setting.seats))
        assert all(title.legal_moves(last.after, seat) == () for seat in range(setting.seats))
        assert list(outcome.winners) == sorted(set(outcome.winners))
        assert set(outcome.winners) <= set(range(len(outcome.roles)))
        assert len(outcome.roles) == setting.seats + len(title.list_imaginary(setting.seats))
        conformance.through_json(outcome.figures)


@any_setting
def test_exactly_the_seats_that_are_asked_have_a_decision_and_moves(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        for step in random_game(setting, seed):
            asked = setting.title.to_act(step.before)
            assert len(asked) == len(set(asked))
            for seat in range(setting.seats):
                is_asked = setting.title.decision(step.before, seat) is not None
                assert is_asked == (seat in asked) == bool(setting.title.legal_moves(step.before, seat))


@any_setting
def test_a_sealed_choice_made_alone_drops_exactly_its_seat(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        complaint = find_careless(setting, seed)
        assert complaint is None, complaint


@any_setting
def test_no_more_is_asked_than_was_foreseen(setting: Setting) -> None:
    title = setting.title
    for seed in share(setting, GAMES):
        left = title.remaining(setting.start(seed))
        assert title.remaining(random_game(setting, seed)[-1].after) == Remaining((0,) * setting.seats, 0)
        if left is None:
            assert all(title.remaining(step.before) is None for step in random_game(setting, seed))
            continue
        for asked in decisions_of(title, [step.before for step in random_game(setting, seed)]):
            sealed = {decision.sealed for _, decision in asked}
            assert len(sealed) == 1
            if sealed == {True}:
                votes = asked[0][1].vote
                left = replace(left, votes=left.votes - votes, together=left.together - (not votes))
            else:
                ((seat, _),) = asked
                left = replace(left, turns=(*left.turns[:seat], left.turns[seat] - 1, *left.turns[seat + 1 :]))
            assert min(*left.turns, left.votes, left.together) >= 0
            assert len(left.turns) == setting.seats


def decisions_of(title: AnyTitle, states: Sequence[Any]) -> list[list[tuple[Seat, Decision]]]:
    """Return what was asked in a game, one decision of one seat or a sealed one of several after the other."""
    past: list[list[tuple[Seat, Decision]]] = []
    for state in states:
        asked = [(seat, title.decision(state, seat)) for seat in title.to_act(state)]
        known = [(seat, decision) for seat, decision in asked if decision is not None]
        if not past or not {*known} <= {*past[-1]}:
            past.append(known)
    return past


@any_setting
def test_decisions_have_names_of_their_own_within_a_game(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        past: dict[tuple[int, str], bool] = {}
        current: set[tuple[int, str]] = set()
        for step in random_game(setting, seed):
            asked = set()
            for seat in setting.title.to_act(step.before):
                decision = setting.title.decision(step.before, seat)
                assert decision is not None
                asked.add((seat, decision.name))
            assert not asked & past.keys()
            past.update(dict.fromkeys(current - asked, True))
            current = asked


@any_setting
def test_applying_a_move_never_changes_the_state_it_is_given(setting: Setting) -> None:
    for step in random_game(setting, 0):
        before = conformance.snapshot((step.before, step.entry.move))
        setting.title.apply(step.before, step.entry.move)
        conformance.seen_by_all(setting.title, step.before, setting.seats)
        assert conformance.snapshot((step.before, step.entry.move)) == before


@any_setting
def test_a_state_cannot_be_changed(setting: Setting) -> None:
    state = setting.start(1)
    assert hash(state) == hash(setting.start(1))
    for name in state.__dataclass_fields__:
        with pytest.raises(AttributeError):
            setattr(state, name, None)


@any_setting
def test_every_legal_move_is_accepted_and_nothing_else_is(setting: Setting) -> None:
    chance = Random(5)
    for seed in share(setting, GAMES):
        states = [step.before for step in random_game(setting, seed)]
        pool = conformance.moves_around(setting.title, states)
        for state in states:
            legal = [move for seat in range(setting.seats) for move in setting.title.legal_moves(state, seat)]
            tried = chance.sample(pool, min(20, len(pool))) + legal
            tried += [other for move in tried[:5] for other in mutations(setting.title, move, setting.seats, chance)]
            allowed = set(legal)
            for move in tried:
                is_allowed = setting.title.objection(state, move) is None
                assert is_allowed or move not in allowed, move
                assert not is_allowed or move in allowed or is_typed(setting.title, move), move


@any_setting
def test_every_legal_move_can_be_made(setting: Setting) -> None:
    for step in random_game(setting, 0):
        for seat in setting.title.to_act(step.before):
            for move in setting.title.legal_moves(step.before, seat):
                assert move.seat == seat
                assert setting.title.apply(step.before, move) != step.before


@any_setting
def test_the_fold_of_the_log_is_the_state_step_by_step(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        steps = random_game(setting, seed)
        moves = [step.entry.move for step in steps]
        for length in {0, 1, len(moves) // 2, len(moves)}:
            expected = steps[length - 1].after if length else setting.start(seed)
            assert fold(setting.title, setting.start(seed), moves[:length]) == expected
        state = setting.start(seed)
        for step in steps:
            state = make_move(setting.title, state, step.entry)
            assert state == step.after


@any_setting
def test_a_rematch_can_be_dealt_from_the_deal_before(setting: Setting) -> None:
    first = setting.deal(1)
    again = [setting.title.make_deal(setting.parse(), setting.seats, Random(seed), first) for seed in range(20)]
    assert all(setting.title.to_act(setting.title.start(setting.parse(), deal, setting.title.RULES)) for deal in again)
    assert any(deal != first for deal in again)


@any_setting
def test_the_same_dice_give_the_same_game(setting: Setting) -> None:
    assert random_game.__wrapped__(setting, 0) == random_game(setting, 0)


@any_setting
def test_games_with_absent_players_always_end_and_the_clock_moves_only_for_them(setting: Setting) -> None:
    chance = Random(9)
    for seed in share(setting, ABSENT_GAMES):
        absent = frozenset(seat for seat in range(setting.seats) if chance.random() < 0.5)
        position, log = conformance.play_with_absent_seats(setting, seed, absent)
        assert setting.title.outcome(position.state) is not None
        assert {entry.move.seat for entry in log if entry.by == CLOCK} <= absent
        if setting.title.remaining(setting.start(seed)) is not None:
            assert {entry.move.seat for entry in log if entry.by == BOT}.isdisjoint(absent)


@any_setting
def test_stand_ins_end_every_game_from_wherever_they_sit_down(setting: Setting) -> None:
    title = setting.title
    for seed in share(setting, GAMES):
        for step in random_game(setting, seed)[:: 1 + len(random_game(setting, seed)) // 3]:
            position, _ = settle(title, Position(step.before), setting.bots(STAND_IN), Random(seed))
            assert title.outcome(position.state) is not None


@any_setting
def test_the_clock_always_has_a_move_for_every_seat_that_is_asked(setting: Setting) -> None:
    for seed in share(setting, GAMES):
        for step in random_game(setting, seed):
            for seat in setting.title.to_act(step.before):
                moves = setting.title.fallback(setting.title.observe(step.before, seat))
                assert moves
                assert {move.seat for move in moves} == {seat}


@any_setting
def test_an_observation_tells_its_viewer_what_is_asked_of_them_alone(setting: Setting) -> None:
    title = setting.title
    for step in random_game(setting, 0):
        for viewer, seen in conformance.seen_by_all(title, step.before, setting.seats).items():
            assert (seen.viewer, seen.outcome) == (viewer, title.outcome(step.before))
            assert seen.seats == setting.seats + len(title.list_imaginary(setting.seats))
            assert seen.decision == (None if viewer is None else title.decision(step.before, viewer))
            assert seen.legal == (() if viewer is None else title.legal_moves(step.before, viewer))
            assert set(seen.awaited) <= set(title.to_act(step.before))


@any_setting
def test_bots_choose_a_legal_move_by_observation_and_dice_alone(setting: Setting) -> None:
    title = setting.title
    for step in random_game(setting, 0)[:: choose(20, deep=12)]:
        for seat in title.to_act(step.before):
            for bot in title.BOTS.values():
                first = bot(title.observe(step.before, seat), Random(7))
                assert title.objection(step.before, first) is None
                assert bot(title.observe(step.before, seat), Random(7)) == first


@any_setting
def test_everything_refused_or_told_has_a_sentence_with_all_its_places_filled(setting: Setting) -> None:
    title, chance = setting.title, Random(2)
    for seed in share(setting, GAMES):
        steps = random_game(setting, seed)
        end = title.outcome(steps[-1].after)
        assert end is not None
        assert title.TEXTS.reasons[end.reason]
        pool = conformance.moves_around(title, [step.before for step in steps])
        for step in steps:
            for move in chance.sample(pool, min(5, len(pool))):
                code = title.objection(step.before, move)
                assert code is None or title.TEXTS.objections[code]
            for viewer in (*range(setting.seats), None):
                for event in title.narrate(step.before, step.entry.move, step.after, viewer, step.after):
                    assert places_of(title, event) <= event.params.keys()


@any_setting
def test_every_role_has_a_side_and_both_have_names(setting: Setting) -> None:
    title = setting.title
    assert title.SIDES.keys() == title.TEXTS.terms["role"].keys()
    assert set(title.SIDES.values()) == set(title.TEXTS.terms["side"])
    outcome = title.outcome(random_game(setting, 1)[-1].after)
    assert outcome is not None
    assert set(outcome.roles) <= title.SIDES.keys()


def places_of(title: AnyTitle, event: Event) -> set[str]:
    sentence = title.TEXTS.events[event.code]
    forms = [sentence.one, sentence.many] if isinstance(sentence, Plural) else [sentence]
    places = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
    return places | ({"count"} if isinstance(sentence, Plural) else set())


def test_there_are_tables_to_check() -> None:
    assert {setting.title.NAME for setting in conformance.usual_settings()} == set(TITLES)
    for option in (option for title in TITLES.values() for option in title.OPTIONS):
        for value in conformance.values_of(option):
            assert any((option.name, value) in setting.options for setting in conformance.usual_settings())
    assert PLAYER not in (BOT, CLOCK)


def test_options_that_change_one_anothers_rules_meet_in_every_combination_at_every_number_of_seats() -> None:
    for name, worlds in list_worlds().items():
        usual, every = (
            {conformance.combination_of(setting) for setting in known if name == setting.title.NAME}
            for known in (conformance.usual_settings(), (*conformance.settings(), *conformance.list_made_settings()))
        )
        assert bool(worlds.COMBINED and conformance.are_combined()) == (every != {()})
        assert usual == every
