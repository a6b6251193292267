"""The bots of Inside Job: they see an observation alone, and `steady` plays to its side's goal."""

from dataclasses import replace
from inspect import signature
from random import Random

import pytest

from games.rules.insidejob import BOTS, observe
from games.rules.insidejob.bots import AIMS, broke_suit, choose_suspect
from games.rules.insidejob.moves import Play, Vote
from games.rules.insidejob.roles import AGENT, INSIDER
from games.rules.protocol import Bot, Decision
from tests.rules.builders import table
from tests.rules.strength import POINTS, SEATS, SIDES, Strength, measure_side, summarise

# Measured over 2,000 games: differences of +10 to +50 points. Over this few, the bound may lie lower, but a steady bot
# as weak as the random one fails nearly always.
GAMES = 80
GAMES_OF_INSIDER = 120


def test_a_bot_takes_an_observation_and_dice_and_nothing_else() -> None:
    for bot in BOTS.values():
        assert list(signature(bot).parameters) == ["seen", "chance"]


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS.keys())
def test_a_bot_plays_the_same_in_worlds_it_cannot_tell_apart(bot: Bot) -> None:
    here = table(4, insider=2).hold("B1", "B4 B9 B12", "G1 G2", "Y1 Y2").mission("odd-only-green").plays("B1")
    hands = (*here.state.hands[:2], here.state.hands[3], here.state.hands[2])
    deal = replace(here.state.deal, roles=(AGENT, AGENT, AGENT, INSIDER))
    there = replace(here.state, hands=hands, deal=deal)
    assert there != here.state
    for seed in range(20):
        first = bot(observe(here.state, 1), Random(seed))
        assert bot(observe(there, 1), Random(seed)) == first


def test_the_random_bot_plays_every_legal_move() -> None:
    now = table(4).hold("", "B4 B9").mission("odd-only-green").plays("B1")
    chance = Random(1)
    assert {BOTS["random"](now.seen_by(1), chance) for _ in range(100)} == set(now.seen_by(1).legal)


def test_a_steady_agent_meets_the_mission_with_the_last_card_if_it_can() -> None:
    now = table(4, insider=1).hold("", "", "", "B2 B7").mission("odd-only-green").plays("B1", "B3", "B5")
    for seed in range(20):
        move = BOTS["steady"](now.seen_by(3), Random(seed))
        assert isinstance(move, Play)
        assert move.card.code == "B7"


def test_a_steady_insider_takes_the_intel_with_the_last_card_if_it_can() -> None:
    now = table(4, insider=3).hold("", "", "", "B2 B6").mission("odd-only-yellow").plays("B1", "B3", "B5")
    for seed in range(20):
        move = BOTS["steady"](now.seen_by(3), Random(seed))
        assert now.moves(move).trick.winner == 3


def test_a_steady_insider_follows_suit_to_stay_hidden() -> None:
    now = table(4, insider=3).hold("", "", "", "B2 Y13").mission("odd-only-yellow").plays("B1", "B3", "B5")
    for seed in range(20):
        move = BOTS["steady"](now.seen_by(3), Random(seed))
        assert isinstance(move, Play)
        assert move.card.code == "B2"


def test_a_steady_agent_votes_against_whoever_broke_suit() -> None:
    now = table(3, insider=2).mission("odd-only-green").plays("B1", "B2", "Y1")
    now = now.but(leader=0).mission("even-only-pink").plays("G1", "G2", "B13")
    seen = now.seen_by(0)
    assert broke_suit(seen, 2)
    assert not broke_suit(seen, 1)
    voting = replace(
        seen, suspects=(1, 2), mission=None, drawn=(), offered=(), decision=Decision("vote-1", sealed=True)
    )
    assert {BOTS["steady"](voting, Random(seed)) for seed in range(20)} == {Vote(0, (2,))}
    assert choose_suspect(voting, AIMS[AGENT], Random(1)) == 2


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_steady_side_wins_clearly_more_often_than_a_random_one(seats: int, side: str) -> None:
    games = GAMES_OF_INSIDER if side == INSIDER else GAMES
    strength = measure_side(seats, side, games)
    assert strength.lower > 0, str(strength)
    assert strength.steady - strength.random > POINTS, str(strength)


def test_the_bound_would_tell_a_side_that_is_no_better() -> None:
    even = summarise(4, AGENT, [(True, False), (False, True), (True, True), (False, False)] * 50)
    assert isinstance(even, Strength)
    assert even.lower < 0
