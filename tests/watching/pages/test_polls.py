"""Polls of spectators with the cache and without: the same is told, and no query is made while nothing is new."""

import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.models import Block
from games.circles import services as circles
from games.models import Game
from games.state.table import load_table
from games.tables.services import lobby, stand_ins, substitutes
from games.tables.views.polls import PASS_KEPT_FOR
from games.watching import views
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.pages import polls as player_polls
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.polls import committed
from tests.watching.asks import news_link, watch_link
from tests.watching.pages.polls import Scene, poll, read_version

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("polls_from_cache")]


LATE = ["gone", "closed"]
"""Shown within ten seconds: that an account was deleted or closed, and its name is gone."""
UNSEEN = ["talk", "a holiday", "signed out", "another password", "blocked", "more time", "nothing"]


@pytest.mark.parametrize("name", one_in(2, player_polls.RUNNING))
def test_the_cache_tells_what_the_database_does_and_nothing_that_is_not_for_spectators(
    name: str, settings: Settings
) -> None:
    scene = Scene()
    scene.warm_up()
    with committed():
        player_polls.RUNNING[name](scene)
    told = scene.poll_all()
    assert name not in (*UNSEEN, *LATE) or {status for status, _, _ in told.values()} == {204}
    settings.POLLS_FROM_CACHE = False
    assert name in LATE or told == scene.poll_all()


def test_a_seat_opened_or_an_end_proposed_is_no_news_for_spectators() -> None:
    scene = Scene()
    stand_ins.hand_over(code=scene.game.code, user=scene.ben)
    shown = read_version(scene.watching["visitor"], scene.game)
    substitutes.open_seat(code=scene.game.code, user=scene.ada, seat=1)
    stand_ins.agree_to_end(code=scene.game.code, user=scene.ada, agrees=True)
    assert read_version(scene.watching["visitor"], scene.game) == shown


def test_a_move_is_told_at_once_with_the_board_and_the_open_tab() -> None:
    scene = Scene()
    scene.warm_up()
    with committed():
        play_on(scene.game, 1)
    for name, (status, refresh, body) in scene.poll_all().items():
        assert (status, refresh) == (200, ""), name
        assert {'id="live"', 'id="board"', 'id="panel"', 'id="status-line"'} <= set(re.findall(r'id="[-\w]+"', body))
        assert scene.game.code not in body


def test_all_spectators_of_one_language_get_the_same_bytes() -> None:
    scene = Scene()
    with committed():
        play_on(scene.game, 1)
    told = scene.poll_all()
    assert told["visitor"] == told["zoe"] == told["person"]
    assert told["visitor"] != told["visiteur"]


def test_news_are_drawn_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    drawn: list[Any] = []
    draw_parts = views.draw_parts

    def draw(*given: Any) -> views.Parts:
        drawn.append(given)
        return draw_parts(*given)

    monkeypatch.setattr(views, "draw_parts", draw)
    with committed():
        play_on(scene.game, 1)
    for _ in range(3):
        scene.poll_all()
    assert len(drawn) == 2, "once for each language"


def test_visitors_share_a_pass_and_sessions_have_their_own() -> None:
    scene = Scene()
    poll(scene.watching["visitor"], scene.game, scene.shown["visitor"])
    newcomer = Client(headers={"accept-language": "en"})
    assert poll(newcomer, scene.game, scene.shown["visitor"])[1] == 0
    assert poll(scene.watching["zoe"], scene.game, scene.shown["zoe"])[1] > 0


def test_a_player_who_polls_as_a_spectator_is_led_back() -> None:
    scene = Scene()
    scene.warm_up()
    answer, _ = poll(scene.clients["ada"], scene.game, scene.shown["visitor"])
    assert answer.headers["HX-Refresh"] == "true"


def watch_as_a_member() -> tuple[Any, Game, Client, str]:
    """Return a member of a circle whose polls the cache answers, its game, their client, and the version shown."""
    member, host = make_person(), make_person()
    circle = circles.make_circle(owner=host, name="The Thursday table")
    circles.join_circle(key=circle.invitation, user=member)
    game = start_table(host, make_person(), bots=1, watchers="link")
    Game.objects.filter(pk=game.pk).update(watchers="circle", circle=circle)
    game.refresh_from_db()
    client = sign_in(member)
    shown = read_version(client, game)
    poll(client, game, shown)
    assert poll(client, game, shown)[1] == 0
    return member, game, client, shown


def test_a_pass_dies_with_the_session() -> None:
    member, game, client, shown = watch_as_a_member()
    with committed():
        suspensions.suspend(member)
    assert poll(client, game, shown)[0].headers["HX-Refresh"] == "true"


@pytest.mark.parametrize("how", ["leaves", "is blocked"])
def test_those_who_may_no_longer_watch_are_told_nothing_more(how: str) -> None:
    member, game, client, shown = watch_as_a_member()
    if how == "leaves":
        circles.leave_circle(code=game.circle.code if game.circle else "", user=member)
    else:
        Block.objects.create(by=game.host, person=member)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert poll(client, game, shown)[0].status_code == 204, "that nothing is new, for ten seconds at most"
        clock.shift(PASS_KEPT_FOR + 1)
        assert poll(client, game, shown)[0].headers["HX-Refresh"] == "true"
    with committed():
        play_on(game, 1)
    answer, _ = poll(client, game, shown)
    assert (answer.headers["HX-Refresh"], answer.content) == ("true", b"")


def test_no_version_but_the_newest_is_called_so() -> None:
    scene = Scene()
    scene.warm_up()
    for version in ("", "x", "0" * 16, "é" * 20, "0" * 5000, "%01", "open"):
        assert poll(scene.watching["visitor"], scene.game, version)[0].status_code == 200, version


def test_a_lobby_turns_into_the_game() -> None:
    host = make_person()
    game = open_table(host, seats=3, watchers="link")
    visitor = Client(headers={"accept-language": "en"})
    assert "v=open" in text_of(visitor.get(watch_link(game)))
    assert poll(visitor, game, "open")[0].status_code == 204
    lobby.fill_with_bots(code=game.code, host=host)
    assert poll(visitor, game, "open")[0].headers["HX-Refresh"] == "true"
    assert load_table(Game.objects.get(pk=game.pk)).outcome is None
    assert 'id="board"' in text_of(visitor.get(watch_link(game)))


def test_a_planted_pass_that_outlives_a_move_is_caught(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    scene = Scene()
    scene.warm_up()
    monkeypatch.setattr("insidejob.cache_stamps.forget_stamps", lambda *names: None)
    monkeypatch.setattr("games.models.game.forget_stamps", lambda *names: None)
    with committed():
        play_on(scene.game, 1)
    told = scene.poll_all()
    settings.POLLS_FROM_CACHE = False
    assert told != scene.poll_all()


def test_a_visitor_of_no_known_network_can_watch() -> None:
    scene = Scene()
    nowhere = Client(REMOTE_ADDR="")
    assert nowhere.get(watch_link(scene.game)).status_code == 200
    assert nowhere.get(news_link(scene.game)).status_code == 200
