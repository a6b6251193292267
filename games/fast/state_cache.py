"""Reads: logs that were folded, kept by each process, so that a move need not read and fold its log again.

A log is known by the code of its game and by `Game.stamp`, which is new at random with each line. What is kept under a
stamp can therefore never be another log: not after another process's move, nor after a backup was restored. Nothing is
kept before the transaction that wrote the stamp has been committed.

What a move left is kept for everybody: who moved is known. What a page read is kept for its reader alone, as a page
that came sooner would else tell that somebody had looked.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from django.db import transaction

from games.models import Game
from games.rules.engine.values import Entry

MOST = 400
"""How many logs a process keeps: those last moved in, or looked at."""
EVERYBODY = 0
"""The reader for whom what a move left is kept; else it is a person, by primary key."""


@dataclass(frozen=True, slots=True)
class FoldedLog:
    """A log as it was folded, secrets included. `states` has the one before the first move, and one after each."""

    deal: Any
    states: tuple[Any, ...]
    entries: tuple[Entry, ...]


class StateCache:
    """The last folds of this process: of each game at most one for everybody, and one for each reader."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.kept: OrderedDict[tuple[str, int], tuple[str, FoldedLog]] = OrderedDict()
        self.lock = Lock()

    def find(self, game: Game, reader: int = EVERYBODY) -> FoldedLog | None:
        """Return the log of a game as it stands in `game`, or None if it is not known here, not to `reader`."""
        for whose in (EVERYBODY, reader):
            stamp, fold = self.kept.get((game.code, whose), ("", None))
            if stamp and stamp == game.stamp:
                return fold
        return None

    def has_any(self, code: str, reader: int) -> bool:
        """Tell whether there is a log of the game called `code` that `reader` may find, of now or of before."""
        return (code, EVERYBODY) in self.kept or (code, reader) in self.kept

    def keep_once_committed(self, game: Game, fold: FoldedLog) -> None:
        """Keep the log that is stored with the stamp of `game`, as soon as it is."""
        transaction.on_commit(partial(self.keep, game.code, game.stamp, fold))

    def keep(self, code: str, stamp: str, fold: FoldedLog, reader: int = EVERYBODY) -> None:
        """Keep a log, and forget the one that was kept longest ago if there are too many."""
        with self.lock:
            self.kept[code, reader] = (stamp, fold)
            self.kept.move_to_end((code, reader))
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)

    def forget(self) -> None:
        """Forget all."""
        with self.lock:
            self.kept.clear()


state_cache = StateCache()
