"""What pages that listen are told, and who may listen: as much as polls tell, and nobody longer than they may."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.models import SealedChoice
from games.people.services import block
from games.state.table import load_table
from games.tables.services import lobby, moves, spectators
from insidejob.cache_stamps import name_table, name_together, name_watched, read_stamps
from insidejob.streams import news
from insidejob.streams.passes import Pass, name_topic, read_pass
from tests.rounds import one_in
from tests.tables.builders import asked, choose, open_table, play_on
from tests.tables.pages import polls
from tests.tables.pages.browser import HTMX, link
from tests.tables.pages.polls import LOBBY, RUNNING, committed
from tests.watching.pages.polls import Scene as Watched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("polls_from_cache")]
Told = list[str]


@pytest.fixture
def told(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Told:
    """The topics that are published."""
    topics: Told = []
    settings.STREAMS_NEWS = "/nowhere"
    monkeypatch.setattr(news, "_send", lambda message: topics.extend(message.decode().split()))
    return topics


def listen(client: Client, path: str) -> Pass | None:
    """Return what a browser may listen to, or None."""
    answer: Any = client.get(path)
    if answer.status_code != 302:
        assert answer.status_code == 403
        assert not answer.content
        return None
    return read_pass(answer["Location"].partition("?pass=")[2])


def listen_all(clients: dict[str, Client], path: str) -> dict[str, Pass | None]:
    return {name: listen(client, path) for name, client in clients.items()}


def assert_ended(before: dict[str, Pass | None], after: dict[str, Pass | None], told: Told) -> None:
    """Fail if somebody goes on listening who may not any more."""
    for name, known in before.items():
        if known and after[name] is None:
            assert set(known.ends) & set(told), name


CHANGES = [(name, False) for name in RUNNING] + [(name, True) for name in LOBBY]


@pytest.mark.parametrize(("name", "is_open"), one_in(3, CHANGES))
def test_pages_are_told_of_what_polls_tell_and_end_with_what_lets_them_listen(
    name: str, is_open: bool, told: Told
) -> None:
    scene = polls.Scene(is_open=is_open)
    path, stamp = link("listen", scene.game), [name_table(scene.game.code)]
    before, stamps = listen_all(scene.clients, path), read_stamps(stamp)
    assert [each for each, known in before.items() if known] == ["ada", "ben", "gil", "ben_too"]
    told.clear()
    with committed():
        (LOBBY if is_open else RUNNING)[name](scene)
    assert (name_topic(stamp[0]) in told) == (read_stamps(stamp) != stamps)
    assert_ended(before, listen_all(scene.clients, path), told)


def sign_out(scene: Watched) -> None:
    scene.clients["zoe"].post(reverse("account_logout"))


def close(scene: Watched) -> None:
    spectators.close_to_spectators(code=scene.game.code, host=scene.ada, closed=True)


ENDS: dict[str, Callable[[Watched], Any]] = {
    "closed to spectators": close,
    "blocked by a player": lambda scene: block(by=scene.ben, person=scene.zoe),
    "a player blocked": lambda scene: block(by=scene.zoe, person=scene.ben),
    "a seat taken": polls.replace_ben,
    "signed out": sign_out,
    "the end": lambda scene: play_on(scene.game),
}
LOSES = {
    "closed to spectators": 4,
    "blocked by a player": 1,
    "a player blocked": 1,
    "a seat taken": 1,
    "signed out": 0,
    "the end": 4,
}


@pytest.mark.parametrize("name", ENDS)
def test_spectators_listen_as_long_as_they_may_watch(name: str, told: Told) -> None:
    scene = Watched()
    path = reverse("games:watch_listen", args=[scene.game.watch_key])
    before = listen_all(scene.watching, path)
    assert all(before.values())
    assert listen(scene.clients["ada"], path) is None, "players listen at their seats"
    told.clear()
    with committed():
        ENDS[name](scene)
    after = listen_all(scene.watching, path)
    assert list(after.values()).count(None) == LOSES[name]
    assert_ended(before, after, told)
    if name == "signed out":
        assert set(before["zoe"].ends if before["zoe"] else ()) & set(told)


def test_spectators_are_not_told_of_what_only_players_see(told: Told) -> None:
    scene = Watched()
    topics = {name: name_topic(name(scene.game.code)) for name in (name_table, name_watched)}
    with committed():
        RUNNING["talk"](scene)
    assert topics[name_table] in told
    assert topics[name_watched] not in told
    with committed():
        play_on(scene.game, 1)
    assert topics[name_watched] in told


def test_a_sealed_choice_that_changes_tells_no_one_and_the_last_one_tells_all(told: Told) -> None:
    scene = polls.Scene()
    topic = name_topic(name_table(scene.game.code))
    while not SealedChoice.objects.filter(game=scene.game).exists():
        play_on(scene.game, 1)
    told.clear()
    with committed(), moves.lock_table(scene.game.code) as table:
        [seat] = table.sealed
        moves.submit(table=table, seat=seat, decision=table.asked[seat].name, moves=choose(table, seat))
    assert told == []
    with committed():
        play_on(scene.game, len(asked(load_table(scene.game))))
    assert topic in told


def test_nothing_is_told_of_what_is_taken_back(told: Told) -> None:
    scene = polls.Scene()
    told.clear()
    with committed(), transaction.atomic():
        play_on(scene.game, 1)
        transaction.set_rollback(True)
    assert told == []


def test_a_pass_names_no_one_and_none_outlives_its_seconds(told: Told) -> None:
    scene = Watched()
    location = scene.watching["zoe"].get(reverse("games:watch_listen", args=[scene.game.watch_key]))["Location"]
    known = read_pass(location.partition("?pass=")[2])
    assert known
    assert all(len(topic) == 16 and int(topic, 16) for topic in (*known.news, *known.ends))
    assert read_pass(location.partition("?pass=")[2] + "x") is None


def test_who_are_all_here_are_told_so_once(told: Told) -> None:
    scene = polls.Scene()
    topic = name_topic(name_together(scene.game.code))
    for name in ("ada", "ben"):
        scene.clients[name].get(link("table", scene.game))
    told.clear()
    scene.clients["gil"].get(link("table", scene.game))
    assert told == [topic]
    scene.clients["ada"].get(link("table", scene.game))
    assert told == [topic]
    scene.clients["ada"].post(link("play_on", scene.game), headers=HTMX)
    assert told == [topic, topic]


def test_my_games_hear_of_all_tables_and_of_another_one(told: Told) -> None:
    scene = polls.Scene()
    known = listen(scene.clients["ben"], reverse("games:my_games_listen"))
    assert known
    assert known.tables == (scene.game.code,)
    assert listen(scene.clients["nobody"], reverse("games:my_games_listen")) is None
    told.clear()
    with committed():
        other = open_table(scene.ben, seats=3)
        lobby.join_game(code=other.code, user=scene.zoe)
    assert set(known.news) <= set(told)
    assert set(known.news) <= set(known.ends), "the pass for another table is another one"
    told.clear()
    with committed():
        scene.clients["ben"].post(reverse("account_logout"))
    assert set(known.ends) & set(told)
