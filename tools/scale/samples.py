"""Makes the sample games that are copied, by the site's own code."""

from dataclasses import dataclass
from random import Random

from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Game, Message, Notification, Player
from games.rules.engine.protocol import AnyTitle
from games.rules.registry import TITLES
from games.state.table import Table
from games.tables.services import reliability
from tests.tables.builders import make_person, open_table
from tests.tables.stored import Recorded, record_game, store_game

LINES = 5
BANK = 2 * 24 * 3600
HOURS = {"zone": "Europe/Paris", "wakes_at": 8, "sleeps_at": 23}


@dataclass(frozen=True)
class Samples:
    people: tuple[User, ...]
    over: tuple[Game, ...]
    running: tuple[Game, ...]
    open: tuple[Game, ...]


def store_samples(each: int, chance: Random) -> Samples:
    people = tuple(make_person() for _ in range(max(max(title.SEATS) for title in TITLES.values())))
    over, running, waiting = list[Game](), list[Game](), list[Game]()
    for title in TITLES.values():
        for number in range(each):
            recorded = draw_game(title, chance)
            over.append(store_over(recorded, people))
            length = chance.randrange(len(recorded.entries))
            running.append(store_running(recorded, people, length, sleeps=bool(number % 2)))
        seats = max(title.SEATS)
        waiting.append(open_table(people[0], seats=seats, title=title.NAME))
    Notification.objects.filter(send_at__gt=timezone.now(), kind="started").update(state=Notification.State.TOLD)
    return Samples(people, tuple(over), tuple(running), tuple(waiting))


def draw_game(title: AnyTitle, chance: Random) -> Recorded:
    return record_game(chance.choice(title.SEATS), chance, title_name=title.NAME)


def seat_people(recorded: Recorded, people: tuple[User, ...]) -> tuple[User, ...]:
    return people[: len(recorded.title.dump_deal(recorded.deal).hands)]


def store_over(recorded: Recorded, people: tuple[User, ...]) -> Game:
    table = store_game(recorded, seat_people(recorded, people), len(recorded.entries))
    reliability.note_due()
    add_talk(table)
    narrate_all(table)
    return table.game


def store_running(recorded: Recorded, people: tuple[User, ...], length: int, *, sleeps: bool) -> Game:
    table = store_game(recorded, seat_people(recorded, people), length)
    if sleeps:
        Game.objects.filter(pk=table.game.pk).update(sleeps=True, bank=BANK)
        Player.objects.filter(game=table.game).update(**HOURS)
    add_talk(table)
    return table.game


def add_talk(table: Table) -> None:
    seated = [table.players[number % len(table.players)] for number in range(LINES)]
    Message.objects.bulk_create(
        Message(game=table.game, seat=player.seat, author=player.user, text="A line of some length, as people write.")
        for player in seated
    )


def narrate_all(table: Table) -> None:
    now = timezone.now()
    notifications = list(Notification.objects.filter(game=table.game))
    Delivery.objects.bulk_create(
        Delivery(
            notification=notification,
            channel="mail",
            told_at=now,
            send_at=now,
            done_at=now,
            attempts=1,
            state=Delivery.State.SENT,
        )
        for notification in notifications
    )
    Notification.objects.filter(game=table.game).update(state=Notification.State.TOLD, told_at=now)
