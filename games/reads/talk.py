"""Reads: what was said at a table, as one of its players is shown it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from accounts.faces import Face
from games.models import Game, Message, Move, Player
from games.reads.faces import show_faces
from games.reads.lists import list_talk
from games.reads.page import name_of
from games.reads.table import Table


@dataclass(frozen=True)
class TalkLine:
    """One thing said: by whom, when, in which trick, turn or round, and whether it names the reader.

    `scene` is given where it differs from that of the line before, else None.
    """

    name: str
    face: Face | None
    text: str
    sent_at: datetime
    is_me: bool
    names_me: bool
    scene: int | None


@dataclass(frozen=True)
class Unread:
    """How much was said that a player has not been shown, and whether any of it names them."""

    count: int
    names_me: bool


def load_talk(game: Game, players: Sequence[Player], reader: Player, table: Table | None = None) -> list[TalkLine]:
    """Return what was said at a game, oldest first; `table` is the game once it has started."""
    messages, faces = list_talk(game), show_faces(players)
    scenes: list[int | None] = list(find_scenes(table, messages)) if table else [None] * len(messages)
    changed = [now if now != before else None for before, now in pairwise([None, *scenes])]
    return [
        TalkLine(
            name=name_of(players[message.seat]),
            face=faces.get(message.seat),
            text=message.text,
            sent_at=message.sent_at,
            is_me=message.seat == reader.seat,
            names_me=message.seat != reader.seat and does_name(message.text, reader),
            scene=scene,
        )
        for message, scene in zip(messages, changed, strict=True)
    ]


def find_scenes(table: Table, messages: Sequence[Message]) -> list[int]:
    """Return for each message in which trick, turn or round it was sent: 0 before the start."""
    made = list(Move.objects.filter(game=table.game).order_by("sequence").values_list("made_at", flat=True))
    started = table.game.started_at
    return [
        0
        if started is None or message.sent_at < started
        else table.title.scene(table.states[bisect_right(made, message.sent_at)])
        for message in messages
    ]


def does_name(text: str, reader: Player) -> bool:
    """Tell whether a text calls a player by `@` and their name, in any case."""
    name = name_of(reader)
    return bool(name) and re.search(rf"@{re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def count_unread(reader: Player) -> Unread:
    """Return what others said that a player has not been shown. One query."""
    unread = Message.objects.filter(game_id=reader.game_id, pk__gt=reader.talk_read).exclude(seat=reader.seat)
    texts = list(unread.values_list("text", flat=True))
    return Unread(len(texts), any(does_name(text, reader) for text in texts))
