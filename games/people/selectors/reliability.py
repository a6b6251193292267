"""Reliability of players in finished games."""

from collections.abc import Collection

from games.clock.reliability import Reliability, judge
from games.models import Answers


def load_reliability(people: Collection[int]) -> dict[int, Reliability]:
    kept = dict(Answers.objects.filter(user__in=people).values_list("user_id", "last")) if people else {}
    return {person: judge(kept.get(person, ())) for person in people}
