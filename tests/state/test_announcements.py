"""What a screen reader announces of a table: each event once, in order, to its own player as theirs."""

import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from games.rules.engine.values import Event, Term
from games.rules.registry import TITLES
from games.state.announcements import HEADER, START, find_end, list_lines, read_spot
from games.state.table import load_table
from games.state.template_functions.narration import tell
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


def test_the_end_of_a_mission_is_told_once_after_its_trick_and_before_the_next() -> None:
    game = start_table(make_person(), make_person(), make_person())
    table = load_table(game)
    spot, told = START, list[str]()
    with override("en"):
        while table.title.scene(table.states[-1]) < 4:
            table = play_on(game, 1)
            view = view_table(table, 0)
            told += [str(line.words) for line in list_lines(view, spot)]
            spot = find_end(view)
    begins, takes, ends = (
        [at for at, words in enumerate(told) if re.search(pattern, words)]
        for pattern in (r"^Trick \d+\. ", r" takes? the trick", r"^Mission (completed|failed): ")
    )
    assert len(begins) == len(takes) == len(ends) == 3
    in_order = [place for trick in zip(begins, takes, ends, strict=True) for place in trick]
    assert in_order == sorted(in_order)


def test_my_own_move_is_told_as_mine() -> None:
    game = start_table(make_person(), make_person(), make_person())
    mine, theirs = (view_table(load_table(game), seat) for seat in (0, 1))
    event = Event("played", {"player": Term("seat", 0), "card": Term("card", "Y4")})
    with override("en"):
        assert tell(event, mine) == "You play the yellow 4."
        # A replay may show the view of another player.
        for view in (theirs, replace(mine, is_replay=True)):
            assert tell(event, view) == f"{mine.names[0]} plays the yellow 4."
