"""What a person does with a case. In each function, `shown` is the run on the page that sent the form."""

from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError

from games.cases.days import find_today, is_open
from games.cases.levels import EASIEST
from games.cases.runs import Run
from games.cases.selectors.files import CaseFile, find_first_case, forget_file
from games.cases.services.stores import RunStore, is_start
from games.rules.engine.values import Seat


def keep_notes(store: RunStore, file: CaseFile, shown: Run) -> None:
    store.replace(file, shown, shown)


def see_next(store: RunStore, file: CaseFile, shown: Run) -> None:
    if shown.seen < file.scenes:
        store.replace(file, shown, replace(shown, seen=shown.seen + 1))


def buy_clue(store: RunStore, file: CaseFile, shown: Run) -> None:
    """Give the reader a clue. It counts as a scene, so there must be at least one scene still to come."""
    if may_buy_clue(file, shown):
        store.replace(file, shown, replace(shown, clue_at=shown.seen))


def may_buy_clue(file: CaseFile, run: Run) -> bool:
    return not run.has_clue and not run.is_over and run.seen < file.scenes


def is_first_case(store: RunStore, file: CaseFile) -> bool:
    """Whether this is the older, easy case that a newcomer begins with. It counts like the case of the day."""
    if file.level > EASIEST or file.day >= find_today():
        return False
    first = find_first_case(find_today())
    return first is not None and first.number == file.number and store.is_newcomer(file)


def find_case_to_begin_with(store: RunStore, file: CaseFile, run: Run) -> CaseFile | None:
    """Return an easier case for a newcomer who has not begun the case of the day, or None."""
    has_begun = run.is_over or run.marks or run.steps or not is_start(run)
    if file.level <= EASIEST or has_begun:
        return None
    first = find_first_case(find_today())
    return first if first and store.is_newcomer(file) else None


def accuse(store: RunStore, file: CaseFile, shown: Run, seat: Seat, now: datetime) -> None:
    right, in_time = seat == file.guilty, is_open(file.day, now) or is_first_case(store, file)
    ended = replace(shown, accused=seat, is_right=right, is_in_time=in_time, ended_at=now)
    try:
        store.end(file, shown, ended)
    except IntegrityError:
        # The database was exchanged, and the case is not in it.
        forget_file(file)
