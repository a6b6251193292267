"""Folded logs that a process keeps, so that the next move or page need not read and fold its log.

A log is known by the code of its game and by `Game.stamp`, which is random and new with each line. So what is kept
under a stamp is never another log: not after another process's move, nor after a backup was restored.

What a move left is kept for everybody, once it is committed: who moved is known. What a page read is kept for its
reader alone: a page of somebody else that comes sooner would tell that they had looked.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from django.db import transaction

from games.fast.switches import is_on
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
    """The last folded logs of this process: of each game at most one for everybody, and one for each reader."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.kept: OrderedDict[tuple[str, int], tuple[str, FoldedLog]] = OrderedDict()
        self.lock = Lock()

    def find(self, code: str, stamp: str, reader: int = EVERYBODY) -> FoldedLog | None:
        """Return the log of a game as its stamp says it stands, or None if it is not known here, not to `reader`."""
        for whose in (EVERYBODY, reader) if is_on("state_cache") else ():
            known, log = self.kept.get((code, whose), ("", None))
            if known and known == stamp:
                return log
        return None

    def keep_once_committed(self, code: str, stamp: str, log: FoldedLog) -> None:
        """Keep the log that is stored with a stamp, as soon as it is."""
        transaction.on_commit(partial(self.keep, code, stamp, log))

    def keep(self, code: str, stamp: str, log: FoldedLog, reader: int = EVERYBODY) -> None:
        """Keep a log, and forget the one that was kept longest ago if there are too many."""
        with self.lock:
            self.kept[code, reader] = (stamp, log)
            self.kept.move_to_end((code, reader))
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)

    def forget(self) -> None:
        """Forget all."""
        with self.lock:
            self.kept.clear()


state_cache = StateCache()
