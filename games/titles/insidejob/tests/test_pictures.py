"""Pictograms: one grammar, drawn from each condition's own data, as many bars as there are seats."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.registry import get_title
from games.titles.insidejob.rules.missions import CONDITIONS, Extreme, Stairs, Values, Wagered, Wins
from games.titles.insidejob.rules.pictures import FLOOR, HEIGHT, Picture, draw_condition

each = pytest.mark.parametrize("condition", CONDITIONS)
sizes = pytest.mark.parametrize("seats", [3, 4, 5])


@each
@sizes
def test_a_picture_has_a_bar_a_seat_and_stays_within_its_frame(condition: str, seats: int) -> None:
    picture = draw_condition(condition, seats)
    assert len(picture.bars) == seats
    for bar in picture.bars:
        assert 0 < bar.x < bar.x + 16 < picture.width
        assert 0 < bar.y < FLOOR < HEIGHT
        assert bar.y < bar.text_y < HEIGHT
        assert not (bar.has_crown or bar.has_intel) or bar.top >= 10
    left, right = picture.bars[0].x, picture.width - (picture.bars[-1].x + 16)
    assert right == left + (10 if picture.limit else 0), "only the label of a limit takes more room on the right"


@sizes
def test_no_two_conditions_look_alike(seats: int) -> None:
    drawn: dict[Picture, list[str]] = {}
    for condition in CONDITIONS:
        drawn.setdefault(draw_condition(condition, seats), []).append(condition)
    assert [names for names in drawn.values() if len(names) > 1] == []


@each
@sizes
def test_what_is_drawn_is_what_is_asked(condition: str, seats: int) -> None:
    picture = draw_condition(condition, seats)
    heights = [bar.height for bar in picture.bars]
    red = [place for place, bar in enumerate(picture.bars) if bar.is_red]
    match CONDITIONS[condition]:
        case Extreme(place, is_highest):
            assert red == [place % seats]
            assert heights[place] == (max if is_highest else min)(heights)
            assert heights.count(heights[place]) == 1
        case Stairs(rises):
            assert heights == sorted(heights, reverse=not rises)
            assert picture.arrow
        case Values(allowed):
            assert all(bar.value in allowed for bar in picture.bars)
            assert (picture.limit is None) == (allowed.step == 2)
        case Wins(place):
            assert [place % seats] == red == [at for at, bar in enumerate(picture.bars) if bar.has_crown]
        case Wagered(places):
            assert [place % seats for place in places] == red
            assert red == [at for at, bar in enumerate(picture.bars) if bar.has_intel]


def test_places_are_named_in_words() -> None:
    context = {"picture": draw_condition("wager_second_or_third", 4), "title": get_title("insidejob")}
    with translation.override("en"):
        html = render_to_string("games/insidejob/picture.html", context)
    assert re.findall(r">(\w+)</text>", html) == ["2nd", "3rd"]
