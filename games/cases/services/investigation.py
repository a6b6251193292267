"""What a person does with a case. In each function, `shown` is the run on the page that sent the form."""

from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError

from games.cases.days import is_open
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile, forget_file
from games.cases.services.stores import RunStore
from games.rules.engine.values import Seat


def keep_notes(store: RunStore, file: CaseFile, shown: Run) -> None:
    store.replace(file, shown, shown)


def see_next(store: RunStore, file: CaseFile, shown: Run) -> None:
    if shown.seen < file.scenes:
        store.replace(file, shown, replace(shown, seen=shown.seen + 1))


def buy_clue(store: RunStore, file: CaseFile, shown: Run) -> None:
    """Give the reader a clue. It counts as a scene, so there must be at least one scene still to come."""
    if may_buy_clue(file, shown):
        store.replace(file, shown, replace(shown, has_clue=True))


def may_buy_clue(file: CaseFile, run: Run) -> bool:
    return not run.has_clue and not run.is_over and run.seen < file.scenes


def accuse(store: RunStore, file: CaseFile, shown: Run, seat: Seat, now: datetime) -> None:
    right, in_time = seat == file.guilty, is_open(file.day, now)
    ended = replace(shown, accused=seat, is_right=right, is_in_time=in_time, ended_at=now)
    try:
        store.end(file, shown, ended)
    except IntegrityError:
        # The database was exchanged, and the case is not in it.
        forget_file(file)
