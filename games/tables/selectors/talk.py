import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.db.models import BigAutoField, Count, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext

from accounts.faces import Face
from accounts.models import User
from games.fast.compiled_queries import CompiledQuery, Given
from games.models import Game, Message, Move, Player
from games.people.selectors.blocks import name_unheard
from games.rules.engine.values import Event
from games.state.names import find_name, show_faces
from games.state.narration import narrate_table
from games.state.table import Table
from games.state.view import name_of
from insidejob.untranslated import keep

NEWEST = 30
# How many lines are shown at most, if many are unread.
MANY = 100
EARLIER = 50
# Lines of one person in a row are shown under one face and time for so long.
GROUPED_FOR = timedelta(minutes=5)
KEY = BigAutoField()


class TalkLine(NamedTuple):
    """A line of talk.

    `scene` is None where it equals that of the line before, and so is `day`. Without `begins`, a line stands under the
    name and time of the line before. `is_seated` means that the page already has this face. `event` is the last public
    one between the line before and this one.
    """

    name: str
    face: Face | None
    seat: int
    is_seated: bool
    text: str
    sent_at: datetime
    is_me: bool
    names_me: bool
    scene: int | None
    is_hidden: bool
    day: date | None = None
    begins: bool = True
    event: Event | None = None

    @property
    def key(self) -> str:
        return name_line(self)


@dataclass(frozen=True)
class Talk:
    """The lines to show, the oldest first.

    `first` is the number of readable lines before these. `last` is the primary key of the last message or 0, and is
    never shown. `names` has the names of all places, for the events.
    """

    lines: tuple[TalkLine, ...]
    first: int
    last: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unread:
    count: int
    names_me: bool


class Said(NamedTuple):
    """A message, with the number of moves made before it and the number of lines that the reader may read up to it."""

    pk: int
    seat: int
    author_id: int | None
    name: str
    text: str
    sent_at: datetime
    is_hidden: bool
    moves: int
    total: int


@dataclass(frozen=True)
class Talking:
    """The talk of a table for one reader. `table` is None before the start."""

    game: Game
    players: Sequence[Player]
    reader: Player
    table: Table | None = None

    def load(self) -> Talk:
        reader = self.reader
        said = self.ask_last(NEWEST if self.game.last_said <= reader.talk_read else MANY)
        new = [place for place, row in enumerate(said, 1) if row.pk > reader.talk_read and row.seat != reader.seat]
        return self.show(said[: max([NEWEST, *new])])

    def load_last(self, count: int) -> Talk:
        return self.show(self.ask_last(count))

    def load_from(self, first: int) -> Talk:
        said = self.ask_last(NEWEST)
        wanted = max(0, said[0].total - first) if said else 0
        return self.show((said if wanted <= NEWEST else self.ask_last(MANY))[:wanted])

    def load_before(self, end: int) -> Talk:
        told = _list_said(self.game.pk, self.reader.user_id).order_by("-pk")
        total = told.count()
        end = min(end, total)
        return self.show([Said(*row) for row in told[total - end : total - max(0, end - EARLIER)]], end)

    def ask_last(self, count: int) -> list[Said]:
        return [Said(*row) for row in _compose_last(count).ask(game=self.game.pk, reader=self.reader.user_id)]

    def show(self, said: Sequence[Said], end: int | None = None) -> Talk:
        """Return the lines to show.

        `said` has messages, the newest first. `end` is the number of lines up to the newest of them, by default all.
        """
        if not said:
            return Talk((), 0, 0)
        oldest_first, first = said[::-1], (said[0].total if end is None else end) - len(said)
        gone, faces, lines = self.find_gone(said), show_faces(self.players), list[TalkLine]()
        scene, day, head, moves = None, None, oldest_first[0], oldest_first[0].moves
        for row in oldest_first:
            scene_before, day_before = scene, day
            scene, day = self.find_scene(row), timezone.localdate(row.sent_at)
            event = self.find_event(moves, row.moves)
            moves = row.moves
            is_apart = scene != scene_before or day != day_before or event is not None
            begins = is_apart or row[1:4] != head[1:4] or row.sent_at - head.sent_at >= GROUPED_FOR
            head = row if begins else head
            line = self.show_line(row, None if scene == scene_before else scene, faces, gone)
            lines.append(line._replace(day=None if day == day_before else day, begins=begins, event=event))
        return Talk(tuple(lines), first, said[0].pk, self.names)

    def find_gone(self, said: Iterable[Said]) -> Mapping[int, User]:
        gone = {row.author_id for row in said if row.author_id not in (None, self.players[row.seat].user_id)}
        return User.objects.in_bulk(gone) if gone else {}

    def find_scene(self, row: Said) -> int | None:
        """Return the scene when a line was said: 0 before the start, None if there is no game yet."""
        if self.table is None:
            return None
        if self.game.started_at is None or row.sent_at < self.game.started_at:
            return 0
        # A move may have been made after the table was loaded.
        return self.table.title.scene(self.table.states[min(row.moves, len(self.table.states) - 1)])

    @cached_property
    def names(self) -> tuple[str, ...]:
        imaginary = self.table.title.list_imaginary(self.game.seat_count) if self.table else ()
        return (*(name_of(player) for player in self.players), *(gettext(name) for name in imaginary))

    @cached_property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """The public events of each move. A player's own may be secret, and must not come with others' text."""
        return narrate_table(self.table, None).events if self.table else ()

    def find_event(self, first: int, end: int) -> Event | None:
        """Return the last public event of the moves from `first` on, up to `end`."""
        told = self.events[first:end] if first < end else ()
        return next((event for events in reversed(told) for event in reversed(events)), None)

    def show_line(self, row: Said, scene: int | None, faces: Mapping[int, Face], gone: Mapping[int, User]) -> TalkLine:
        player, former = self.players[row.seat], gone.get(row.author_id or 0)
        is_me = player.pk == self.reader.pk and former is None
        return TalkLine(
            name=find_name(former, row.name) if former else keep(row.name) or name_of(player),
            face=former.own_face if former else faces.get(row.seat),
            seat=row.seat,
            is_seated=self.table is not None and former is None,
            text=gettext("A moderator has hidden this message.") if row.is_hidden else row.text,
            sent_at=row.sent_at,
            is_me=is_me,
            names_me=not is_me and not row.is_hidden and does_name(row.text, self.reader),
            scene=scene,
            is_hidden=row.is_hidden,
        )


@lru_cache
def _compose_last(count: int) -> CompiledQuery[tuple[Any, ...]]:
    return CompiledQuery(lambda: _list_said(Given("game", KEY), Given("reader", KEY)).order_by("-pk")[:count])


def _list_said(game: int | Given, reader: int | Given | None) -> QuerySet[Message, tuple[Any, ...]]:
    made = Move.objects.filter(game=OuterRef("game"), made_at__lte=OuterRef("sent_at")).order_by()
    moves = made.values("game").annotate(count=Count("pk")).values("count")
    heard = Message.objects.filter(game=game).exclude(name_unheard(reader, game))
    fields = ("pk", "seat", "author_id", "name", "text", "sent_at", "is_hidden")
    return heard.values_list(*fields, Coalesce(Subquery(moves), 0), Window(Count("*")))


def name_line(message: Message | TalkLine) -> str:
    """Return a line's key in forms. It is no primary key, because that would reveal how much the whole site writes."""
    return f"{message.seat}-{int(message.sent_at.timestamp() * 1_000_000)}"


def find_line(game: Game, key: str) -> Message | None:
    seat = key.partition("-")[0]
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 3):
        return None
    said = Message.objects.filter(game=game, seat=int(seat)).select_related("author").order_by("-pk")
    return next((message for message in said if name_line(message) == key), None)


def does_name(text: str, reader: Player) -> bool:
    name = name_of(reader) if "@" in text else ""
    return bool(name) and re.search(rf"@{re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
