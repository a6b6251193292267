"""The stand-in looks at no role and every game with absent players ends; `remaining` promises no less than is asked."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from games.rules.insidejob import BOTS, legal_moves, observe, remaining
from games.rules.insidejob.moves import ChooseMission, Play, Vote
from games.rules.insidejob.observe import Observation
from games.rules.insidejob.roles import AGENT, INSIDER
from games.rules.insidejob.state import State
from games.rules.play import Position, settle
from games.rules.protocol import STAND_IN, Bot, Remaining, Title
from tests.rules import absent
from tests.rules.builders import table
from tests.rules.conformance import Setting, base_settings, random_game

STAND_IN_BOT = BOTS[STAND_IN]
any_setting = pytest.mark.parametrize("setting", base_settings(), ids=str)


def questions(setting: Setting, seeds: range) -> Iterator[tuple[State, int]]:
    """Give every state of some random games with each seat that is asked in it."""
    for seed in seeds:
        for step in random_game(setting, seed):
            for seat in setting.title.to_act(step.before):
                yield step.before, seat


def as_role(state: State, seat: int, role: str) -> State:
    """Return the state in which `seat` has `role`: another has the other one."""
    roles = [INSIDER if role == INSIDER and other == seat else AGENT for other in range(state.seats)]
    if role == AGENT:
        roles[next(other for other in range(state.seats) if other != seat)] = INSIDER
    return replace(state, deal=replace(state.deal, roles=tuple(roles)))


@any_setting
def test_a_stand_in_does_the_same_whatever_the_role_of_its_seat(setting: Setting) -> None:
    told_apart = 0
    for state, seat in questions(setting, range(3)):
        agent, insider = (observe(as_role(state, seat, role), seat) for role in (AGENT, INSIDER))
        told_apart += agent.legal != insider.legal
        assert agent.roles[seat] != insider.roles[seat]
        assert STAND_IN_BOT(agent, Random(3)) == STAND_IN_BOT(insider, Random(3))
    assert told_apart, "the Insider was never free to break suit: nothing could have been told"


@any_setting
def test_a_stand_in_looks_at_no_role_at_all(setting: Setting) -> None:
    for state, seat in questions(setting, range(1)):
        seen = observe(state, seat)
        blind = replace(seen, roles=(), legal=())
        assert STAND_IN_BOT(blind, Random(4)) == STAND_IN_BOT(seen, Random(4))


def test_a_bot_that_plays_by_its_role_is_told_apart() -> None:
    setting = base_settings()[0]
    assert any(
        BOTS["steady"](observe(as_role(state, seat, AGENT), seat), Random(3))
        != BOTS["steady"](observe(as_role(state, seat, INSIDER), seat), Random(3))
        for state, seat in questions(setting, range(1))
    )


@any_setting
def test_a_stand_in_plays_legally_in_every_role_follows_suit_and_never_wagers(setting: Setting) -> None:
    kinds = set()
    for state, seat in questions(setting, range(3)):
        for role in (AGENT, INSIDER):
            played = as_role(state, seat, role)
            move = STAND_IN_BOT(observe(played, seat), Random(5))
            kinds.add(type(move))
            assert move in legal_moves(played, seat)
            if isinstance(move, Play):
                assert not move.wager
                assert follows_suit(observe(played, seat), move)
    assert kinds >= {ChooseMission, Play}


def follows_suit(seen: Observation, move: Play) -> bool:
    """Tell whether a card is of the led suit, or the hand holds none, or it leads."""
    led = seen.plays[0].card.suit if seen.plays else move.card.suit
    return move.card.suit == led or all(card.suit != led for card in seen.hand)


def test_a_stand_in_votes_against_somebody_it_may_suspect() -> None:
    voting = table(4, tricks=10, revealed=(0,), insider=3)
    for seed in range(20):
        move = STAND_IN_BOT(voting.seen_by(2), Random(seed))
        assert isinstance(move, Vote)
        assert move in legal_moves(voting.state, 2)


@any_setting
def test_what_remains_is_never_less_than_what_is_asked_and_nothing_once_it_is_over(setting: Setting) -> None:
    title = setting.title
    for seed in range(6):
        states = [step.before for step in random_game(setting, seed)]
        turns, votes, asked = [0] * setting.seats, 0, set[str]()
        for state in reversed(states):
            for seat in title.to_act(state):
                decision = title.decision(state, seat)
                assert decision is not None
                key = decision.name if decision.vote else f"{seat} {decision.name}"
                if key not in asked:
                    asked.add(key)
                    votes += decision.vote
                    turns[seat] += not decision.vote
            left = remaining(state)
            assert any(left.turns) or left.votes
            assert left.votes >= votes
            assert all(most >= count for most, count in zip(left.turns, turns, strict=True))
        assert remaining(random_game(setting, seed)[-1].after) == Remaining((0,) * setting.seats, 0)


def test_what_remains_of_inside_job_is_a_card_for_each_trick_and_the_vote() -> None:
    now = table(4, tricks=7).mission("odd-only-green")
    tricks = now.state.numbers.tricks - 7
    assert remaining(now.state).turns == (tricks,) * 4
    assert remaining(now.plays("B1", "B2").state).turns == (tricks - 1, tricks - 1, tricks, tricks)
    assert remaining(now.state).votes == 1
    assert remaining(table(4, tricks=now.state.numbers.tricks).state).turns == (0,) * 4


def test_no_game_with_absent_players_gets_stuck() -> None:
    report = absent.play_absent_games(300, "absent")
    assert report.faults == []
    assert report.games == 300
    assert {"trick-1-lead", "trick-1-play", "trick-9-play", "vote-1", "hide", "turn-1"} <= report.closes.keys()


def test_a_game_that_gets_stuck_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def settle_all_but_the_end(title: Title, position: Position, bots: Mapping[int, Bot], chance: Random) -> object:
        result = settle(title, position, bots, chance)
        return (position, ()) if title.outcome(result[0].state) is not None else result

    monkeypatch.setattr(absent, "settle", settle_all_but_the_end)
    assert absent.play_absent_games(40, "stuck").faults
