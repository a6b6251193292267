"""How the members of a circle did with a case of the day. A member sees it after they have accused a seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.models import User
from games.models import Case, Circle, Investigation, Member
from games.people.selectors.history import Person, show_person


@dataclass(frozen=True)
class MemberResult:
    person: Person
    is_me: bool
    score: int
    is_right: bool
    by_api: bool
    has_clue: bool


@dataclass(frozen=True)
class CircleResults:
    code: str
    name: str
    results: tuple[MemberResult, ...]


@dataclass(frozen=True)
class CaseOfDay:
    """The results of the members. `results` is None until the reader has accused a seat."""

    number: int
    results: tuple[MemberResult, ...] | None


def list_circle_results(user: User, case: int, day: date) -> list[CircleResults]:
    """Return the results of the user's circles for a case, given by its primary key and its day.

    Call it only for users who have accused a seat. A circle has the case from its own midnight on, so that another
    time zone opens no results early.
    """
    circles = Member.objects.filter(user=user, invited=False).values("circle")
    rows = Member.objects.filter(circle__in=circles, invited=False).select_related("circle__owner", "user")
    members = list(rows.order_by("circle__name", "circle"))
    runs = _find_runs(case, members)
    found = {row.circle_id: row.circle for row in members if _find_day(row.circle) >= day}
    shown = (
        CircleResults(
            circle.code, circle.shown_name, _rank(user, runs, [row for row in members if row.circle_id == key])
        )
        for key, circle in found.items()
    )
    return [each for each in shown if len(each.results) > 1]


def _find_day(circle: Circle) -> date:
    """Return the day where the circle's owner lives."""
    return timezone.now().astimezone(ZoneInfo(circle.owner.time_zone)).date()


def find_case_of_day(user: User, circle: Circle, members: Sequence[Member]) -> CaseOfDay | None:
    """Return the case of the circle's day, or of the reader's if it is still an earlier day there."""
    day = min(_find_day(circle), timezone.localdate())
    case = Case.objects.filter(day=day).values_list("pk", "number").first()
    if case is None:
        return None
    runs = _find_runs(case[0], members)
    return CaseOfDay(case[1], _rank(user, runs, members) if user.pk in runs else None)


def _find_runs(case: int, members: Iterable[Member]) -> dict[int, Investigation]:
    people = {row.user_id for row in members if not row.invited}
    runs = Investigation.objects.filter(case=case, user__in=people, accused__isnull=False) if people else ()
    return {run.user_id: run for run in runs}


def _rank(user: User, runs: dict[int, Investigation], members: Iterable[Member]) -> tuple[MemberResult, ...]:
    results = [
        MemberResult(
            show_person(row.user),
            row.user_id == user.pk,
            run.seen + run.has_clue,
            run.is_right,
            run.by_api,
            run.has_clue,
        )
        for row in members
        if not row.invited and (run := runs.get(row.user_id))
    ]
    return tuple(sorted(results, key=lambda result: (not result.is_right, result.score, result.person.name)))
