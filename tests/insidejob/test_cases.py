"""What gave the Insider away is true by the rules, which are written again in `tests.insidejob.cases`."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.engine.cases import HINT, PROOF
from games.rules.engine.values import Term
from tests.cases.builders import load_game
from tests.cases.make import LEVELS
from tests.insidejob.cases import judge_fact


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


def test_hints_come_by_how_much_they_say() -> None:
    facts = load_game(LEVELS.index(7)).review.facts
    gains = [fact.suspicion[1] - fact.suspicion[0] for fact in facts if fact.suspicion]
    assert (len(gains), gains) == (len(facts), sorted(gains, reverse=True))
