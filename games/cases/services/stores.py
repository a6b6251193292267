"""Where runs are stored: rows or sessions.

Both replace only the run that the page showed, so a double click changes nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from typing import Any, Protocol, cast

from django.db import IntegrityError, transaction
from django.db.models import Case, QuerySet, When
from django.http import HttpRequest

from accounts.models import User
from accounts.requests import is_signed_in
from accounts.sign_in.session_store import CASES_KEY, SessionStore
from games.cases.runs import Result, Run, dump_run, find_clue, load_run, load_steps, make_result
from games.cases.selectors.files import CaseFile, forget_file
from games.cases.services.limits import may_count
from games.cases.services.tallies import count, insert_and_count, update_and_count
from games.models import Investigation


class RunStore(Protocol):
    def find(self, file: CaseFile) -> Run: ...

    def replace(self, file: CaseFile, before: Run, after: Run) -> bool:
        """Store `after` if the stored run is still equal to `before` and not finished. Return whether it was stored."""

    def end(self, file: CaseFile, before: Run, after: Run) -> None: ...

    def list_results(self) -> list[Result]: ...

    def is_first(self, file: CaseFile) -> bool: ...

    def is_newcomer(self, file: CaseFile) -> bool:
        """Whether the reader has finished no other case."""


Counts = Callable[[CaseFile], bool]
"""Whether an accusation of this case counts in the totals."""


def _count_always(file: CaseFile) -> bool:
    return True


class MemberRuns:
    def __init__(self, user: User, *, by_api: bool = False, counts: Counts = _count_always) -> None:
        self.user, self.by_api, self.counts = user, by_api, counts
        self.has_others = False

    def find(self, file: CaseFile) -> Run:
        is_own = Case(When(case=file.key, then=0), default=1)
        rows = list(Investigation.objects.filter(user=self.user).order_by(is_own)[:2])
        self.has_others = any(row.case_id != file.key for row in rows)
        return next((read_row(row) for row in rows if row.case_id == file.key), Run())

    def replace(self, file: CaseFile, before: Run, after: Run) -> bool:
        fields = self.write_fields(after)
        if is_start(before) and self.begin(file, fields):
            return True
        return bool(self.filter_same(file, before).update(**fields))

    def write_fields(self, run: Run) -> dict[str, Any]:
        return write_fields(run) | ({"by_api": True} if self.by_api else {})

    def filter_same(self, file: CaseFile, run: Run) -> QuerySet[Investigation]:
        same = Investigation.objects.filter(user=self.user, case=file.key, accused=None)
        return same.filter(seen=run.seen, has_clue=run.has_clue)

    def end(self, file: CaseFile, before: Run, after: Run) -> None:
        if self.by_api or not self.counts(file):
            self.replace(file, before, after)
            return
        fields = self.write_fields(after)
        row = Investigation(user=self.user, case_id=file.key, **fields)
        if not (is_start(before) and insert_and_count(row, file, after)):
            update_and_count(self.filter_same(file, before), fields, file, after)

    def begin(self, file: CaseFile, fields: Mapping[str, Any]) -> bool:
        try:
            with transaction.atomic():
                Investigation.objects.create(user=self.user, case_id=file.key, **fields)
        except IntegrityError:
            # There is a row already, or the case is gone, as after a restore.
            forget_file(file)
            return False
        return True

    def is_first(self, file: CaseFile) -> bool:
        return not self.has_others

    def is_newcomer(self, file: CaseFile) -> bool:
        finished = Investigation.objects.filter(user=self.user, accused__isnull=False)
        return not finished.exclude(case=file.key).exists()

    def list_results(self) -> list[Result]:
        rows = Investigation.objects.filter(user=self.user, accused__isnull=False).select_related("case")
        rows = rows.only(
            "case__number", "case__day", "seen", "has_clue", "clue_at", "is_right", "is_in_time", "ended_at"
        )
        return [make_result(row.case.number, row.case.day, read_row(row)) for row in rows.order_by("case__number")]


def is_start(run: Run) -> bool:
    return (run.seen, run.has_clue, run.has_row) == (1, False, False)


def read_row(row: Investigation) -> Run:
    return Run(
        has_row=True,
        seen=row.seen,
        clue_at=find_clue(row.has_clue, row.clue_at, row.seen),
        marks=tuple(row.marks),
        steps=load_steps(row.steps),
        accused=row.accused,
        is_right=row.is_right,
        is_in_time=row.is_in_time,
        ended_at=row.ended_at,
    )


def write_fields(run: Run) -> dict[str, Any]:
    return {
        "seen": run.seen,
        "has_clue": run.has_clue,
        "clue_at": run.clue_at,
        "marks": list(run.marks),
        "steps": {str(seat): step for seat, step in run.steps.items()},
        "accused": run.accused,
        "is_right": run.is_right,
        "is_in_time": run.is_in_time,
        "ended_at": run.ended_at,
    }


class SessionRuns:
    def __init__(self, session: SessionStore, counts: Counts = _count_always) -> None:
        self.session, self.counts = session, counts

    @property
    def kept(self) -> dict[str, dict[str, Any]]:
        return dict(self.session.get(CASES_KEY, {}))

    def find(self, file: CaseFile) -> Run:
        raw = self.kept.get(str(file.number))
        return load_run(raw) if raw else Run()

    def replace(self, file: CaseFile, before: Run, after: Run) -> bool:
        now = self.find(file)
        if now.is_over or (now.seen, now.has_clue) != (before.seen, before.has_clue):
            return False
        self.session[CASES_KEY] = {**self.kept, str(file.number): dump_run(after, file.day)}
        # An abandoned sign-up would have left the session a short life.
        self.session.set_expiry(None)
        return self.session.save_if_unchanged()

    @transaction.atomic
    def end(self, file: CaseFile, before: Run, after: Run) -> None:
        if self.replace(file, before, after) and self.counts(file):
            count(file, after)

    def is_first(self, file: CaseFile) -> bool:
        return not {*self.kept} - {str(file.number)}

    def is_newcomer(self, file: CaseFile) -> bool:
        return not any(run.is_over for number, _, run in list_kept(self.kept) if number != file.number)

    def list_results(self) -> list[Result]:
        return [make_result(number, day, run) for number, day, run in list_kept(self.kept) if run.is_over]


def list_kept(kept: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[int, date, Run]]:
    for number, raw in sorted(kept.items(), key=lambda item: int(item[0])):
        yield int(number), date.fromisoformat(raw["day"]), load_run(raw)


def find_store(request: HttpRequest) -> RunStore:
    """Return the store for the run of this request.

    The accusations of guests are limited like those of visitors, because new guests cost nothing.
    """
    counts = partial(may_count, request)
    if is_signed_in(request):
        return MemberRuns(request.user, counts=counts if request.user.is_guest else _count_always)
    return SessionRuns(cast(SessionStore, request.session), counts)
