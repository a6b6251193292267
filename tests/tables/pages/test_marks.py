"""What a player marks on their own page stays there, is seen by nobody else, and disturbs nobody."""

import pytest

from accounts.models import User
from games.models import Game, Player
from games.tables.services.marks import MAX_MARKS
from tests.tables.builders import open_table, start_table
from tests.tables.pages.browser import HTMX, link, sign_in

pytestmark = pytest.mark.django_db


def marks_of(game: Game, seat: int) -> list[str]:
    marks: list[str] = Player.objects.get(game=game, seat=seat).marks
    return marks


def test_marks_are_kept_in_place_of_those_before(ada: User) -> None:
    game, client = start_table(ada, bots=2), sign_in(ada)
    client.post(link("mark", game), {"mark": ["1-5", "0-3"]})
    assert marks_of(game, 0) == ["0-3", "1-5"]
    answer = client.post(link("mark", game), {"mark": ["2-9"]}, headers=HTMX)
    assert answer.status_code == 204
    assert client.get(link("table", game)).context["view"].marks == ("2-9",)


def test_an_older_page_changes_its_own_marks_alone(ada: User) -> None:
    game, client = start_table(ada, bots=2), sign_in(ada)
    client.post(link("mark", game), {"mark": ["1-5", "0-3"]})
    client.post(link("mark", game), {"mark": ["2-9"], "changed": "2-9"}, headers=HTMX)
    assert marks_of(game, 0) == ["0-3", "1-5", "2-9"]
    client.post(link("mark", game), {"changed": "1-5"}, headers=HTMX)
    assert marks_of(game, 0) == ["0-3", "2-9"]
    client.post(link("mark", game), {"mark": ["0-1", "0-2"], "changed": ["0-1", "0-3"]}, headers=HTMX)
    assert marks_of(game, 0) == ["0-1", "2-9"]
    client.post(link("mark", game), {"mark": ["<b>"], "changed": "<b>"}, headers=HTMX)
    assert marks_of(game, 0) == ["0-1", "2-9"]


def test_nobody_else_sees_marks_or_that_there_are_any(ada: User, ben: User) -> None:
    game = start_table(ada, ben, bots=1)
    client, other = sign_in(ada), sign_in(ben)
    version = Game.objects.get().version
    client.post(link("mark", game), {"mark": ["secret-mark"]})
    page = other.get(link("table", game))
    assert page.context["view"].marks == ()
    assert "secret-mark" not in page.content.decode()
    assert Game.objects.get().version == version
    assert marks_of(game, 1) == []


def test_what_is_no_mark_is_dropped_and_nobody_marks_without_end(ada: User) -> None:
    game, client = start_table(ada, bots=2), sign_in(ada)
    many = [f"mark-{number}" for number in range(MAX_MARKS + 50)]
    client.post(link("mark", game), {"mark": ["<b>", "a" * 21, "", "é", "a\x01", *many]})
    kept = marks_of(game, 0)
    assert len(kept) == MAX_MARKS
    assert set(kept) <= set(many)


def test_before_the_deal_there_is_nothing_to_mark(ada: User) -> None:
    game = open_table(ada, seats=3)
    assert sign_in(ada).post(link("mark", game), {"mark": "1-5"}).status_code == 302
    assert marks_of(game, 0) == []
