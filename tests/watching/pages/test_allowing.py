"""Spectators are off at first, and the host of an open table can allow them in the lobby."""

import pytest

from accounts.models import User
from games.models import Game
from games.tables.services import lobby
from tests.builders_people import make_person
from tests.tables.acts import fresh, refuse
from tests.tables.builders import open_table
from tests.tables.pages.browser import has_form, link, page_of, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
TOLD = "Anyone with the link can watch this game."


@pytest.fixture
def game(ada: User, ben: User) -> Game:
    game = open_table(ada, seats=3)
    lobby.join_game(code=game.code, user=ben)
    return fresh(game)


def allow(game: Game, allowed: str) -> None:
    form = read_form(sign_in(game.host).get(link("table", game)), link("allow_spectators", game))
    sign_in(game.host).post(form.action, {"allowed": allowed})
    game.refresh_from_db()


def test_the_host_allows_spectators_and_everyone_at_the_table_is_told(game: Game, ben: User) -> None:
    assert TOLD not in page_of(game, ben)
    version = game.version
    allow(game, "1")
    assert (game.watchers, len(game.watch_key)) == ("link", 10)
    assert game.version > version, "pages that wait load again"
    assert TOLD in page_of(game, ben)
    assert TOLD in text_of(sign_in(make_person()).get(link("table", game))), "and who has not sat down yet"


def test_the_host_takes_it_back_and_the_link_ends(game: Game, ben: User) -> None:
    allow(game, "1")
    path = f"/watch/{game.watch_key}/"
    assert sign_in(make_person()).get(path).status_code == 200
    allow(game, "")
    assert (game.watchers, game.watch_key) == ("none", "")
    assert TOLD not in page_of(game, ben)
    assert sign_in(make_person()).get(path).status_code == 404


def test_only_the_host_allows_spectators_and_only_before_the_start(game: Game, ada: User, ben: User) -> None:
    assert not has_form(sign_in(ben).get(link("table", game)), link("allow_spectators", game))
    refuse("not_host", lobby.allow_spectators, code=game.code, host=ben, allowed=True)
    lobby.fill_with_bots(code=game.code, host=ada)
    refuse("started", lobby.allow_spectators, code=game.code, host=ada, allowed=True)
    assert fresh(game).watchers == "none"


def test_a_game_whose_host_allowed_spectators_can_be_watched(game: Game, ada: User) -> None:
    allow(game, "1")
    lobby.fill_with_bots(code=game.code, host=ada)
    assert 'id="board"' in text_of(sign_in(make_person()).get(f"/watch/{game.watch_key}/"))
