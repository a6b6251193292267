import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import BigAutoField, Count, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from accounts.faces import Face
from accounts.models import User
from games.fast.compiled_queries import CompiledQuery, Given
from games.models import Game, Message, Move, Player
from games.people.selectors.blocks import name_unheard
from games.state.faces import show_faces
from games.state.names import find_name
from games.state.table import Table
from games.state.view import name_of
from insidejob.marks import keep

NEWEST = 30
# Most lines when more are unread.
MANY = 100
EARLIER = 50
KEY = BigAutoField()


class TalkLine(NamedTuple):
    """`scene` is None where it equals that of the line before. `is_seated`: the page already has this face."""

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

    @property
    def key(self) -> str:
        return name_line(self)


@dataclass(frozen=True)
class Talk:
    """Oldest first.

    `first` counts the readable lines before these. `last` is a primary key or 0, never shown.
    """

    lines: tuple[TalkLine, ...]
    first: int
    last: int


@dataclass(frozen=True)
class Unread:
    count: int
    names_me: bool


class Said(NamedTuple):
    """A row, the moves made before it, and the number of lines the reader may read."""

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
    """`table` is None before the start."""

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
        told = list_said(self.game.pk, self.reader.user_id).order_by("-pk")
        total = told.count()
        end = min(end, total)
        return self.show([Said(*row) for row in told[total - end : total - max(0, end - EARLIER)]], end)

    def ask_last(self, count: int) -> list[Said]:
        return [Said(*row) for row in compose_last(count).ask(game=self.game.pk, reader=self.reader.user_id)]

    def show(self, said: Sequence[Said], end: int | None = None) -> Talk:
        """`said` is newest first; `end` is the number of its last line."""
        if not said:
            return Talk((), 0, 0)
        oldest_first, first = said[::-1], (said[0].total if end is None else end) - len(said)
        gone, faces, lines, before = self.find_gone(said), show_faces(self.players), [], None
        for row in oldest_first:
            scene = self.find_scene(row)
            lines.append(self.show_line(row, None if scene == before else scene, faces, gone))
            before = scene
        return Talk(tuple(lines), first, said[0].pk)

    def find_gone(self, said: Iterable[Said]) -> Mapping[int, User]:
        gone = {row.author_id for row in said if row.author_id not in (None, self.players[row.seat].user_id)}
        return User.objects.in_bulk(gone) if gone else {}

    def find_scene(self, row: Said) -> int | None:
        """Return 0 before the start, None if there is no game yet."""
        if self.table is None:
            return None
        if self.game.started_at is None or row.sent_at < self.game.started_at:
            return 0
        # A move may have been made after the table was loaded.
        return self.table.title.scene(self.table.states[min(row.moves, len(self.table.states) - 1)])

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
def compose_last(count: int) -> CompiledQuery[tuple[Any, ...]]:
    return CompiledQuery(lambda: list_said(Given("game", KEY), Given("reader", KEY)).order_by("-pk")[:count])


def list_said(game: int | Given, reader: int | Given | None) -> QuerySet[Message, tuple[Any, ...]]:
    made = Move.objects.filter(game=OuterRef("game"), made_at__lte=OuterRef("sent_at")).order_by()
    moves = made.values("game").annotate(count=Count("pk")).values("count")
    heard = Message.objects.filter(game=game).exclude(name_unheard(reader, game))
    fields = ("pk", "seat", "author_id", "name", "text", "sent_at", "is_hidden")
    return heard.values_list(*fields, Coalesce(Subquery(moves), 0), Window(Count("*")))


def name_line(message: Message | TalkLine) -> str:
    """Return a line's key in forms. Primary keys would reveal how much the whole site writes."""
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
