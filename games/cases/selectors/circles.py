"""Reads: how the members of a user's circles did with a case."""

from dataclasses import dataclass

from accounts.models import User
from games.cases.selectors.files import CaseFile
from games.models import Investigation, Member
from games.people.selectors.history import Person, show_person


@dataclass(frozen=True)
class MemberResult:
    person: Person
    is_me: bool
    score: int
    is_right: bool
    by_api: bool


@dataclass(frozen=True)
class CircleResults:
    code: str
    name: str
    results: tuple[MemberResult, ...]


def list_circle_results(user: User, file: CaseFile) -> list[CircleResults]:
    """Two queries; one without a circle."""
    circles = Member.objects.filter(user=user, invited=False).values("circle")
    members = list(
        Member.objects.filter(circle__in=circles, invited=False)
        .select_related("circle", "user")
        .order_by("circle__name")
    )
    people = {member.user_id for member in members}
    runs = Investigation.objects.filter(case=file.key, user__in=people, accused__isnull=False) if people else ()
    by_user = {run.user_id: run for run in runs}
    found: dict[int, CircleResults] = {}
    for member in members:
        circle = member.circle
        own = found.setdefault(circle.pk, CircleResults(circle.code, circle.shown_name, ()))
        if run := by_user.get(member.user_id):
            result = MemberResult(
                show_person(member.user), member.user_id == user.pk, run.seen + run.has_clue, run.is_right, run.by_api
            )
            found[circle.pk] = CircleResults(own.code, own.name, (*own.results, result))
    return [sort(each) for each in found.values() if len(each.results) > 1]


def sort(circle: CircleResults) -> CircleResults:
    ranked = sorted(circle.results, key=lambda result: (not result.is_right, result.score, result.person.name))
    return CircleResults(circle.code, circle.name, tuple(ranked))
