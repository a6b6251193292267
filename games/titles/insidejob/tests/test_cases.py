"""What gave the Insider away is true by the rules, which are written again in `games.titles.insidejob.tests.cases`."""

from dataclasses import replace
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from games.rules.cases import play_case
from games.rules.engine.cases import FOOLED, HINT, LIE, MAX_FACTS, NEAR_MISS, PROOF, Fact
from games.rules.engine.suspicion import STEP
from games.rules.engine.values import Event, Term
from games.titles.insidejob.rules.cases import _find_facts, _find_lie, _find_marks, _vary
from games.titles.insidejob.rules.counting import _read
from games.titles.insidejob.rules.observe import observe
from games.titles.insidejob.tests.cases import NEVER, Case, find_opening, judge_fact, judge_rises, list_rises
from tests.cases.builders import RULES, TITLE, load_game
from tests.cases.make import LEVELS


@pytest.mark.parametrize("place", range(len(LEVELS)))
def test_facts_are_true(place: int) -> None:
    chosen = load_game(place)
    tricks = chosen.played.states[chosen.played.moments[-1]].tricks
    for fact in chosen.review.facts:
        assert [*judge_fact(fact, tricks, chosen.played.guilty)] == []


def test_a_guess_dressed_as_proof_would_be_found() -> None:
    for place in range(len(LEVELS)):
        chosen = load_game(place)
        tricks = chosen.played.states[chosen.played.moments[-1]].tricks
        for fact in chosen.review.facts:
            if fact.weight == HINT:
                assert [*judge_fact(replace(fact, weight=PROOF), tricks, chosen.played.guilty)]
            wrong = replace(fact, event=replace(fact.event, params={**fact.event.params, "card": Term("card", "X1")}))
            assert [*judge_fact(wrong, tricks, chosen.played.guilty)]


def test_a_proof_is_told_in_two_facts_the_first_play_first() -> None:
    facts = load_game(0).review.facts
    assert [fact.event.code for fact in facts[:2]] == ["case_void", "case_had_suit"]
    earlier: Any = facts[1].event.params["trick"]
    assert facts[0].scene == earlier < facts[1].scene


@pytest.mark.parametrize("place", range(len(LEVELS)))
def test_hints_name_the_largest_rises_in_their_order(place: int) -> None:
    facts = load_game(place).review.facts
    rises = list_rises(Case(LEVELS[place], load_game(place)))
    assert [*judge_rises(rises, facts)] == []
    hints = [fact for fact in facts if fact.weight == HINT]
    assert hints == sorted(hints, key=lambda fact: fact.scene)
    named = [rises[fact.scene] for fact in hints]
    left = [rise for scene, rise in rises.items() if scene not in {fact.scene for fact in facts} and rise > STEP]
    assert len(facts) == MAX_FACTS or not left
    assert not named or max(left, default=0) <= min(named)


def test_of_more_rises_than_there_is_room_for_the_largest_are_named() -> None:
    chosen = load_game(len(LEVELS) - 1)
    state = chosen.played.states[chosen.played.moments[-1]]
    rises = (10, 25, 0, 10, 15, 0, 20, 10, 0, 0)[: len(state.tricks)]
    facts = _find_facts([observe(state, None)], [*accumulate(rises, initial=5)], chosen.played.guilty)
    named = [fact.suspicion[1] - fact.suspicion[0] for fact in facts if fact.suspicion]
    assert named == [10, 25, 15, 20]


def test_no_three_sentences_in_a_row_are_equal() -> None:
    facts = [Fact(scene, HINT, Event("case_took", {})) for scene in range(1, 5)]
    assert [fact.event.code for fact in _vary(facts)] == ["case_took", "case_took_again"] * 2


@pytest.mark.parametrize("place", range(len(LEVELS)))
def test_a_lie_is_a_card_off_suit_with_the_suit_in_hand(place: int) -> None:
    played = load_game(place).played
    state, lie = played.state, _find_lie(played.state, played.guilty)
    lies = []
    for number, trick in enumerate(state.tricks, start=1):
        card = next(each.card for each in trick.plays if each.seat == played.guilty)
        before = {each.card for past in state.tricks[: number - 1] for each in past.plays}
        held = {*state.deal.hands[played.guilty]} - before
        if card.suit != trick.plays[0].card.suit in {each.suit for each in held}:
            lies.append(number)
            assert lie is None or number != lie.scene or (lie.card == card and lie.held in held)
    assert lies == ([lie.scene, *lie.others] if lie else [])
    # In these levels the Insider is proven, so there is a lie.
    assert lies or LEVELS[place] > 3


def test_the_marks_of_a_game_are_those_that_its_record_shows() -> None:
    seen = set[str]()
    for place in range(len(LEVELS)):
        chosen = load_game(place)
        state, marks = chosen.played.state, chosen.review.marks
        assert (FOOLED in marks) == (chosen.played.guilty in state.outcome.winners)
        assert (NEAR_MISS in marks) == (sum(trick.met for trick in state.tricks) == 6)
        assert (LIE in marks) == (_find_lie(state, chosen.played.guilty) is not None)
        seen |= marks
    assert {LIE, NEAR_MISS} <= seen


@pytest.mark.parametrize("place", range(len(LEVELS)))
def test_a_mark_counts_as_long_as_it_can_come(place: int) -> None:
    played = load_game(place).played
    for mark in (LIE, NEAR_MISS):
        begun = [mark in _find_marks(played.states[moment], played.guilty) for moment in played.moments]
        assert begun == sorted(begun, reverse=True)
        assert begun[-1] == (mark in load_game(place).review.marks)


def test_the_insider_of_an_easy_case_wagers_as_others_do() -> None:
    level = RULES.levels[0]
    played = (play_case(TITLE, level, Random(f"wagers {seed}")) for seed in range(6))
    assert any(
        each.wager for game in played for trick in game.state.tricks for each in trick.plays if each.seat == game.guilty
    )


def test_the_second_reader_knows_a_broken_suit_and_leans_on_what_it_counts() -> None:
    for place in range(len(LEVELS)):
        chosen = load_game(place)
        played = chosen.played
        tricks = TITLE.observe(played.states[played.moments[-1]], None).tricks
        said = [*_read(tricks, 4, len(played.deal.hands[0]), "expert")]
        assert all(abs(sum(shares) - 1) < 1e-9 for shares in said)
        assert find_opening(said, played.guilty, 1) == (chosen.review.proven or NEVER)
