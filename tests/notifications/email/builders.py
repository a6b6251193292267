"""Games with notices, and the post at times of our choosing: the clock stands still, `now` is given."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone, translation

from accounts.models import User
from games.models import Delivery, Game, Notification
from games.notifications import email_dispatch
from games.state.table import load_table
from tests.builders_people import make_person, reload
from tests.tables.builders import asked, start_table

GRACE = timedelta(minutes=2, seconds=1)
"""After so long a turn is told by mail, if the table takes an hour or more for a decision."""


@dataclass
class Asked:
    """A running game, the person it waits for, and the notice of their turn; no other notice is due."""

    game: Game
    person: User
    notification: Notification

    @property
    def reminder(self) -> Notification:
        return Notification.objects.get(recipient=self.person, key=self.notification.key, kind="reminder")


def ask_somebody(*people: User) -> Asked:
    """Start a game of two people, or of `people`, with bots, and wait for a person's turn."""
    game = start_table(*(people or (make_person("Ada"), make_person("Ben"))), bots=3 - (len(people) or 2))
    Notification.objects.exclude(kind__in=["turn", "reminder"]).delete()
    player = load_table(game).players[asked(load_table(game))[0]]
    assert player.user
    return Asked(game, player.user, Notification.objects.get(recipient=player.user, game=game, kind="turn"))


def write_notifications(count: int, people: Sequence[User] = ()) -> list[Notification]:
    """Return `count` notices that are due, each to another person, of `people` if given: tables that were closed."""
    notifications = []
    for number in range(count):
        person = people[number] if people else make_person()
        game = Game.objects.create(
            title="insidejob", rules=1, options={}, seat_count=3, host=person, status=Game.Status.CANCELLED
        )
        game.players.create(seat=0, user=person)
        when = timezone.now() - timedelta(seconds=count - number)
        told = Notification.objects.create(recipient=person, game=game, kind="closed", key=game.code, send_at=when)
        notifications.append(told)
    return notifications


def send_at(moment: datetime) -> int:
    """Let the post work at a moment; return how many mails went out."""
    return email_dispatch.send_due(moment)


def send_after(pause: timedelta) -> int:
    """Let the post work so long after now; return how many mails went out."""
    return send_at(timezone.now() + pause)


def mail_of(notification: Notification) -> Delivery:
    """Return the delivery by which a notice went by mail last, as it is now."""
    return Delivery.objects.filter(notification=notification, channel="mail").latest("pk")


def state_of(notification: Notification) -> str:
    """Return what became of a notice, or of its mail once it was told."""
    is_told = notification.deliveries.filter(channel="mail").exists()
    return mail_of(notification).state if is_told else reload(notification).state


def outcomes_of(notifications: Sequence[Notification]) -> list[tuple[str, int]]:
    """Return what became of each notice, and how often its mail was tried."""
    return [(state_of(notification), mail_of(notification).attempts) for notification in notifications]


def is_paused(notification: Notification) -> bool:
    """Tell whether the recipient's address gets no more mail."""
    return reload(notification.recipient).mail_refused_at is not None


def name_in_english(game: Game) -> str:
    with translation.override("en"):
        return game.name


def strip_deadline(subject: str) -> str:
    """Return the English subject of an email about a turn without the deadline that it names."""
    return re.sub(r" (until|by) .*?\d\d:\d\d(?=:|$)", "", subject)
