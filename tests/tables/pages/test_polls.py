"""News asked for with the cache and without: whatever happens between two questions, the same is told."""

from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from games.models import Game
from games.notifications.presence import ACTIVE_FOR, OPEN_FOR, find_activity, name_presence
from games.tables.services.talk import say
from games.tables.views import polls
from games.tables.views.polls import NEWS, PASS_KEPT_FOR
from tests.tables.builders import play_on
from tests.tables.pages.browser import HTMX, link, text_of
from tests.tables.pages.polls import LOBBY, RUNNING, Scene, committed, is_from_cache, poll, read_newest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("polls_from_cache")]
IS_SAID = '{"news": {}}'
HIDDEN = {**HTMX, "X-Hidden-Tab": "yes"}


def active(idle: int) -> dict[str, str]:
    """Return the headers of a page whose player did something so many seconds ago."""
    return {**HTMX, "X-Active": str(idle)}


ENDS = ["signed out elsewhere", "signed out everywhere", "another password", "suspended", "closed", "gone"]
CHANGES = [(name, False) for name in RUNNING] + [(name, True) for name in LOBBY]


@pytest.mark.parametrize(("name", "is_open"), CHANGES)
def test_whatever_happens_the_cache_tells_what_the_database_does(name: str, is_open: bool, settings: Settings) -> None:
    scene = Scene(is_open=is_open)
    scene.warm()
    shown = read_newest(scene.game)
    with committed():
        (LOBBY if is_open else RUNNING)[name](scene)
    told = scene.ask_all(shown)
    if name in ENDS:
        assert told["ben_too"][2].startswith("/accounts/login/"), "a pass dies with what it rests on"
        assert poll(scene.clients["ada"], scene.game)[0].status_code == 204, "no other does"
    settings.POLLS_FROM_CACHE = False
    assert told == scene.ask_all(shown)


def test_a_lobby_is_told_of_words_with_its_next_question_and_not_loaded_again() -> None:
    scene = Scene(is_open=True)
    scene.warm()
    with committed():
        say(game=scene.game, seat=1, text="Anyone there?", author=scene.ben)
    ada, ben = scene.clients["ada"], scene.clients["ben"]
    # A hidden tab has not read them, and asks again once it is shown.
    poll(ada, scene.game, **HIDDEN)
    told = poll(ada, scene.game)[0]
    assert (told.status_code, told.headers.get("HX-Trigger", ""), told.headers.get("HX-Refresh")) == (
        204,
        IS_SAID,
        None,
    )
    panel = f"{link('panel', scene.game, 'talk')}?from=0&lobby=yes"
    for client in (ada, ben):
        assert "Anyone there?" in text_of(client.get(panel, headers=HTMX))
        assert "HX-Trigger" not in poll(client, scene.game)[0].headers


def test_signing_out_ends_one_session_and_another_goes_on() -> None:
    scene = Scene()
    scene.warm()
    key = scene.clients["ben"].cookies["sessionid"].value
    with committed():
        scene.clients["ben"].post(reverse("account_logout"))
    scene.clients["ben"].cookies["sessionid"] = key
    assert "HX-Redirect" in poll(scene.clients["ben"], scene.game)[0].headers
    assert is_from_cache(scene.clients["ben_too"], scene.game)


def test_a_session_that_gets_another_key_leaves_no_pass_behind() -> None:
    scene = Scene()
    scene.warm()
    old = scene.clients["ben"].cookies["sessionid"].value
    session = scene.clients["ben"].session
    with committed():
        session.cycle_key()
    scene.clients["ben"].cookies["sessionid"] = old
    assert "HX-Redirect" in poll(scene.clients["ben"], scene.game)[0].headers


def test_what_was_read_before_a_change_and_kept_after_it_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene()
    shown = read_newest(scene.game)

    def move_and_keep(*known: Any) -> None:
        with committed():
            play_on(scene.game, 1)
        polls.keep_pass(*known)

    with monkeypatch.context() as patched:
        patched.setattr("games.tables.views.table.keep_pass", move_and_keep)
        assert poll(scene.clients["ada"], scene.game, shown)[0].status_code == 204
    assert read_newest(scene.game) != shown
    assert poll(scene.clients["ada"], scene.game, shown)[0].headers["HX-Refresh"] == "true"


def test_what_nobody_told_the_cache_is_noticed_within_seconds() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        scene = Scene()
        scene.warm()
        shown = read_newest(scene.game)
        # A process that reaches the database, and no Redis.
        Game.objects.filter(pk=scene.game.pk).update(version=F("version") + 1)
        assert poll(scene.clients["ada"], scene.game, shown)[0].status_code == 204
        clock.shift(PASS_KEPT_FOR + 1)
        assert poll(scene.clients["ada"], scene.game, shown)[0].headers["HX-Refresh"] == "true"


def test_whoever_was_active_lately_is_present_and_an_open_page_alone_says_nothing() -> None:
    scene = Scene()
    scene.warm()
    ids = scene.game.pk, scene.ada.pk
    for headers, is_present in [
        (active(0), True),
        (active(ACTIVE_FOR - 1), True),
        (active(ACTIVE_FOR), False),
        (HTMX, False),
        (HIDDEN, False),
    ]:
        cache.delete(name_presence(*ids))
        answer, queries = poll(scene.clients["ada"], scene.game, **headers)
        assert (answer.status_code, queries) == (204, 0)
        assert bool(find_activity(*ids)) == is_present, headers


def test_a_page_left_alone_stops_counting_after_five_minutes_though_it_asks_on() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        scene = Scene()
        for idle in range(0, ACTIVE_FOR + 60, 20):
            poll(scene.clients["ada"], scene.game, **active(idle))
            assert bool(find_activity(scene.game.pk, scene.ada.pk)) == (idle < ACTIVE_FOR), idle
            clock.shift(20)


def test_one_who_goes_on_playing_goes_on_counting_until_the_page_is_closed() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        scene = Scene()
        for _ in range(12):
            poll(scene.clients["ada"], scene.game, **active(0))
            clock.shift(5)
            assert find_activity(scene.game.pk, scene.ada.pk)
        clock.shift(OPEN_FOR + 1)
        assert not find_activity(scene.game.pk, scene.ada.pk)


def test_only_a_question_is_answered() -> None:
    scene = Scene()
    scene.warm()
    path = link("news", scene.game) + read_newest(scene.game)
    for method in ("post", "head", "put"):
        with CaptureQueriesContext(connection) as queries:
            getattr(scene.clients["ada"], method)(path)
        assert len(queries) > 0, method


def test_another_table_another_session_or_a_made_up_one_finds_no_pass() -> None:
    scene, other = Scene(), Scene()
    scene.warm()
    assert poll(scene.clients["ada"], other.game)[0].headers["HX-Refresh"] == "true"
    for key in ("", "x", "x" * 5000, "\u00e9", scene.clients["zoe"].cookies["sessionid"].value):
        scene.clients["ada"].cookies["sessionid"] = key
        assert poll(scene.clients["ada"], scene.game)[0].status_code != 204


def test_both_answers_carry_the_same_guards() -> None:
    scene = Scene()
    slow, queries = poll(scene.clients["ada"], scene.game)
    fast, none = poll(scene.clients["ada"], scene.game)
    assert queries > none == 0
    assert dict(fast.headers) == dict(slow.headers)


def test_the_address_is_that_of_the_view() -> None:
    found = NEWS.fullmatch(reverse("games:news", args=["a_B-9"]))
    assert found
    assert found[1] == "a_B-9"


def test_a_version_grows_only_where_passes_die_with_it() -> None:
    code = {path: path.read_text("utf-8") for path in Path("games").rglob("*.py")}
    assert {path.stem for path, text in code.items() if "version += 1" in text} == {"game"}
    assert {path.stem for path, text in code.items() if "version=F(" in text} == {"seats", "outages"}
