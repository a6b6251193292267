"""What any good player does without thinking: stop who would win, keep options, and save intel from the Insider."""

from dataclasses import replace
from random import Random

import pytest

from games.rules.engine.values import STAND_IN
from games.titles.insidejob.rules.bots import BOTS
from games.titles.insidejob.rules.bots.choice import count_options
from games.titles.insidejob.rules.bots.goals import stand
from games.titles.insidejob.rules.bots.steady import LOSES_INTEL, fear_later
from games.titles.insidejob.rules.cards import CARDS
from games.titles.insidejob.rules.roles import AGENT, WIRETAPPED
from games.titles.insidejob.tests.builders import Table, cards, table

EVERY = ("gentle", "steady", "expert", "blending", STAND_IN)
# At four seats, seat 1 is one intel before the limit.
CLOSE = (1, 4, 1, 0)


def about_to_win(*hand: str, intel: tuple[int, ...] = CLOSE) -> Table:
    """Return a table where seat 1 takes the trick, and seat 3 plays last; only the low card meets the mission."""
    now = table(4, insider=2).but(intel=intel).hold("P1", "P2", "P3", " ".join(hand))
    return now.mission("low-only-pink").plays("B1", "B6", "B3")


def see_codes(now: Table, bot: str) -> set[str]:
    return {BOTS[bot](now.seen_by(3), Random(seed)).card.code for seed in range(10)}


@pytest.mark.parametrize("bot", EVERY)
def test_a_seat_one_intel_before_the_limit_is_stopped_whatever_is_believed(bot: str) -> None:
    assert see_codes(about_to_win("B2", "B13"), bot) == {"B13"}


@pytest.mark.parametrize("bot", EVERY)
def test_a_seat_with_less_intel_need_not_be_stopped(bot: str) -> None:
    assert see_codes(about_to_win("B2", "B13", intel=(1, 1, 1, 0)), bot) == {"B2"}


def test_intel_put_on_cards_counts() -> None:
    now = table(4, insider=2).but(intel=(1, 4, 1, 0)).hold("P1", "P2", "P3", "B2 B13").mission("low-only-blue")
    assert see_codes(now.plays("B1", "B6+", "B3"), "steady") == {"B13"}


@pytest.mark.parametrize("bot", EVERY)
def test_who_is_proven_an_agent_need_not_be_stopped(bot: str) -> None:
    """Seat 2 has denied blue and played one."""
    now = table(4, insider=2).mission("odd-only-green").plays("B8", "B10", "Y2", "B12")
    now = now.but(leader=0, intel=CLOSE).hold("P1", "P2", "P3", "B2 B13").mission("low-only-pink")
    assert see_codes(now.plays("B1", "B6", "B3"), bot) == {"B2"}
    known = about_to_win("B2", "B13").seen_by(3)
    known = replace(known, roles=(None, AGENT, None, AGENT))
    assert BOTS["steady"](known, Random(1)).card.code == "B2"


def test_the_wiretapped_agent_stops_nobody_as_that_would_lose() -> None:
    now = table(4, roles={3: WIRETAPPED}, insider=2).but(intel=(1, 4, 1, 2)).hold("P1", "P2", "P3", "B2 B13")
    assert see_codes(now.mission("low-only-pink").plays("B1", "B6", "B3"), "steady") == {"B2"}


def test_of_equal_cards_the_one_that_leaves_most_open_is_played() -> None:
    hand = cards("B1 B7 B12 G13 Y6 Y7")
    ranked = sorted(hand, key=lambda card: count_options(hand, card))
    assert (ranked[0], ranked[-1]) == (CARDS["B7"], CARDS["G13"])
    # Nothing is at stake: blue neither wins nor meets the mission.
    now = table(4, insider=1).hold("P1", "P2", "P3", "B1 B6 B7 B12").mission("even-only-pink").plays("G1", "G13", "G5")
    assert "B1" not in {BOTS["steady"](now.but(hands=(*now.state.hands[:3], hand)).seen_by(3), Random(1)).card.code}


def test_intel_costs_more_the_likelier_the_insider_still_plays() -> None:
    now = table(4, insider=1).hold("P1", "P2", "P3", "P4").mission("odd-only-green")
    prices = []
    for plays in ((), ("B1",), ("B1", "B3"), ("B1", "B3", "B5")):
        seen = now.plays(*plays).seen_by(len(plays))
        stands = replace(stand(seen), role=AGENT, suspicion=dict.fromkeys({*range(4)} - {len(plays)}, 1 / 3))
        prices.append(fear_later(seen, stands))
    assert prices == pytest.approx([LOSES_INTEL, 2 / 3 * LOSES_INTEL, LOSES_INTEL / 3, 0])
    seen = now.plays("B1").seen_by(1)
    assert fear_later(seen, stand(seen)) == 0, "the Insider does not fear itself"
