"""News asked for with the cache and without: whatever happens between two questions, the same is told."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.models import Block
from accounts.personal_data import deletion
from games.models import Game, Heartbeat
from games.moderation.services import reports
from games.notifications.presence import ACTIVE_FOR, find_activity, name_presence
from games.state.table import load_table
from games.state.view import LIVELY_FOR
from games.tables.services import deadlines, lobby, outages, pauses, stand_ins, vacations
from games.tables.services.guests import pass_seats
from games.tables.services.talk import say
from games.tables.views import polls
from games.tables.views.polls import NEWS, PASS_KEPT_FOR, SLOW_DOWN
from tests.builders_people import make_guest, make_person
from tests.tables.acts import agree_to_end, agree_to_pause, people_of, replace_by
from tests.tables.builders import asked, open_table, play_on
from tests.tables.moderation_builders import make_moderator, make_report
from tests.tables.pages.browser import HTMX, link, sign_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("polls_from_cache")]
HIDDEN = {**HTMX, "X-Hidden-Tab": "yes"}


def active(idle: int) -> dict[str, str]:
    """Return the headers of a page whose player did something so many seconds ago."""
    return {**HTMX, "X-Active": str(idle)}


@contextmanager
def committed() -> Iterator[None]:
    """Let what is done here be committed, as far as anybody waits for that."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        yield


def read_newest(game: Game) -> str:
    """Return what a page asks with that shows the newest of a table."""
    row = Game.timed.get(pk=game.pk)
    return f"?v={row.version}&o={row.site_clock.latest}"


def poll(client: Client, game: Game, shown: str = "", **headers: str) -> tuple[Any, int]:
    """Ask for news as a page that shows this, the newest unless given; return the answer and its count of queries."""
    path = link("news", game) + (shown or read_newest(game))
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, headers=headers or HTMX)
    return answer, len(queries)


def is_from_cache(client: Client, game: Game) -> bool:
    """Tell whether a browser that asks is told without a query that nothing is new."""
    answer, queries = poll(client, game)
    return bool(answer.status_code == 204 and not queries)


class Scene:
    """A table and those who ask for its news: who sits there, one of them twice, somebody else, and nobody."""

    def __init__(self, *, is_open: bool = False) -> None:
        self.ada, self.ben, self.zoe = make_person(), make_person(), make_person()
        self.gil = make_guest()
        self.game = open_table(self.ada, self.ben, self.gil, seats=3 + is_open, vacations=True, guests_welcome=True)
        self.clients = {name: sign_in(getattr(self, name)) for name in ("ada", "ben", "gil", "zoe")}
        self.clients |= {"ben_too": sign_in(self.ben), "nobody": Client()}

    def warm(self) -> None:
        """Let all ask until those who sit there are answered from the cache, and nobody else is."""
        for client in self.clients.values():
            poll(client, self.game)
        served = {name for name, client in self.clients.items() if is_from_cache(client, self.game)}
        assert served == {"ada", "ben", "gil", "ben_too"}

    def ask_all(self, shown: str) -> dict[str, tuple[int, str, str, bool]]:
        """Return what each is told whose page shows something: status, where to go, and whether there is more."""
        answers = {name: poll(client, self.game, shown)[0] for name, client in self.clients.items()}
        return {
            name: (
                answer.status_code,
                answer.headers.get("HX-Refresh", ""),
                answer.headers.get("HX-Redirect", ""),
                bool(answer.content),
            )
            for name, answer in answers.items()
        }


def replace_ben(scene: Scene) -> None:
    stand_ins.hand_over(code=scene.game.code, user=scene.ben)
    replace_by(scene.game, scene.ada, scene.zoe, seat=1)


def give_time(scene: Scene) -> None:
    [seat] = asked(load_table(scene.game))
    pauses.grant_time(code=scene.game.code, user=[scene.ada, scene.ben, scene.gil][seat - 1])


def change_password(scene: Scene) -> None:
    scene.ben.set_password("another-long-one-39")
    scene.ben.save()


def end_other_sessions(scene: Scene) -> None:
    scene.clients["ben"].post(reverse("accounts:sessions"), {"action": "everywhere"})


def end_the_other_session(scene: Scene) -> None:
    other = UserSession.objects.create(user=scene.ben, session_key=scene.clients["ben_too"].session.session_key)
    scene.clients["ben"].post(reverse("accounts:sessions"), {"session": str(other.pk)})


def have_an_outage(scene: Scene) -> None:
    Heartbeat.objects.all().delete()
    assert all(outages.beat(timezone.now() + pause) for pause in (-timedelta(hours=1), timedelta(0)))


def hide_a_line(scene: Scene) -> None:
    reports.hide(report=make_report(scene.game), moderator=make_moderator())


def miss_a_deadline(scene: Scene) -> None:
    Game.objects.filter(pk=scene.game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert deadlines.close_expired(timezone.now())


def announce_a_vacation(scene: Scene) -> None:
    today = timezone.localdate()
    vacations.take_vacation(scene.ben, today + timedelta(days=2), today + timedelta(days=3))


def forget_ben(scene: Scene) -> None:
    deletion.lock_out(scene.ben)
    deletion.forget(scene.ben)


RUNNING: dict[str, Callable[[Scene], object]] = {
    "a move": lambda scene: play_on(scene.game, 1),
    "the last move": lambda scene: play_on(scene.game),
    "talk": lambda scene: say(game=scene.game, seat=0, text="Well"),
    "a deadline": miss_a_deadline,
    "a seat handed over": lambda scene: stand_ins.hand_over(code=scene.game.code, user=scene.ben),
    "a substitute": replace_ben,
    "more time": give_time,
    "a pause": lambda scene: agree_to_pause(scene.game),
    "an end by agreement": lambda scene: agree_to_end(scene.game, *people_of(scene.game)),
    "a line hidden": hide_a_line,
    "a holiday": announce_a_vacation,
    "an outage": have_an_outage,
    "signed out": lambda scene: scene.clients["ben"].post(reverse("account_logout")),
    "signed out elsewhere": end_the_other_session,
    "signed out everywhere": end_other_sessions,
    "another password": change_password,
    "suspended": lambda scene: suspensions.suspend(scene.ben),
    "closed": lambda scene: suspensions.close(scene.ben),
    "gone": forget_ben,
    "a guest who signs in": lambda scene: pass_seats(scene.gil, scene.zoe),
    "blocked": lambda scene: Block.objects.create(by=scene.ada, person=scene.ben),
    "nothing": lambda scene: None,
}
LOBBY: dict[str, Callable[[Scene], object]] = {
    "somebody sits down": lambda scene: lobby.join_game(code=scene.game.code, user=make_person()),
    "somebody leaves": lambda scene: lobby.leave_game(code=scene.game.code, user=scene.ben),
    "somebody is removed": lambda scene: lobby.remove_player(
        code=scene.game.code, host=scene.ada, seat=1, person=scene.ben.code
    ),
    "it starts": lambda scene: lobby.fill_with_bots(code=scene.game.code, host=scene.ada),
    "it is closed": lambda scene: lobby.cancel_game(code=scene.game.code, host=scene.ada),
    "another name": lambda scene: lobby.rename_table(code=scene.game.code, host=scene.ada),
}
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
        clock.shift(16)
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
    left = {"Vary", "Content-Language", "Content-Length"}
    assert dict(fast.headers) == {name: slow[name] for name in slow.headers if name not in left}


def test_a_page_is_never_told_to_slow_down_while_the_cache_is_there() -> None:
    scene = Scene()
    assert all(SLOW_DOWN not in poll(scene.clients["ada"], scene.game)[0].headers for _ in range(3))


def test_the_address_is_that_of_the_view() -> None:
    found = NEWS.fullmatch(reverse("games:news", args=["a_B-9"]))
    assert found
    assert found[1] == "a_B-9"


def test_a_version_grows_only_where_passes_die_with_it() -> None:
    code = {path: path.read_text("utf-8") for path in Path("games").rglob("*.py")}
    assert {path.stem for path, text in code.items() if "version += 1" in text} == {"game"}
    assert {path.stem for path, text in code.items() if "version=F(" in text} == {"seats", "outages"}


def test_a_page_knows_whether_the_table_is_played_by_what_all_are_told() -> None:
    scene = Scene()

    def is_lively() -> bool:
        [word] = re.findall('data-lively="(yes|no)"', text_of(scene.clients["ada"].get(link("table", scene.game))))
        return bool(word == "yes")

    assert is_lively()
    with time_machine.travel(timezone.now() + LIVELY_FOR + timedelta(seconds=1)):
        assert not is_lively()
        play_on(scene.game, 1)
        assert is_lively()
        agree_to_pause(scene.game)
        assert not is_lively()
