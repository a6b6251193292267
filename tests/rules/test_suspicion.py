"""How suspicion is shared out in steps, and how good an observer is found to be."""

from random import Random

import pytest

from games.rules.calibration import Moment, Score, describe, list_moments, review
from games.rules.engine.suspicion import STEP, Shares, level_out, prove, share_out
from games.rules.lab.arena import Table
from games.rules.lab.bot_pools import MIXED, list_beginners, list_pools, play_states, review_pool
from games.rules.registry import TITLES
from mole.rules import TITLE as mole

NAME, TITLE = next((name, title) for name, title in TITLES.items() if title.SUSPICION_MODEL)


def test_guesses_go_out_in_steps_and_are_never_sure() -> None:
    dice = Random(3)
    for _ in range(500):
        places = dice.randint(2, 8)
        suspects = dice.sample(range(places), dice.randint(2, places))
        percents = share_out(places, {seat: dice.random() ** dice.randint(1, 40) for seat in suspects})
        assert sum(percents) == 100
        assert all(percent % STEP == 0 for percent in percents)
        assert all((STEP <= percents[seat] <= 100 - STEP) == (seat in suspects) for seat in range(places))


def test_the_more_is_said_the_more_is_given_and_equals_get_alike() -> None:
    assert share_out(4, {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0}) == (25, 25, 25, 25)
    assert share_out(4, {0: 1e-30, 1: 1.0, 3: 1e-30}) == (5, 90, 0, 5)
    assert share_out(3, {0: 1.0, 1: 2.0, 2: 1.0}) == (25, 50, 25)
    assert share_out(3, {0: 1.0, 1: 1.0, 2: 4.0}) == (15, 15, 70), "rounded, and no more than a hundred"
    assert share_out(3, {0: 1.0, 1: 1.0, 2: 1.0}) == (35, 35, 30), "of equals the first get what is left"
    assert (level_out(4, [0, 3]), prove(3, 1)) == ((50, 0, 0, 50), (0, 100, 0)), "knowing nothing, and all"


def say(*percents: int, truth: int, level: float = 50.0) -> Moment:
    return Moment(Shares(percents, (level,) * len(percents), {}), tuple(seat == truth for seat in range(len(percents))))


def test_the_score_is_the_squared_distance_from_the_truth() -> None:
    moment = say(70, 30, truth=0)
    assert moment.score == pytest.approx(0.18)
    assert moment.blind_score == pytest.approx(0.5)
    assert say(100, 0, truth=0).score == 0


def test_a_score_wins_when_it_is_better_by_more_than_chance() -> None:
    good, doubtful, bad = Score(), Score(), Score()
    for number in range(20):
        good.add([say(70, 30, truth=0), say(75, 25, truth=0)])
        doubtful.add([say(80, 20, truth=number % 2)])
        bad.add([say(20, 80, truth=0)])
    assert good.wins
    assert not doubtful.wins
    assert not bad.wins
    assert bad.difference < 0


def test_nothing_said_counts_for_nothing_and_one_game_is_not_enough() -> None:
    score = Score()
    score.add([])
    assert list(describe(score)) == ["  no games"]
    assert not score.wins
    score.add([say(70, 30, truth=0)])
    assert not score.wins


def test_the_curve_holds_guesses_alone_each_in_its_bin() -> None:
    score = Score()
    score.add([say(70, 30, truth=0), say(100, 0, truth=0), say(95, 5, truth=1)])
    assert [each.count for each in score.bins] == [1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    assert score.bins[9].gap == pytest.approx(-0.95)
    assert score.proven == 1
    assert "    0 to  10 %: said 5.0%, was so 100.0% of 1" in list(describe(score))


def test_a_moment_is_the_end_of_a_trick_after_which_the_game_goes_on() -> None:
    states = play_states(Table(NAME, 3), "random", 1)
    moments = list(list_moments(TITLE, states))
    scenes = [TITLE.scene(states[place]) for place in moments]
    assert scenes[:3] == [2, 3, 4]
    assert all(TITLE.scene(states[place - 1]) != scene for place, scene in zip(moments, scenes, strict=True))
    assert all(TITLE.outcome(states[place]) is None for place in moments)


def test_pools_are_each_bot_and_a_mixture_and_play_the_same_again() -> None:
    assert list_pools(TITLE)[-1] == MIXED
    assert {*list_pools(TITLE)} == {*TITLE.BOTS, *list_beginners(TITLE), MIXED}
    assert not list_beginners(mole)
    table = Table(NAME, 3)
    assert play_states(table, MIXED, 2) == play_states(table, MIXED, 2)
    assert len(review_pool([table, Table(NAME, 4)], "stand_in", range(2)).games) == 4


def test_a_title_without_an_observer_has_nothing_to_review() -> None:
    assert review(mole, []) == []
