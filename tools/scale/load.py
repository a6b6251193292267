"""Fills a database with users and copies of sample games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from random import Random

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.names.display_names import fold_name
from accounts.names.look_alikes import skeletonize
from games.models import Answers, Delivery, Game, Heartbeat, Message, Notification
from games.site.retention import NOTIFICATIONS_KEPT, TALK_KEPT
from tools.scale.copies import Mould, Source, list_sources, read_mould
from tools.scale.samples import Samples, store_samples

EACH = 8
AT_ONCE = 2_000
YEARS = 5
LAST = [600] * 20


@dataclass(frozen=True)
class Size:
    over: int
    running: int
    open: int
    people: int
    veteran_over: int
    veteran_running: int

    @classmethod
    def of(cls, share: float, running_share: float | None = None) -> "Size":
        over, running = int(1_000_000 * share), int(100_000 * (running_share or share))
        people = max(MIN_PEOPLE, int(50_000 * share))
        return cls(over, running, running // 50, people, min(1_800, over // 2), min(200, running // 2))


MIN_PEOPLE = 20
NEWCOMER_OVER, NEWCOMER_RUNNING = 2, 1


def load(size: Size, chance: Random, each: int = EACH) -> None:
    samples = store_samples(each, chance)
    sources = list_sources()
    moulds = read_moulds(samples, sources)
    people = store_people(size.people)
    with transaction.atomic(), connection.cursor() as cursor:
        # Skip foreign keys, which are right. FREEZE needs TRUNCATE in the same transaction.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(f"TRUNCATE {', '.join(source.table for source in sources)}")
        copy_games(sources, draw_copies(size, moulds, people, chance))
    finish(sources)


@dataclass(frozen=True)
class Moulds:
    over: Sequence[Mould]
    running: Sequence[Mould]
    open: Sequence[Mould]


def read_moulds(samples: Samples, sources: Sequence[Source]) -> Moulds:
    with connection.cursor() as cursor:
        cursor.execute("SET TIME ZONE 'UTC'")

    def read(games: Iterable[Game]) -> list[Mould]:
        return [read_mould(game, samples.people, sources) for game in games]

    return Moulds(read(samples.over), read(samples.running), read(samples.open))


def store_people(count: int) -> list[int]:
    now = timezone.now()
    names = [f"Agent {number}" for number in range(count)]
    rows = [
        User(
            email=f"agent{number}@example.org",
            display_name=name,
            name_key=fold_name(name),
            name_skeleton=skeletonize(name),
            password="!",
        )
        for number, name in enumerate(names)
    ]
    people = User.objects.bulk_create(rows, batch_size=AT_ONCE)
    EmailAddress.objects.bulk_create(
        (EmailAddress(user=user, email=str(user.email), verified=True, primary=True) for user in people), AT_ONCE
    )
    Answers.objects.bulk_create((Answers(user=user, last=LAST) for user in people), AT_ONCE)
    Session.objects.bulk_create(
        (
            Session(session_key=f"scale{user.pk:035d}", session_data="x" * 200, expire_date=now + timedelta(days=14))
            for user in people
        ),
        AT_ONCE,
    )
    return [user.pk for user in people]


@dataclass(frozen=True)
class Copy:
    mould: Mould
    people: Sequence[int]
    day: date
    kept: Game.Kept = Game.Kept.ALL


def draw_copies(size: Size, moulds: Moulds, people: Sequence[int], chance: Random) -> Iterator[Copy]:
    today, days = datetime.now(UTC).date(), 365 * YEARS
    ages = sorted((chance.randrange(1, days) for _ in range(size.over)), reverse=True)
    for number, age in enumerate(ages):
        mould = chance.choice(moulds.over)
        seated = draw_people(mould, people, chance, number, size.veteran_over, NEWCOMER_OVER)
        yield Copy(mould, seated, today - timedelta(days=age), find_kept(age))
    for number in range(size.running):
        mould = chance.choice(moulds.running)
        yield Copy(mould, draw_people(mould, people, chance, number, size.veteran_running, NEWCOMER_RUNNING), today)
    for _ in range(size.open):
        mould = chance.choice(moulds.open)
        yield Copy(mould, chance.sample(people[2:], mould.seats), today)


def find_kept(age: int) -> Game.Kept:
    if age > TALK_KEPT.days:
        return Game.Kept.NOTHING
    return Game.Kept.TALK if age > NOTIFICATIONS_KEPT.days else Game.Kept.ALL


def draw_people(
    mould: Mould, people: Sequence[int], chance: Random, number: int, veteran: int, newcomer: int
) -> list[int]:
    seated = chance.sample(people[2:], mould.seats)
    if number < veteran + newcomer:
        seated[number % mould.seats] = people[0] if number < veteran else people[1]
    return seated


def copy_games(sources: Sequence[Source], copies: Iterator[Copy]) -> None:
    key = 1
    while part := list(islice(copies, AT_ONCE)):
        rows: dict[str, list[str]] = {source.table: [] for source in sources}
        for copy in part:
            for table, text in copy.mould.cast(key, copy.people, copy.day, copy.kept, list_kept(copy, sources)).items():
                rows[table].append(text)
            key += 1
        for source in sources:
            copy_in(source, rows[source.table])


def list_kept(copy: Copy, sources: Sequence[Source]) -> list[str]:
    gone = {
        Game.Kept.ALL: set(),
        Game.Kept.TALK: {Notification, Delivery},
        Game.Kept.NOTHING: {Notification, Delivery, Message},
    }
    return [source.table for source in sources if source.model not in gone[copy.kept]]


def copy_in(source: Source, texts: Sequence[str]) -> None:
    if not texts:
        return
    into = f"COPY {source.table} ({source.names}) FROM STDIN WITH (FREEZE)"
    with connection.cursor() as cursor, cursor.copy(into) as copy:
        for text in texts:
            copy.write(text)


def finish(sources: Sequence[Source]) -> None:
    with connection.cursor() as cursor:
        for source in sources:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{source.table}', 'id'), coalesce(max(id), 0) + 1) "  # noqa: S608
                f"FROM {source.table}"
            )
        cursor.execute(
            "UPDATE games_game SET due_at = now() + interval '1 hour' + random() * interval '23 hours' "
            "WHERE due_at IS NOT NULL"
        )
        cursor.execute("VACUUM ANALYZE")
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
