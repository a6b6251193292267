"""Insiders who break suit, and what Agents' bots make of players who could not follow."""

from random import Random

import pytest

from games.rules.engine.values import STAND_IN
from games.rules.lab.arena import Lineup, Table, play_table
from games.titles.insidejob.rules import NAME
from games.titles.insidejob.rules.bots import BOTS, denials
from games.titles.insidejob.rules.bots.casts import weigh_casts
from games.titles.insidejob.rules.bots.denials import weigh_denial, weigh_denials
from games.titles.insidejob.rules.bots.evidence import find_breakers, weigh_plays
from games.titles.insidejob.rules.observe import observe
from games.titles.insidejob.rules.roles import AGENT, INSIDER, is_insider
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.tests.builders import Table as Sat
from games.titles.insidejob.tests.builders import table
from games.titles.insidejob.tests.imagining import in_every_role
from tests.rounds import one_in
from tests.rules.counting import count_calls

LIARS = ("steady", "expert", "blending")


def last_to_play(*hand: str, insider: int = 3) -> Sat:
    """Return a table where seat 3 plays last, and a yellow 13 would take intel."""
    now = table(4, insider=insider).hold("", "", "", " ".join(hand)).mission("odd-only-yellow")
    return now.plays("B1", "B3", "B5")


def see_codes(now: Sat, bot: str) -> set[str]:
    return {BOTS[bot](now.seen_by(3), Random(seed)).card.code for seed in range(10)}


def test_an_expert_insider_breaks_suit_where_that_gains_and_can_be_kept() -> None:
    assert see_codes(last_to_play("B2", "Y13"), "expert") == {"Y13"}
    assert see_codes(last_to_play("B2", "B4", "Y13"), "expert") == {"Y13"}


@pytest.mark.parametrize("bot", LIARS)
def test_no_insider_denies_a_suit_that_it_must_show_later(bot: str) -> None:
    assert see_codes(last_to_play("B2", "B4", "B6", "Y13"), bot) <= {"B2", "B4", "B6"}


@pytest.mark.parametrize("bot", [*LIARS, "gentle", STAND_IN])
def test_an_agent_follows_suit(bot: str) -> None:
    assert see_codes(last_to_play("B2", "Y13", insider=1), bot) == {"B2"}


@pytest.mark.parametrize("bot", LIARS)
def test_a_denied_suit_is_never_shown_again(bot: str) -> None:
    now = last_to_play("B2", "Y13").plays("Y13").hold("P1", "P2", "P3", "B2 G3 G4 P5 P7")
    leads = now.mission("odd-only-green")
    assert leads.state.turn == 3
    assert "B2" not in see_codes(leads, bot)
    assert "B2" not in see_codes(now.but(leader=0).mission("low-only-pink").plays("B6", "B7", "B8"), bot)


@pytest.mark.parametrize("bot", one_in(3, LIARS))
def test_a_whole_game_of_lies_proves_nothing(bot: str) -> None:
    lies = 0
    for seed in range(8 if bot == "steady" else 3):
        state, _ = play_table(Table(NAME, 4), Lineup("steady", {"insiders": bot}), seed)
        assert not find_breakers(observe(state, None))
        lies += count_lies(state)
    assert lies


def count_lies(state: State) -> int:
    insider = next(seat for seat, role in enumerate(state.deal.roles) if is_insider(role))
    hand, lies = {*state.deal.hands[insider]}, 0
    for trick in state.tricks:
        (card,) = (played.card for played in trick.plays if played.seat == insider)
        led = trick.plays[0].card.suit
        lies += card.suit != led and any(held.suit == led for held in hand)
        hand.discard(card)
    return lies


def test_a_gentle_insider_is_caught_more_often_than_not() -> None:
    caught = 0
    for seed in range(12):
        state, _ = play_table(Table(NAME, 4), Lineup("gentle"), seed)
        breakers = find_breakers(observe(state, None))
        assert all(state.deal.roles[seat] == INSIDER for seat in breakers)
        caught += bool(breakers)
    assert caught > 6


def test_a_denial_says_more_the_likelier_the_suit_was_held() -> None:
    said = [weigh_denial(40, of_suit, 4, 2) for of_suit in range(14)]
    assert (said[0], said) == (0, sorted(said))
    assert weigh_denial(4, 4, 4, 2) > 2, "an Agent must have held some"


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_only_who_did_not_follow_is_suspected_of_a_lie(viewer: int | None) -> None:
    now = table(4, insider=2).hold(*["G2 G3 G4"] * 4).mission("odd-only-green").plays("B1", "B3", "Y2", "B5")
    said = weigh_denials(now.seen_by(viewer))
    assert said[2] > 0
    assert said[0] == said[1] == said[3] == 0


def test_who_shows_a_denied_suit_is_proven_to_steady_and_expert() -> None:
    now = table(4, insider=2).mission("odd-only-green").plays("B1", "B3", "Y2", "B5")
    now = now.but(leader=1).mission("odd-only-green").plays("B7", "B9", "B11", "B13")
    seen = now.seen_by(0)
    assert weigh_plays(seen)[2] > 15
    said = weigh_casts(seen).group(0).accuse({})
    assert said[2] > max(said[seat] for seat in (1, 3)) + 5
    assert seen.roles[0] == AGENT


@pytest.mark.parametrize("bot", [*LIARS, "gentle", STAND_IN])
def test_lying_is_equal_work_for_every_hand_and_role(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    """Seats 2 and 3 have denied blue, so evidence is weighed, too."""
    weighed, works = count_calls(monkeypatch, denials.__name__, "weigh_denial"), set()
    for hand in ("B2 G3 G4 Y13", "G2 G3 G4 Y13", "G2 P3 P4 P13", "P2 P3 Y4 Y13"):
        now = table(4, insider=1).mission("odd-only-green").plays("B1", "B3", "Y2", "Y5")
        now = now.but(leader=0).hold("P1", "P5", "P6", hand).mission("odd-only-green").plays("G5", "G7", "G9")
        for world in in_every_role(now.state, 3):
            weighed.clear()
            BOTS[bot](observe(world, 3), Random(1))
            works.add(len(weighed))
    assert len(works) == 1
    assert works.pop() > 0
