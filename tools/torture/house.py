"""What happens at the tables apart from playing: new ones open, and time is made to pass by moving what is due.

Only columns of the database are moved, by the tests: the site has no way to do so.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Game, Notification, Player, Terms
from games.models.outage import read_lost
from games.tables.services import lobby
from tools.torture.people import Memory

Result = TypeVar("Result")

PACE = 3600
TABLES = 8
HURRIED = 0.4
"""The share of tables where one person is absent and deadlines come soon."""
MAIL_HURRIED = 0.3
LOOK_EVERY = 0.5
# Longer than the database is given to come back, on a busy machine, too: who waits for it gives up first.
PATIENCE = 2400

# The database stores each move by the clock, with the deadline that it followed, in the same transaction.
WATCH = """
CREATE TABLE torture_clock (game_id bigint, due_at timestamptz, made_at timestamptz, transaction bigint);
CREATE FUNCTION torture_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO torture_clock
        SELECT id, due_at + COALESCE((SELECT lost FROM games_outage ORDER BY id DESC LIMIT 1), '0'), NEW.made_at,
        txid_current() FROM games_game WHERE id = NEW.game_id;
    RETURN NEW;
END $$;
CREATE TRIGGER torture_note AFTER INSERT ON games_move
    FOR EACH ROW WHEN (NEW."by" = 'clock') EXECUTE FUNCTION torture_note();
"""


@dataclass(frozen=True)
class Closed:
    """A move that the clock made: its time, its transaction, and the deadline it followed."""

    game: int
    due_at: datetime | None
    made_at: datetime
    transaction: int


def watch_the_clock() -> None:
    """Create a trigger that stores each move of the clock."""
    with connection.cursor() as cursor:
        cursor.execute(WATCH)


def read_clock() -> list[Closed]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT game_id, due_at, made_at, transaction FROM torture_clock")
        return [Closed(*row) for row in cursor.fetchall()]


def insist(call: Callable[[], Result]) -> Result:
    """Repeat a call while the database is down, and return what it returns in the end."""
    for _ in range(PATIENCE):
        try:
            return call()
        except (OperationalError, InterfaceError):
            connection.close()
            threading.Event().wait(LOOK_EVERY)
    return call()


class House(threading.Thread):
    """Opens tables and lets time pass while the block runs."""

    def __init__(self, people: Sequence[User], memory: Memory, chance: Random) -> None:
        super().__init__(daemon=True)
        self.people, self.memory, self.chance = people, memory, chance
        self.closed = threading.Event()
        self.trouble: Exception | None = None

    def __enter__(self) -> "House":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.closed.set()
        self.join()
        if self.trouble:
            raise self.trouble

    def run(self) -> None:
        try:
            while not self.closed.is_set():
                for step in (self.open_tables, self.hurry_deadlines, self.hurry_mail):
                    insist(step)
                self.closed.wait(LOOK_EVERY)
        except Exception as error:
            self.trouble = error
        finally:
            connection.close()

    def open_tables(self) -> None:
        """Keep games running, and tell people where they sit."""
        for _ in range(TABLES - Game.objects.filter(status=Game.Status.RUNNING).count()):
            self.open_table()
        players = Player.objects.filter(game__status=Game.Status.RUNNING, user__isnull=False)
        found: dict[int, list[tuple[str, bool]]] = {person.pk: [] for person in self.people}
        for code, vote_time, user, seat in players.values_list("game__code", "game__vote_time", "user", "seat"):
            if user is not None:
                found[user].append((code, seat == 0 and vote_time != PACE))
        self.memory.seats = found

    def open_table(self) -> None:
        """Open a table of three to five seats, at least two of them for people, and start it."""
        seats = self.chance.randint(3, 5)
        host, *others = self.chance.sample(self.people, self.chance.randint(2, seats))
        # The other vote time marks a table with an absent host.
        vote_time = 4 * PACE if self.chance.random() < HURRIED else PACE
        game = lobby.open_game(
            host=host,
            title="insidejob",
            seat_count=seats,
            options={},
            terms=Terms(pace=PACE, vote_time=vote_time, bank=self.chance.choice((0, PACE // 4))),
        )
        for person in others:
            lobby.join_game(code=game.code, user=person)
        game.refresh_from_db()
        if game.status == Game.Status.OPEN:
            lobby.fill_with_bots(code=game.code, host=host)

    def hurry_deadlines(self) -> None:
        """Make the deadline of a table with an absent host come within two seconds."""
        here = timezone.now() - read_lost()
        far = here + timedelta(seconds=5)
        tables = Game.objects.filter(due_at__gt=far).exclude(vote_time=PACE).values_list("pk", flat=True)
        if waiting := list(tables):
            due = here + timedelta(seconds=self.chance.uniform(0.2, 2))
            Game.objects.filter(pk=self.chance.choice(waiting), due_at__isnull=False).update(due_at=due)

    def hurry_mail(self) -> None:
        """Make some mails due."""
        waiting_notifications = Notification.objects.filter(state=Notification.State.WAITING)
        later = waiting_notifications.filter(send_at__gt=timezone.now()).values_list("pk", flat=True)
        some = [pk for pk in later if self.chance.random() < MAIL_HURRIED]
        waiting_notifications.filter(pk__in=some).update(send_at=timezone.now())


def hurry_mail(*, tried: bool = False) -> None:
    """Make all mails due that were never tried. Make others due only while no worker can be sending them."""
    now = timezone.now()
    Notification.objects.filter(state=Notification.State.WAITING, send_at__gt=now).update(send_at=now)
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, send_at__gt=now)
    (waiting if tried else waiting.filter(attempts=0)).update(send_at=now)


def is_nobody_writing() -> bool:
    """Tell whether the database has ended all transactions of killed programs."""
    busy = "SELECT 1 FROM pg_stat_activity WHERE pid != pg_backend_pid() AND state != 'idle'"
    with connection.cursor() as cursor:
        cursor.execute(busy)
        return cursor.fetchone() is None
