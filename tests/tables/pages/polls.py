"""Polls of a table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import suspensions
from accounts.models import Block
from accounts.personal_data import deletion
from games.models import Game, Heartbeat
from games.moderation.services import reports
from games.state.table import load_table
from games.tables.services import deadlines, lobby, outages, pauses, stand_ins, vacations
from games.tables.services.guests import pass_seats
from games.tables.services.talk import say
from insidejob import cache_stamps
from tests.builders_people import make_guest, make_person
from tests.tables.acts import agree_to_end, agree_to_pause, people_of, replace_by
from tests.tables.builders import asked, open_table, play_on
from tests.tables.moderation_builders import make_moderator, make_report
from tests.tables.pages.browser import HTMX, link, sign_in


@contextmanager
def committed() -> Iterator[None]:
    """Let what is done here be committed, as far as anybody waits for that."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        yield


def list_told() -> list[tuple[str, ...]]:
    """Return what a commit would publish to the pages that listen."""
    waiting = [entry[1] for entry in connection.run_on_commit]
    forgets = [each if isinstance(each, partial) and each.func is cache_stamps._forget else None for each in waiting]
    return [each.args[0] if each else () for each in forgets]


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
        """Return the answer to the poll of each viewer's page: the status, where it redirects to, and whether it has
        content."""
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
    assert all(outages.note_heartbeat(timezone.now() + pause) for pause in (-timedelta(hours=1), timedelta(0)))


def hide_a_line(scene: Scene) -> None:
    reports.hide(report=make_report(scene.game), moderator=make_moderator())


def miss_a_deadline(scene: Scene) -> None:
    Game.objects.filter(pk=scene.game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert deadlines._close_expired(timezone.now())


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
    "a guest suspended": lambda scene: suspensions.suspend(scene.gil),
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
