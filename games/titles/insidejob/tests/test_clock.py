"""Section 7, deadlines: what the clock does for an absent player."""

from random import Random

import pytest

from games.rules.engine.errors import IllegalMove, NotAsked
from games.rules.engine.play import Position, close, make_move
from games.rules.engine.values import CLOCK, PLAYER, Entry
from games.rules.registry import get_title
from games.titles.insidejob.rules.fallback import fallback
from games.titles.insidejob.rules.moves import ChooseMission, Play, Vote
from games.titles.insidejob.tests.builders import Table, cards, read_play, table

TITLE = get_title("insidejob")


def by_clock(now: Table) -> set[str]:
    moves = fallback(now.seen_by(now.state.turn))
    return {move.card.code + "+" * move.wager for move in moves if isinstance(move, Play)}


def test_7_the_clock_takes_either_mission_and_leads_any_card() -> None:
    drawn = table(4).draws("odd-only-green", "one-suit-blue")
    missions = {move.mission.id for move in fallback(drawn.seen_by(0)) if isinstance(move, ChooseMission)}
    assert missions == {"odd-only-green", "one-suit-blue"}
    assert by_clock(table(4).hold("B1 G9 P3").mission("odd-only-green")) == {"B1", "G9", "P3"}


@pytest.mark.parametrize("insider", [1, 3])
@pytest.mark.parametrize(
    ("hand", "drawn"),
    [
        pytest.param("B9 B4 G1 Y2", {"B4"}, id="the lowest of the led suit"),
        pytest.param("G3 Y2 P2 P9", {"Y2", "P2"}, id="without it one of the lowest"),
    ],
)
def test_7_the_clock_follows_with_the_lowest_card_in_any_role(insider: int, hand: str, drawn: set[str]) -> None:
    assert by_clock(table(4, insider=insider).hold("", hand).mission("odd-only-green").plays("B5")) == drawn


def test_7_the_clock_draws_among_equal_values() -> None:
    led = table(4).hold("", "G3 Y2 P2 P9").mission("odd-only-green").plays("B5")
    drawn = set()
    for seed in range(40):
        position, _ = close(TITLE, Position(led.state), Random(seed))
        drawn.add(position.state.plays[-1].card.code)
    assert drawn == {"Y2", "P2"}


def test_7_the_clock_never_wagers() -> None:
    led = table(4, intel=(1, 4, 1, 1)).hold("", "B9 B4").mission("odd-only-green").plays("B5")
    assert "B4+" in led.offers()
    assert by_clock(led) == {"B4"}
    with pytest.raises(IllegalMove):
        make_move(TITLE, led.state, Entry(read_play(1, "B4+"), CLOCK))


def test_7_the_clock_abstains_in_the_vote_and_only_the_clock_does() -> None:
    end = table(4, tricks=10)
    assert fallback(end.seen_by(2)) == (Vote(2, ()),)
    assert make_move(TITLE, end.state, Entry(Vote(2, ()), CLOCK)).votes == (Vote(2, ()),)
    with pytest.raises(IllegalMove):
        make_move(TITLE, end.state, Entry(Vote(2, ()), PLAYER))
    with pytest.raises(IllegalMove):
        make_move(TITLE, end.state, Entry(Vote(2, (1,)), CLOCK))


@pytest.mark.parametrize("move", [Vote(1, ()), Vote(9, ()), read_play(1, "B4")])
def test_7_the_clock_moves_for_no_one_who_is_not_asked(move: Vote | Play) -> None:
    lead = table(4).hold("B1", "B4").mission("odd-only-green")
    with pytest.raises(NotAsked):
        make_move(TITLE, lead.state, Entry(move, CLOCK))


def test_7_the_clock_plays_mission_and_lead_in_one_go() -> None:
    position, entries = close(TITLE, Position(table(4, leader=2).hold("", "", "B4 G7").state), Random(1))
    assert [type(entry.move) for entry in entries] == [ChooseMission, Play]
    assert {entry.by for entry in entries} == {CLOCK}
    assert position.state.turn == 3
    assert position.state.hands[2] in {cards("B4"), cards("G7")}
