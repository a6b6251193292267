"""Parts that are drawn once: out of the values they are handed, and of nothing else."""

import pytest
from django.template import engines
from django.utils import translation

from games.state.table import load_table
from games.state.template_functions.narration import draw
from games.state.template_functions.parts import standing, turn
from games.state.view import view_table
from tests.builders_people import make_person
from tests.tables.builders import asked, start_table

NAME = '{{ draw("games/people/_name.html", name=name, person=person, links=links) }}'
WORD = '{{ draw("games/tables/_automatic.html", by=by) }}'


def render(template: str, **given: object) -> str:
    """Return a part drawn on a page that holds `given`."""
    return engines["templates"].from_string(template).render(given)


def test_a_part_sees_only_what_is_named() -> None:
    assert "ada" in render(NAME, name="Ada", person="ada", links=True)
    assert "href" not in render(NAME.replace(", links=links", ""), name="Ada", person="ada", links=True)


def test_one_reader_never_gets_what_was_drawn_for_another() -> None:
    """A guest may see no profile, whatever a member at the same table saw a moment before."""
    assert "href" in render(NAME, name="Ben", person="ben", links=True)
    assert "href" not in render(NAME, name="Ben", person="ben", links=False)
    assert "href" in render(NAME, name="Ben", person="ben", links=True)


def test_numbers_in_a_part_are_written_alike_in_every_language() -> None:
    with translation.override("fr"):
        assert "1234" in draw("games/people/_name.html", name=1234, person="", links=False)


def test_a_name_is_escaped_in_a_part() -> None:
    assert "&lt;b&gt;" in render(NAME, name="<b>", person="", links=False)


def test_a_part_is_drawn_in_each_language() -> None:
    drawn = set()
    for language in ("en", "fr"):
        with translation.override(language):
            drawn.add(render(WORD, by="stand_in"))
    assert len(drawn) == 2


def test_a_page_cannot_hand_a_part_what_may_change() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        render(NAME, name="Ada", person=["ada"], links=True)


@pytest.mark.django_db
def test_where_a_seat_stands_is_told_apart_for_each_viewer() -> None:
    table = load_table(start_table(*(make_person() for _ in range(3))))
    [first] = asked(table)
    other = (first + 1) % 3
    mine, theirs = view_table(table, first), view_table(table, other)
    assert (turn(mine), turn(theirs)) == ("mine", "others")
    assert (standing(theirs, first), standing(theirs, other)) == ("asked", "")
