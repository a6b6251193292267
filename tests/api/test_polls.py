"""Polls of programs: from the cache without a query while nothing is new, and never when something is."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts import suspensions
from accounts.tokens.bots import make_bot
from accounts.tokens.services import list_tokens, revoke
from games.api.limits import MINUTE
from games.models import Game, Outage
from games.tables.services import lobby, stand_ins
from games.tables.services.talk import say
from games.tables.views.polls import PASS_KEPT_FOR
from insidejob.cache_stamps import SITE, forget_stamps
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.tables.builders import open_table, play_on, start_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def answer_from_cache(settings: Settings) -> None:
    """One process has one cache."""
    settings.POLLS_FROM_CACHE = True


class Scene:
    """A table of two people and a bot, and a program of the first."""

    def __init__(self, *, is_open: bool = False) -> None:
        self.ada, self.ben = make_person(), make_person()
        self.game = open_table(self.ada, self.ben, seats=4) if is_open else start_table(self.ada, self.ben, bots=1)
        self.program, self.path = Program(self.ada), f"games/{self.game.code}"
        self.tag = self.program.get(self.path).headers["ETag"]

    def poll(self) -> tuple[Any, int]:
        with CaptureQueriesContext(connection) as queries:
            answer = self.program.get(self.path, If_None_Match=self.tag)
        return answer, len(queries)


@pytest.mark.parametrize("is_open", [False, True])
def test_nothing_new_costs_no_query(is_open: bool) -> None:
    scene = Scene(is_open=is_open)
    answer, queries = scene.poll()
    assert (answer.status_code, queries) == (304, 0)
    assert answer.content == b""
    assert answer.headers["ETag"] == scene.tag
    assert int(answer.headers["Retry-After"]) > 0
    assert int(answer.headers["RateLimit-Remaining"]) > 0


def test_a_program_is_told_to_ask_often_only_while_moves_are_made() -> None:
    begin = timezone.now()
    with time_machine.travel(begin, tick=False) as clock:
        scene = Scene()
        waits = [scene.program.get(scene.path).headers["Retry-After"]]
        clock.move_to(begin + timedelta(minutes=3))
        waits.append(scene.program.get(scene.path).headers["Retry-After"])
    assert waits == ["1", "5"]


def test_the_cache_answers_with_the_same_headers_as_the_view() -> None:
    told = []
    with time_machine.travel(timezone.now(), tick=False):
        scene = Scene()
        for is_cached in (True, False, True):
            if not is_cached:
                cache.clear()
            answer, queries = scene.poll()
            assert (answer.status_code, queries == 0) == (304, is_cached)
            told.append({name: value for name, value in answer.headers.items() if name != "RateLimit-Remaining"})
    assert told[0] == told[1] == told[2]


def test_another_tag_or_program_gets_the_game() -> None:
    scene = Scene()
    assert scene.program.get(scene.path, If_None_Match='"other"').status_code == 200
    assert scene.program.get(scene.path).status_code == 200
    assert Program(make_person()).get(scene.path, If_None_Match=scene.tag).status_code == 403
    other = Program(scene.ben).get(scene.path, If_None_Match=scene.tag)
    assert other.status_code == 200
    assert other.headers["ETag"] != scene.tag


def change_language(scene: Scene) -> None:
    scene.ada.language = "fr"
    scene.ada.save()


def note_outage(scene: Scene) -> None:
    """An outage moves all deadlines."""
    hour, now = timedelta(hours=1), timezone.now()
    Outage.objects.create(began_at=now - hour, ended_at=now, lost=hour)
    forget_stamps(SITE)


CHANGES: dict[str, tuple[Callable[[Scene], object], int]] = {
    "a move": (lambda scene: play_on(scene.game, 1), 200),
    "talk": (lambda scene: say(game=scene.game, seat=1, text="Hm", author=scene.ben), 200),
    "another language": (change_language, 200),
    "a stand-in": (lambda scene: stand_ins.hand_over(code=scene.game.code, user=scene.ben), 200),
    # Whether it moves this deadline or not, the database is asked.
    "an outage": (note_outage, 0),
    "somebody who sits down": (lambda scene: lobby.join_game(code=scene.game.code, user=make_person()), 200),
    "a suspension": (lambda scene: suspensions.suspend(scene.ada), 401),
    "a revoked token": (lambda scene: revoke(scene.ada, list_tokens(scene.ada)[0].key), 401),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_the_answer_is_not_missed(what: str) -> None:
    scene, (change, status) = Scene(is_open=what == "somebody who sits down"), CHANGES[what]
    assert scene.poll()[0].status_code == 304
    with TestCase.captureOnCommitCallbacks(execute=True):
        change(scene)
    answer, queries = scene.poll()
    assert queries > 0
    assert answer.status_code in ([status] if status else [200, 304])


def test_what_the_program_itself_does_is_seen_at_once() -> None:
    scene = Scene()
    while not Game.objects.get(pk=scene.game.pk).players.get(seat=1).owes:
        play_on(scene.game, 1)
    scene.tag = scene.program.get(scene.path).headers["ETag"]
    offer = scene.program.read(f"{scene.path}/premove")
    slot = next(slot for slot in offer["slots"] if slot["choices"])
    wanted = {"fields": {slot["name"]: slot["choices"][0]["value"]}, "question": offer["question"] or ""}
    assert scene.program.ask("PUT", f"{scene.path}/premove", wanted).json()["premove"] == wanted["fields"]
    assert scene.poll()[0].json()["premove"] == wanted["fields"]
    assert scene.program.ask("DELETE", f"{scene.path}/premove").json()["premove"] is None


def test_without_the_cache_the_database_answers_the_same() -> None:
    scene = Scene()
    cache.clear()
    answer, queries = scene.poll()
    assert (answer.status_code, queries > 0) == (304, True)


def test_a_pass_lives_ten_seconds() -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        scene = Scene()
        clock.shift(PASS_KEPT_FOR + 1)
        assert scene.poll()[1] > 0


def test_an_account_may_ask_so_often_a_minute(settings: Settings) -> None:
    settings.API_REQUESTS_A_MINUTE = 3
    with time_machine.travel(timezone.now().replace(second=0), tick=False) as clock:
        scene, french = Scene(), Program(make_person(language="fr"))
        assert [scene.poll()[0].status_code for _ in range(2)] == [304, 304]
        french.get("me")
        over, queries = scene.poll()
        assert (over.status_code, queries) == (429, 0)
        assert over.json()["detail"] == "Too many requests. Please wait a little.", "in the reader's language"
        refused = scene.program.get("me")
        assert refused.json()["code"] == "too_many_requests"
        assert refused.headers["RateLimit-Limit"] == "3"
        assert refused.headers["RateLimit-Remaining"] == "0"
        assert refused.headers["Retry-After"] == refused.headers["RateLimit-Reset"]
        other_token, bot = Program(scene.ada), Program()
        bot.secret = make_bot(scene.ada, "Ticker")[1]
        assert [program.get("me").status_code for program in (other_token, bot)] == [429, 429]
        assert Program(make_person()).get("me").status_code == 200
        clock.shift(MINUTE)
        assert [bot.get("me").status_code for _ in range(2)] == [200, 200]
        assert [scene.program.get("me").status_code for _ in range(2)] == [200, 429], "bots count for their owner"
