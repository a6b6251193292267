"""What a page loads in a hidden tab, because something happened at its table, counts as seen by no one."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.notifications.presence import HIDDEN_LOAD_WITHIN, find_activity
from games.tables.services import lobby
from games.tables.services.talk import say
from tests.tables.acts import fresh
from tests.tables.builders import open_table, start_table
from tests.tables.clocks import HOUR, SECOND, START, Clock, sweep_at
from tests.tables.pages.browser import HTMX, link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db
HIDDEN = {**HTMX, "X-Hidden-Tab": "yes"}
MINUTE = HOUR / 60


@pytest.fixture
def game(clock: Clock, ada: User, ben: User) -> Game:
    """A full table at a live pace, which asks Ada whether she is there."""
    game = open_table(ada, seats=2, title="target", is_public=True, pace=300, vote_time=900)
    lobby.join_game(code=game.code, user=ben)
    return game


def load_hidden(game: Game, reader: Client) -> str:
    """Poll as a lobby in a hidden tab, which is asked to load again, and return the page that it loads."""
    assert reader.get(f"{link('news', game)}?v=0", headers=HIDDEN)["HX-Refresh"] == "true"
    return page_of(game, reader)


def poll(game: Game, reader: Client, **headers: str) -> None:
    reader.get(f"{link('news', game)}?v={fresh(game).version}&c=", headers={**HTMX, **headers})


def test_a_table_of_an_absent_host_stays_off_the_list_until_the_tab_is_shown(
    game: Game, clock: Clock, ada: User
) -> None:
    sweep_at(clock, START + MINUTE)
    browser = sign_in(ada)
    assert "not everyone was there" in load_hidden(game, browser)
    poll(game, browser, **HIDDEN)
    assert fresh(game).host_seen_at is None
    poll(game, browser)
    assert fresh(game).host_seen_at == timezone.now()


def test_a_host_who_loads_the_page_later_has_looked(game: Game, clock: Clock, ada: User) -> None:
    sweep_at(clock, START + MINUTE)
    browser = sign_in(ada)
    load_hidden(game, browser)
    clock.shift(HIDDEN_LOAD_WITHIN * SECOND)
    page_of(game, browser)
    assert fresh(game).host_seen_at == timezone.now()


def test_a_game_that_starts_in_a_hidden_tab_makes_nobody_present(game: Game, ada: User, ben: User) -> None:
    assert sign_in(ada).post(link("ready", game)).status_code == 302
    browser = sign_in(ben)
    assert 'id="board"' in load_hidden(game, browser)
    assert not find_activity(game.pk, ben.pk)
    poll(game, browser, **{"X-Active": "0"})
    assert find_activity(game.pk, ben.pk)


def test_talk_of_a_lobby_in_a_hidden_tab_is_not_read(ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=4)
    say(game=game, seat=0, text="Psst", author=ada)
    browser = sign_in(ben)
    assert "Psst" in load_hidden(game, browser)
    assert game.players.get(user=ben).talk_read == 0
    assert "Psst" in text_of(browser.get(f"{link('panel', game, 'talk')}?from=0&lobby=yes", headers=HTMX))
    assert game.players.get(user=ben).talk_read > 0


def test_a_hidden_lobby_may_learn_of_the_start_when_it_asks_for_talk(ada: User, ben: User) -> None:
    game, browser = start_table(ada, ben, bots=1), sign_in(ben)
    answer = browser.get(f"{link('panel', game, 'talk')}?lobby=yes", headers=HIDDEN)
    assert answer["HX-Refresh"] == "true"
    page_of(game, browser)
    assert not find_activity(game.pk, ben.pk)
