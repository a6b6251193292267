"""Counts emails and pushes: `python -m pytest -s tests/notifications/email/count.py`. Its people answer when notified.

Nobody looks at a page, so each question is told; it is what a person gets who comes back for each turn. All is as the
site sets it for a new person, but that each has let a browser take pushes beside the mail.
"""

from datetime import timedelta
from random import Random

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, WeeklyTable
from games.notifications.channels import client
from games.notifications.channels.types import Outcome
from games.rules.registry import TITLES
from games.tables.services import deadlines, moves, premoves
from games.tables.services.weekly_tables import open_weekly_table
from tests.builders_people import make_person
from tests.circles.weeks import make_weekly_table, sit
from tests.notifications.channels.builders import Browser, send_after
from tests.notifications.email import builders
from tests.notifications.email.builders import GRACE
from tests.rules.premoves import draw_sound_premove
from tests.tables.builders import asked, play_on, start_table
from tests.watching.asks import open_to_spectators, watch_link

pytestmark = pytest.mark.django_db
GAMES = 3


@pytest.mark.parametrize("has_news", [False, True], ids=["plain", "weekly, watched, with premoves"])
@pytest.mark.parametrize("title", TITLES)
def test_count_mails_and_pushes(title: str, has_news: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    mails, pushes = count(title, GAMES, monkeypatch, has_news=has_news)
    print(f"\n{title}, {'with' if has_news else 'without'}: {mails:.1f} mails, {pushes:.1f} pushes a player and game")


def count(title: str, games: int, monkeypatch: pytest.MonkeyPatch, *, has_news: bool) -> tuple[float, float]:
    """Play games of the usual seats; return mails and pushes for each player."""
    # The same deals each time, so that two versions of the code can be compared.
    monkeypatch.setattr(moves, "DICE", Random(title))
    # The push service takes all.
    monkeypatch.setattr(client, "post", lambda request, gone: Outcome.TAKEN)
    seats, pushes = TITLES[title].USUAL_SEATS, 0
    mail.outbox.clear()
    for _ in range(games):
        people = [make_person() for _ in range(seats)]
        for person in people:
            Browser(person, f"https://push.example.org/{person.pk}")
        game = open_weekly(people, title) if has_news else start_table(*people, title=title)
        pushes += play_and_send(game, prepares=has_news)
    each = games * seats
    return len(mail.outbox) / each, pushes / each


def open_weekly(people: list[User], title: str) -> Game:
    weekly_table = make_weekly_table(people[0], *people[1:], title=title, seat_count=len(people))
    WeeklyTable.objects.filter(pk=weekly_table.pk).update(next_at=timezone.now())
    assert open_weekly_table(weekly_table.code, timezone.now())
    game = weekly_table.games.get()
    Game.objects.filter(pk=game.pk).update(**open_to_spectators())
    sit(game, *people)
    game.refresh_from_db()
    return game


def play_and_send(game: Game, *, prepares: bool) -> int:
    pushes, chance, is_over = 0, Random(game.title), False
    while not is_over:
        if prepares:
            assert Client().get(watch_link(game)).status_code == 200
            prepare(game, chance)
        for moment in (timedelta(0), GRACE):
            builders.send_after(moment)
            pushes += send_after(moment)
        is_over = play_on(game, 1).outcome is not None
        deadlines.sweep()
        game.refresh_from_db()
        is_over = is_over or not game.is_running
    builders.send_after(timedelta(0))
    return pushes + send_after(timedelta(0))


def prepare(game: Game, chance: Random) -> None:
    """Half of those who may, prepare what is offered."""
    with moves.lock_table(game.code) as table:
        for player in table.players:
            seen = table.title.observe(table.states[-1], player.seat)
            if player.seat in asked(table) or chance.random() < 0.5:
                continue
            if chosen := draw_sound_premove(table.title, seen, chance):
                premoves.premove(table=table, seat=player.seat, fields={name: [each] for name, each in chosen.items()})
