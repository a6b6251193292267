"""How a decision is answered: once, in full, by whom it was put to; sealed choices; and what the clock closes."""

from random import Random

import pytest

from games.rules.engine.errors import IllegalMove, MalformedMove, NotAsked, StaleDecision, UnfinishedAnswer
from games.rules.engine.play import Position, answer, close, settle, unseal
from games.rules.engine.values import BOT, CLOCK, PLAYER, Entry
from games.rules.registry import get_title
from games.titles.insidejob.rules.missions import MISSIONS
from games.titles.insidejob.rules.moves import ChooseMission, Move, Play, Vote, read_choice
from games.titles.insidejob.tests.builders import read_play, table
from tests.rules.conformance import snapshot

TITLE = get_title("insidejob")
RANDOM = TITLE.BOTS["random"]
BLUE = MISSIONS["one-suit-blue"]


def at_the_lead() -> tuple[Position, ChooseMission, Play]:
    now = table(3).hold("B1 B5", "B2 G1", "B3 G2")
    return Position(now.state), ChooseMission(0, now.state.drawn[0]), read_play(0, "B1")


def at_the_vote() -> Position:
    return Position(table(3, insider=2, tricks=11).state)


def test_mission_and_lead_are_one_answer() -> None:
    position, mission, lead = at_the_lead()
    after, entries = answer(TITLE, position, 0, "lead-1", (mission, lead))
    assert entries == (Entry(mission, PLAYER), Entry(lead, PLAYER))
    assert TITLE.to_act(after.state) == (1,)


def test_a_second_tab_finds_that_it_is_asked_no_more() -> None:
    position, mission, lead = at_the_lead()
    after, _ = answer(TITLE, position, 0, "lead-1", (mission, lead))
    with pytest.raises(NotAsked):
        answer(TITLE, after, 0, "lead-1", (mission, lead))


@pytest.mark.parametrize(
    ("seat", "decision", "count", "error"),
    [
        pytest.param(0, "play-1", 2, StaleDecision, id="an old question"),
        pytest.param(1, "lead-1", 2, NotAsked, id="a seat that is not asked"),
        pytest.param(0, "lead-1", 1, UnfinishedAnswer, id="a mission without a lead"),
    ],
)
def test_an_answer_is_complete_and_of_who_is_asked(
    seat: int, decision: str, count: int, error: type[Exception]
) -> None:
    position, *moves = at_the_lead()
    with pytest.raises(error):
        answer(TITLE, position, seat, decision, moves[:count])


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_cannot_answer(seat: int) -> None:
    with pytest.raises(NotAsked):
        answer(TITLE, at_the_vote(), seat, "vote-1", (Vote(seat, (1,)),))


def test_no_one_answers_when_the_game_is_over() -> None:
    with pytest.raises(NotAsked):
        answer(TITLE, over(), 0, "vote-1", (Vote(0, (1,)),))


def over() -> Position:
    return Position(table(3, insider=2, tricks=11).votes(2, 2, 0).state)


def test_no_move_at_all_is_unfinished() -> None:
    with pytest.raises(UnfinishedAnswer):
        answer(TITLE, at_the_vote(), 0, "vote-1", ())


def test_a_move_more_than_was_asked_is_refused() -> None:
    position, mission, lead = at_the_lead()
    with pytest.raises(IllegalMove, match="too_many"):
        answer(TITLE, position, 0, "lead-1", (mission, lead, read_play(0, "B5")))
    with pytest.raises(IllegalMove, match="too_many"):
        answer(TITLE, at_the_vote(), 0, "vote-1", (Vote(0, (1,)), Vote(0, (2,))))


def test_no_one_answers_for_another_seat() -> None:
    with pytest.raises(NotAsked):
        answer(TITLE, at_the_vote(), 0, "vote-1", (Vote(1, (2,)), Vote(0, (2,))))


def test_an_illegal_move_is_refused_and_nothing_of_the_answer_counts() -> None:
    position, mission, _ = at_the_lead()
    before = snapshot(position)
    with pytest.raises(IllegalMove, match="card_not_held"):
        answer(TITLE, position, 0, "lead-1", (mission, read_play(0, "P13")))
    assert snapshot(position) == before


def test_a_sealed_choice_stays_out_of_the_log_and_the_state() -> None:
    position, entries = answer(TITLE, at_the_vote(), 1, "vote-1", (Vote(1, (2,)),))
    assert entries == ()
    assert position.state == at_the_vote().state
    assert position.sealed == {1: (Entry(Vote(1, (2,)), PLAYER),)}


def test_a_sealed_choice_may_be_changed_until_the_last_is_in() -> None:
    first, _ = answer(TITLE, at_the_vote(), 1, "vote-1", (Vote(1, (2,)),))
    second, _ = answer(TITLE, first, 1, "vote-1", (Vote(1, (0,)),))
    assert second.sealed == {1: (Entry(Vote(1, (0,)), PLAYER),)}
    assert first.sealed == {1: (Entry(Vote(1, (2,)), PLAYER),)}


def test_an_illegal_change_leaves_the_sealed_choice_as_it_was() -> None:
    first, _ = answer(TITLE, at_the_vote(), 1, "vote-1", (Vote(1, (2,)),))
    before = snapshot(first)
    with pytest.raises(IllegalMove, match="vote_self"):
        answer(TITLE, first, 1, "vote-1", (Vote(1, (1,)),))
    assert snapshot(first) == before


def test_sealed_choices_take_effect_in_seat_order_and_not_as_they_came() -> None:
    position = at_the_vote()
    for seat, against in ((2, 0), (0, 2), (1, 2)):
        position, _ = answer(TITLE, position, seat, "vote-1", (Vote(seat, (against,)),))
    after, entries = unseal(TITLE, position)
    assert [entry.move for entry in entries] == [Vote(0, (2,)), Vote(1, (2,)), Vote(2, (0,))]
    assert after.sealed == {}
    assert TITLE.outcome(after.state).reason == "vote_insider"  # type: ignore[union-attr]


def test_sealed_choices_wait_for_the_last_person() -> None:
    position, _ = answer(TITLE, at_the_vote(), 0, "vote-1", (Vote(0, (2,)),))
    waiting, entries = settle(TITLE, position, {1: RANDOM}, Random(1))
    assert entries == ()
    assert set(waiting.sealed) == {0, 1}
    done, _ = answer(TITLE, waiting, 2, "vote-1", (Vote(2, (0,)),))
    over, entries = settle(TITLE, done, {1: RANDOM}, Random(1))
    assert [entry.by for entry in entries] == [PLAYER, BOT, PLAYER]
    assert TITLE.outcome(over.state) is not None


def test_bots_play_on_until_a_person_is_asked() -> None:
    position, mission, lead = at_the_lead()
    led, _ = answer(TITLE, position, 0, "lead-1", (mission, lead))
    waiting, entries = settle(TITLE, led, {1: RANDOM}, Random(1))
    assert [entry.by for entry in entries] == [BOT]
    assert TITLE.to_act(waiting.state) == (2,)


def test_with_a_person_asked_nothing_settles() -> None:
    position, _, _ = at_the_lead()
    assert settle(TITLE, position, {1: RANDOM, 2: RANDOM}, Random(1)) == (position, ())


def test_the_clock_answers_in_the_middle_of_a_trick_for_the_seat_asked_alone() -> None:
    position, mission, lead = at_the_lead()
    led, _ = answer(TITLE, position, 0, "lead-1", (mission, lead))
    after, entries = close(TITLE, led, Random(1))
    assert entries == (Entry(read_play(1, "B2"), CLOCK),)
    assert TITLE.to_act(after.state) == (2,)


def test_the_clock_closes_the_vote_and_keeps_the_votes_cast() -> None:
    position, _ = answer(TITLE, at_the_vote(), 1, "vote-1", (Vote(1, (2,)),))
    after, entries = close(TITLE, position, Random(1))
    assert entries == (Entry(Vote(0, ()), CLOCK), Entry(Vote(1, (2,)), PLAYER), Entry(Vote(2, ()), CLOCK))
    assert TITLE.outcome(after.state).reason == "vote_insider"  # type: ignore[union-attr]


def test_the_clock_closes_nothing_when_the_game_is_over() -> None:
    assert close(TITLE, over(), Random(1)) == (over(), ())


@pytest.mark.parametrize(
    ("decision", "fields", "moves"),
    [
        ("lead", {"mission": ["one-suit-blue"], "card": ["B1"]}, (ChooseMission(1, BLUE), read_play(1, "B1"))),
        ("play", {"card": ["B1"], "wager": ["1"]}, (read_play(1, "B1+"),)),
        ("play", {"card": ["B1"]}, (read_play(1, "B1"),)),
        ("vote", {"against": ["2"]}, (Vote(1, (2,)),)),
    ],
)
def test_a_form_becomes_moves(decision: str, fields: dict[str, list[str]], moves: tuple[Move, ...]) -> None:
    assert read_choice(1, decision, fields) == moves


@pytest.mark.parametrize(
    ("decision", "fields", "code"),
    [
        ("play", {}, "no_card"),
        ("play", {"card": []}, "no_card"),
        ("play", {"card": ["B14"]}, "no_card"),
        ("lead", {"card": ["B1"]}, "no_mission"),
        ("lead", {"card": ["B1"], "mission": ["nonsense"]}, "no_mission"),
        ("vote", {}, "no_suspect"),
        ("vote", {"against": ["x"]}, "no_suspect"),
        ("vote", {"against": ["1" * 5000]}, "no_suspect"),
    ],
)
def test_a_form_that_leaves_something_out_is_told_what(decision: str, fields: dict[str, list[str]], code: str) -> None:
    with pytest.raises(MalformedMove, match=code):
        read_choice(1, decision, fields)
