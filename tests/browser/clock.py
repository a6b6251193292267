"""Lets time pass on the site's database: `python -m tests.browser.clock` reads lines, and answers each when it is done.

A line is WHAT and the codes of games, whose time comes: a game's `deadline`; all its `notices`; the `limit` after which
a turn is told to anybody; the moment at which the question was `asked`, anew; or the end of the game, to which it is
played (`end`) or close to which (`late`). `present` notes that all players are there; `closed` lets the time pass after
which a page counts as closed unless it says again that its player is there. `now` lets the workers look at
once for what is due. `post` and an address say what became of it. `session`, an address and a language store a session
of somebody, who reads in that language, and say its cookie.
"""
# ruff: noqa: E402

import json
import sys
from datetime import timedelta
from typing import Any

import django

django.setup()

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from accounts.emails import wake_worker
from accounts.models import User
from games.models import Delivery, Game, Heartbeat, Notification, Player
from games.models.outage import read_lost
from games.notifications.presence import ACTIVE_FOR, name_presence, note_presence
from games.state.table import load_table
from tests.tables.builders import play_on
from tests.tables.pages.browser import sign_in

LATE = 2
"""So many decisions of a player are left, at most, late in a game."""


def pass_time(what: str, *listed: str) -> None:
    """Make the deadlines of games, or all their notices, due now; or let what is asked there have been asked now."""
    now = timezone.now()
    # Before all that has become due since the stage was set: the oldest is told first.
    first = now - timedelta(hours=1)
    games, written = Game.objects.filter(code__in=listed), Notification.objects.filter(game__code__in=listed)
    if what == "deadline":
        here = now - read_lost()
        assert games.filter(due_at__gt=here).update(due_at=here), f"nothing to move in {listed}"
    elif what == "late":
        play_until_late(games.get())
    elif what == "end":
        play_on(games.get())
    elif what in ("present", "closed"):
        act = note_presence if what == "present" else close_page
        for game, user in Player.objects.filter(game__in=games, user__isnull=False).values_list("game", "user"):
            act(game, user)
    elif what == "asked":
        asked = written.filter(kind="turn")
        Delivery.objects.filter(notification__in=asked).delete()
        asked.update(state=Notification.State.WAITING, told_at=None, send_at=first, written_at=now)
        games.update(due_at=now - read_lost() + timedelta(days=3))
    elif what in ("limit", "notices"):
        if what == "limit":
            written.update(written_at=now - timedelta(minutes=10))
        # Some may have gone out by themselves, if the site has been up for a while.
        written.filter(state=Notification.State.WAITING).exclude(kind="reminder").update(send_at=first)
        Delivery.objects.filter(notification__in=written, state=Delivery.State.WAITING).update(send_at=first)


def close_page(game: int, user: int) -> None:
    """Let the last sign of a player's page be as old as that of one that was closed; both are given by primary key."""
    name = name_presence(game, user)
    if presence := cache.get(name):
        noted_at, active_at, lasts = presence
        cache.set(name, (noted_at - lasts, active_at - lasts, lasts), ACTIVE_FOR)


def play_until_late(game: Game) -> None:
    """Let the people at a table choose at random until little is left of the game."""
    table = load_table(game)
    while not table.outcome and (left := table.title.remaining(table.states[-1])) and max(left.turns) > LATE:
        table = play_on(game, 1)


def wake_workers() -> None:
    """Let the workers look at once for what is due now, and not within ten seconds."""
    for task, queue in (("sweep", "clock"), ("send_mail", "mail"), ("send_messages", "outbound")):
        wake_worker(f"games.tasks.{task}", queue)


def describe_post(email: str) -> str:
    """Return a line for each notice to an address, with its deliveries, and when the site last swept."""
    heart = Heartbeat.objects.first()
    lines = [f"now {timezone.now()}, last sweep {heart and (heart.beat_at, heart.doubted_since, heart.refused_since)}"]
    for notification in Notification.objects.filter(recipient__email=email).order_by("pk"):
        ways = notification.deliveries.values_list("channel", "state", "send_at", "attempts")
        lines.append(
            f"{notification.kind} {notification.state}, due {notification.send_at}, "
            f"told {notification.told_at}: {list(ways)}"
        )
    return "\n".join(lines)


def start_session(email: str, language: str) -> tuple[str, str]:
    """Store a session of somebody who reads in `language`; return the name and the value of its cookie."""
    person = User.objects.get(email=email)
    person.language = language
    person.save(update_fields=["language"])
    name = settings.SESSION_COOKIE_NAME
    key = sign_in(person).cookies[name].value
    # As signing in does: the list of a user's browsers, and pushes, go by it.
    UserSession.objects.create(user=person, session_key=key, ip="127.0.0.1", user_agent="Mozilla/5.0")
    return name, key


def answer(what: str, *words: str) -> Any:
    """Do what a line says, and return what is to be answered."""
    if what == "session":
        return start_session(*words)
    if what == "post":
        return describe_post(*words)
    pass_time(what, *words)
    if what not in ("present", "closed"):
        wake_workers()
    return ""


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(*line.split())), flush=True)
