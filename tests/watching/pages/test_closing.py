"""The host closes a running game to spectators; they are told, and players are not disturbed."""

import re

import pytest
from django.test import Client

from games.models import Game
from games.tables.selectors.public_tables import Wanted, list_watchable
from games.tables.services.spectators import close_to_spectators
from tests.builders_people import make_person
from tests.tables.acts import person_in, refuse
from tests.tables.builders import finish, start_table
from tests.tables.pages.browser import HTMX, link, page_of, sign_in, text_of
from tests.watching.asks import VERSION, news_link, watch_link

pytestmark = pytest.mark.django_db
COUNT, NO_COUNT = 'class="watching"', re.compile(r'<span[^>]* id="watching"[^>]*></span>')


@pytest.fixture
def game() -> Game:
    return start_table(make_person("Ada"), make_person("Ben"), bots=1, watchers="link", is_public=True)


def close(game: Game, closed: str = "1") -> None:
    assert sign_in(game.host).post(link("close_to_spectators", game), {"closed": closed}).status_code == 302
    game.refresh_from_db()


def test_spectators_are_told_and_come_back_when_it_opens(game: Game) -> None:
    visitor = Client(headers={"accept-language": "en"})
    page = visitor.get(watch_link(game)).content.decode()
    version = VERSION.findall(page)[0]
    assert visitor.get(news_link(game, version), headers=HTMX).status_code == 204
    close(game)
    assert "HX-Refresh" in visitor.get(news_link(game, version), headers=HTMX)
    page = text_of(visitor.get(watch_link(game)))
    assert "closed this game to spectators" in page
    assert "Ada" not in page
    assert visitor.get(news_link(game, "closed"), headers=HTMX).status_code == 204
    assert game not in list_watchable(Wanted(), None)
    close(game, "")
    assert "HX-Refresh" in visitor.get(news_link(game, "closed"), headers=HTMX)
    assert "Ada" in text_of(visitor.get(watch_link(game)))
    assert game in list_watchable(Wanted(), None)


def test_a_closed_game_that_ends_says_so(game: Game) -> None:
    close(game)
    finish(game)
    visitor = Client(headers={"accept-language": "en"})
    assert "HX-Refresh" in visitor.get(news_link(game, "closed"), headers=HTMX)
    assert "The game is over." in text_of(visitor.get(watch_link(game)))


def test_strangers_to_a_circle_learn_nothing_of_it(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(watchers="circle")
    close(game)
    assert sign_in(make_person()).get(watch_link(game)).status_code == 404


def test_only_the_host_closes_and_only_what_may_be_watched(game: Game) -> None:
    other = person_in(game, 1)
    refuse("not_host", close_to_spectators, code=game.code, host=other, closed=True)
    about = f"{link('table', game)}?tab=about"
    assert "close-to-spectators" in text_of(sign_in(game.host).get(about))
    assert "close-to-spectators" not in text_of(sign_in(other).get(about))
    Game.objects.filter(pk=game.pk).update(watchers="none")
    close(game)
    assert not game.watching_closed


def test_players_see_no_count_once_it_is_closed_or_over(game: Game) -> None:
    waiting = sign_in(person_in(game, 1))

    def poll() -> str:
        return text_of(waiting.get(f"{link('news', game)}?v=-1&c=", headers=HTMX))

    assert COUNT in page_of(game, game.host)
    assert COUNT in poll()
    close(game)
    page = page_of(game, game.host, "about")
    assert COUNT not in page
    assert "open-to-spectators" in page
    # An answer changes only what the page has, and what it brings itself.
    assert NO_COUNT.search(page)
    assert NO_COUNT.search(poll())
    close(game, "")
    assert COUNT in poll()
    finish(game)
    assert NO_COUNT.search(poll())


def test_closing_twice_changes_nothing(game: Game) -> None:
    close(game)
    version = game.version
    close(game)
    assert game.version == version
