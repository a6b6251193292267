"""The stand-in looks at no role and every game with absent players ends; `remaining` promises no less than is asked."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from games.rules.engine.play import Position, settle
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import STAND_IN, Bot
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.legality import legal_moves, remaining
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry
from games.titles.insidejob.rules.observe import Observation, observe
from games.titles.insidejob.rules.roles import ACCOMPLICE
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.builders import many_tables, table
from games.titles.insidejob.tests.imagining import in_every_role
from tests.rounds import choose, count_rounds
from tests.rules import absent
from tests.rules.conformance import Setting, at_each, random_game

any_setting = at_each(many_tables())


def questions(setting: Setting) -> Iterator[tuple[State, int]]:
    for step in random_game(setting, 0):
        for seat in setting.title.to_act(step.before):
            yield step.before, seat


@cache
def answers(setting: Setting, every: int) -> tuple[tuple[State, int, Move], ...]:
    asked = islice(questions(setting), None, None, every)
    return tuple((state, seat, stand_in(observe(state, seat))) for state, seat in asked)


def stand_in(seen: Observation) -> Move:
    move: Move = BOTS[STAND_IN](seen, Random(3))
    return move


@pytest.mark.rounds
@any_setting
def test_a_stand_in_looks_at_no_role_at_all(setting: Setting) -> None:
    for state, seat, move in answers(setting, choose(3, deep=1)):
        blind = replace(observe(state, seat), roles=(), in_play=(), legal=(), votes_allowed=0)
        assert stand_in(blind) == move


def test_a_bot_that_plays_by_its_role_is_told_apart() -> None:
    assert any(
        len({BOTS["steady"](observe(world, seat), Random(3)) for world in in_every_role(state, seat)}) > 1
        for state, seat in questions(many_tables()[-1])
        if seat not in state.revealed
    )


@any_setting
def test_a_stand_in_plays_legally_in_every_role_follows_suit_and_never_wagers(setting: Setting) -> None:
    for state, seat, move in answers(setting, 1):
        worlds = [state] if seat in state.revealed else in_every_role(state, seat)
        assert all(move in legal_moves(world, seat) for world in worlds)
        if isinstance(move, Play):
            assert not move.wager
            assert follows_suit(observe(state, seat), move)
    kinds = {type(move) for _, _, move in answers(setting, 1)}
    assert kinds >= {ChooseMission, Play}
    assert (ChoosePartner in kinds) == (ACCOMPLICE in setting.parse().roles)
    assert (PlayForLarry in kinds) == (setting.seats == 2)


def follows_suit(seen: Observation, move: Play) -> bool:
    led = seen.plays[0].card.suit if seen.plays else move.card.suit
    return move.card.suit == led or all(card.suit != led for card in seen.hand)


def test_what_remains_of_inside_job_is_a_card_for_each_trick_and_the_vote() -> None:
    now = table(4, tricks=7).mission("odd-only-green")
    tricks = now.state.numbers.tricks - 7
    assert remaining(now.state).turns == (tricks,) * 4
    assert remaining(now.plays("B1", "B2").state).turns == (tricks - 1, tricks - 1, tricks, tricks)
    assert remaining(now.state).votes == 1
    assert remaining(table(4, tricks=now.state.numbers.tricks).state).turns == (0,) * 4


@pytest.mark.rounds
def test_no_game_with_absent_players_gets_stuck() -> None:
    games = count_rounds("late")
    report = absent.play_absent_games(games, "absent")
    assert (report.faults, report.games) == ([], games)
    assert {"lead-1", "play-1", "play-9", "vote-1", "hide-1", "turn-1"} <= report.closes.keys()


def test_a_game_that_gets_stuck_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def settle_all_but_the_end(title: AnyTitle, position: Position, bots: Mapping[int, Bot], chance: Random) -> object:
        result = settle(title, position, bots, chance)
        return (position, ()) if title.outcome(result[0].state) is not None else result

    monkeypatch.setattr(absent, "settle", settle_all_but_the_end)
    assert absent.play_absent_games(40, "stuck").faults
