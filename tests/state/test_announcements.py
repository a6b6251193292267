"""What a screen reader announces of a table: each event once, in order, to its own player as theirs."""

import pytest
from django.utils.translation import override

from games.rules.engine.values import Event, Term
from games.rules.registry import TITLES
from games.state.announcements import HEADER, START, find_end, list_lines, read_spot, word_for_reader
from games.state.table import load_table
from games.state.view import view_table
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("title", TITLES)
def test_each_event_is_told_once_and_in_order(title: str) -> None:
    game = start_table(*(make_person() for _ in range(min(TITLES[title].SEATS))), title=title)
    spot, told = START, 0
    for _ in range(12):
        if game.is_running:
            play_on(game, 1)
        view = view_table(load_table(game), 0)
        lines = list_lines(view, spot)
        assert all(line.spot >= spot for line in lines)
        assert [line.spot for line in lines] == sorted(line.spot for line in lines)
        told += len(lines)
        spot = find_end(view)
    assert told
    assert list_lines(view, spot) == []


@pytest.mark.parametrize("sent", ["", "x", "1", "-1.0", "1.2.3", "9" * 9 + ".0"])
def test_without_a_spot_everything_in_sight_is_told(sent: str) -> None:
    assert read_spot({HEADER: sent}) == START


def test_my_own_move_is_told_as_mine() -> None:
    game = start_table(make_person(), make_person(), make_person())
    mine, theirs = (view_table(load_table(game), seat) for seat in (0, 1))
    event = Event("played", {"player": Term("seat", 0), "card": Term("card", "Y4")})
    with override("en"):
        assert word_for_reader(mine, event) == "You play the yellow 4."
        assert word_for_reader(theirs, event) == f"{mine.names[0]} plays the yellow 4."
