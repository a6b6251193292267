"""The state cache keeps folded logs in a process.

`Game.stamp` is random and new with each move, so no entry is ever out of date, not even after a restore. The result of
a move is cached for all. What a reader has loaded is cached for that reader only: otherwise a faster page would show
that someone had looked.
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
"""How many folded logs a process keeps."""
EVERYBODY = 0
"""The reader of what the public sees; other readers are primary keys of users."""


@dataclass(frozen=True, slots=True)
class FoldedLog:
    """A log with the states after each move.

    It contains secrets. The first of `states` is the one before the first move.
    """

    deal: Any
    states: tuple[Any, ...]
    entries: tuple[Entry, ...]


class StateCache:
    """Keeps the latest folded log per game and reader."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.kept: OrderedDict[tuple[str, int], tuple[str, FoldedLog]] = OrderedDict()
        self.lock = Lock()

    def find(self, code: str, stamp: str, reader: int = EVERYBODY) -> FoldedLog | None:
        for whose in (EVERYBODY, reader) if is_on("state_cache") else ():
            known, log = self.kept.get((code, whose), ("", None))
            if known and known == stamp:
                return log
        return None

    def keep_once_committed(self, code: str, stamp: str, log: FoldedLog) -> None:
        transaction.on_commit(partial(self.keep, code, stamp, log))

    def keep(self, code: str, stamp: str, log: FoldedLog, reader: int = EVERYBODY) -> None:
        with self.lock:
            self.kept[code, reader] = (stamp, log)
            self.kept.move_to_end((code, reader))
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)

    def forget(self) -> None:
        with self.lock:
            self.kept.clear()


state_cache = StateCache()
