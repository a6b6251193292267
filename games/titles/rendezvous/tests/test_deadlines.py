"""What the clock does for absent players with any cards, and that no game waits for them."""

import pytest

from games.rules.engine.play import Position, close, settle
from games.rules.engine.values import CLOCK, Chance, Entry
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.moves import ChooseNumber, Guess, Point, Say
from games.titles.rendezvous.tests.builders import TITLE, Table, table


def drawn_from(now: Table, seat: int) -> tuple[object, ...]:
    return tuple(rendezvous.fallback(now.seen_by(seat)))


def test_the_number_is_drawn() -> None:
    assert drawn_from(table("A??A", number=None), 0) == tuple(ChooseNumber(0, number) for number in range(1, 11))


@pytest.mark.parametrize("laps", ["in_turn", "at_once"])
@pytest.mark.parametrize("silent", [True, False])
def test_a_word_not_said_in_time_is_a_silence_also_of_emoji(laps: str, silent: bool) -> None:
    assert drawn_from(table("A??A", laps=laps, silent=silent), 0) == (Say(0, None),)


def test_a_missing_pointing_points_at_no_one_and_a_missing_guess_is_none() -> None:
    now = table("A??A").talked()
    assert [drawn_from(now, seat) for seat in range(4)] == [(Point(seat, ()),) for seat in range(4)]
    assert drawn_from(table("A??A").points("03", "03", "01", "03"), 1) == (Guess(1, None),)


@pytest.mark.parametrize("laps", ["in_turn", "at_once"])
def test_a_table_that_everybody_left_comes_to_its_end_question_by_question(laps: str) -> None:
    position, log, closed = Position(table("A??A", "?B?B", laps=laps, number=None).state), list[Entry](), 0
    while rendezvous.to_act(position.state):
        position, entries = close(TITLE, position, Chance(closed))
        log.extend(entries)
        closed += 1
    assert {entry.by for entry in log} == {CLOCK}
    assert closed == 1 + 2 * ((8 if laps == "in_turn" else 2) + 1)
    assert position.state.points == (4, 4, 5, 3)


def test_what_some_have_written_stays_when_the_clock_speaks_for_the_others() -> None:
    position = Position(table("A??A", laps="at_once", first=1).state, {})
    for seat in (0, 2):
        position, _ = settle(TITLE, position, {seat: lambda seen, dice: Say(seen.viewer, "sky")}, Chance(0))
    position, _ = close(TITLE, position, Chance(0))
    assert position.state.says == (Say(1, None), Say(2, "sky"), Say(3, None), Say(0, "sky"))
